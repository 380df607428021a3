"""Proofs: what one person signed, and nobody honest ever signs. Anybody can judge one; none ever moves the log."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from crypto.errors import SignatureError
from p2p.errors import TableError, Text
from p2p.log import statements
from p2p.log.ballots import SignedBallot
from p2p.log.charter import Charter
from p2p.log.keys import Keys
from p2p.log.log import Log
from p2p.log.statements import SignedEntry, Statement


class Equivocation(NamedTuple):
    """Two statements of one person: versions of one entry, vouching for two logs of one height, or two votes.

    Also a ballot upon a log of which the person had vouched for more; only that needs a log to be judged.
    """

    one: Statement
    other: Statement


class Violation(NamedTuple):
    """An entry that the rules, its commitment or its chain do not allow upon the log that it names."""

    entry: SignedEntry


Proof: TypeAlias = Equivocation | Violation


class ProofError(TableError):
    """A proof that proves nothing; the message says why, as the end of a sentence."""


def accused(charter: Charter, proof: Proof) -> int | None:
    """The person whom a proof accuses: the author of all statements in it, None where that is nobody of this table."""
    authors = {statements.author(charter, statement) for statement in proof}
    return authors.pop() if len(authors) == 1 else None


def verify_proof(charter: Charter, proof: Proof, log: Log | None = None) -> Text:
    """Return a sentence that says what the accused did; raises ProofError if nothing is proven.

    A contradiction needs nothing but the charter, or a log in which the accused was given the key that he has. What was
    signed with a key that he has no more is held against nobody. A breach needs a log that has reached the step before
    the entry: a record's will do. Where that log's L or S is not what the accused signed there is no verdict.
    """
    person = accused(charter, proof)
    if person is None:
        raise ProofError("the statements in the proof are not all of one person at this table")
    if isinstance(proof, Violation):
        return _verify_breach(proof, person, log)
    keys = Keys.of(charter) if log is None else log.keys
    for statement in proof:
        if statements.epoch(statement)[0] != charter.id:
            raise ProofError("the proof is of another game")
        _verify_signature(keys, person, statement)
    if not statements.contradict(charter, *proof):
        raise ProofError("the statements in the proof do not contradict each other")
    deserted = _deserted(proof, log)
    if deserted is not None:
        return Text(
            "{name} voted as if the log ended at step {step}, and had more of it: a cheat or a restored backup.",
            name=charter.name(person),
            step=deserted,
        )
    return Text(
        "{name} signed two versions of {what}: a cheat, a restored backup or a copied profile.",
        name=charter.name(person),
        what=_subject(proof),
    )


def _deserted(proof: Equivocation, log: Log | None) -> int | None:
    """The base of a ballot in the proof that is below what its person vouched for, None where it is no such proof.

    Whoever had another log may have left it, so this needs a log in which both stand.
    """
    ballots = [statement for statement in proof if isinstance(statement, SignedBallot)]
    if len(ballots) != 1:
        return None
    proposal = ballots[0].proposal
    other = proof.other if proof.one is ballots[0] else proof.one
    height, vouched = max(statements.vouched(other))
    needed = max(height, proposal.base)
    if log is None or log.height < needed:
        raise ProofError("the proof can be judged only with the record up to step {step}", step=needed)
    if log.log_at(height) != vouched or log.log_at(proposal.base) != proposal.log:
        raise ProofError("by this record the ballot in the proof is no offence")
    return proposal.base


def _verify_signature(keys: Keys, person: int, statement: Statement) -> None:
    """Raise ProofError unless the accused signed a statement with the key that he has."""
    try:
        statements.verify(keys, person, statement)
    except SignatureError:
        raise ProofError("a statement in the proof was not signed by the person accused") from None


def _verify_breach(proof: Violation, person: int, log: Log | None) -> Text:
    entry = proof.entry.entry
    if log is None or log.height < entry.step - 1:
        raise ProofError("the proof can be judged only with the record up to step {step}", step=entry.step - 1)
    _verify_signature(log.keys, person, proof.entry)
    offence = log.offence(proof.entry)
    if offence is None:
        raise ProofError("by this record the entry in the proof is no offence")
    return Text(
        "{name} signed {offence} at step {step}: a cheat or a changed program.",
        name=log.charter.name(person),
        offence=offence,
        step=entry.step,
    )


def _subject(proof: Equivocation) -> Text:
    """What there are two versions of."""
    one, other = proof
    if isinstance(one, SignedBallot):
        return Text("a ballot of term {term}", term=one.proposal.term)
    if isinstance(one, SignedEntry) and isinstance(other, SignedEntry) and one.entry.step == other.entry.step:
        return Text("an entry of step {step}", step=one.entry.step)
    heights = dict(statements.vouched(one))
    height = min(height for height, log in statements.vouched(other) if heights.get(height, log) != log)
    return Text("the log at step {step}", step=height)
