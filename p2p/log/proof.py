"""Proofs: statements of one player that no correct program signs. Any peer can judge one; none moves the log."""

from __future__ import annotations

from p2p.errors import TableError, Text
from p2p.log import statements
from p2p.log.charter import Charter
from p2p.log.log import Log
from p2p.log.statements import Equivocation, Proof, SignedEntry, SignedPromise, SignedProposal, Statement, Violation
from p2p.log.steps import Offence, Refused, TwoVersions


class ProofError(TableError):
    """A proof proves nothing; the message says why, as the end of a sentence."""


def accused(charter: Charter, proof: Proof) -> int | None:
    """Return the player whom a proof accuses: the author of all its statements. None if that is no player of this
    table.
    """
    authors = {statements.author(charter, statement) for statement in proof}
    return authors.pop() if len(authors) == 1 else None


def verify_proof(charter: Charter, proof: Proof, log: Log | None = None) -> Text:
    """Return a sentence that says what the accused did; raise ProofError if nothing is proven.

    To judge equivocation, you need only the charter. To judge a violation, you need a log that has reached the step
    before the entry, such as a record's. If the accused signed another L or S than that log's, there is no verdict.
    """
    player = accused(charter, proof)
    if player is None:
        raise ProofError("the statements in the proof are not all of one player at this table")
    if isinstance(proof, Violation):
        return _verify_violation(proof, player, log)
    for statement in proof:
        if statements.epoch(statement)[0] != charter.id:
            raise ProofError("the proof is of another game")
        _verify_signature(charter, player, statement)
    if not statements.contradict(charter, *proof):
        raise ProofError("the statements in the proof do not contradict each other")
    if (below := _below(proof)) is not None:
        return Text(
            "{name} promised a term as if the log ended at step {step}, and had more of it: a cheat or a restored"
            " backup.",
            name=charter.name(player),
            step=below,
        )
    return Text(
        "{name} signed two versions of {what}: a cheat, a restored backup or a copied profile.",
        name=charter.name(player),
        what=_subject(proof),
    )


def _below(proof: Equivocation) -> int | None:
    """Return the height of the head in a promise whose author attested more; None if the proof shows something else."""
    for promised, other in (proof, proof[::-1]):
        if isinstance(promised, SignedPromise) and statements.breaks(promised, other):
            return promised.content.head.height
    return None


def _verify_signature(charter: Charter, player: int, statement: Statement) -> None:
    """Raise ProofError unless the accused signed a statement."""
    if not statements.is_signed(charter, player, statement):
        raise ProofError("a statement in the proof was not signed by the player accused")


def _verify_violation(proof: Violation, player: int, log: Log | None) -> Text:
    entry = proof.entry.entry
    if log is None or log.height < entry.step - 1:
        raise ProofError("the proof can be judged only with the record up to step {step}", step=entry.step - 1)
    _verify_signature(log.charter, player, proof.entry)
    offended = offence(log, proof.entry)
    if offended is None:
        raise ProofError("by this record the entry in the proof is no offence")
    return Text(
        "{name} signed {offence} at step {step}: a cheat or a changed program.",
        name=log.charter.name(player),
        offence=offended,
        step=entry.step,
    )


def offence(log: Log, signed: SignedEntry) -> Text | None:
    """Return what the author of an entry did wrong by a log, or None if it proves nothing against them.

    The verdict needs the L and S that the author signed; an entry beyond the open step gets None. Changes nothing.
    """
    heights = range(log.height, -1, -1)
    then = next((height for height in heights if (log.charter.id, *log.epoch_at(height)) == signed.entry[:3]), None)
    try:
        (log if then in (None, log.height) else log.at_height(then)).check(signed)
    except (Offence, TwoVersions) as offended:
        return offended.text
    except Refused:
        return None
    return None


def _subject(proof: Equivocation) -> Text:
    """Return what there are two versions of."""
    one, other = proof
    if isinstance(one, SignedPromise) and isinstance(other, SignedPromise) and one.content.term == other.content.term:
        return Text("a promise of term {term}", term=one.content.term)
    if isinstance(one, SignedProposal):
        return Text("a proposal of term {term}", term=one.content.term)
    if isinstance(one, SignedEntry) and isinstance(other, SignedEntry) and one.entry.step == other.entry.step:
        return Text("an entry of step {step}", step=one.entry.step)
    heights = dict(statements.attested(one))
    height = min(height for height, log in statements.attested(other) if heights.get(height, log) != log)
    return Text("the log at step {step}", step=height)
