"""Whether a peer may enter a proposal's epoch (R7). Every peer and every reader of a record judges this anew."""

from __future__ import annotations

from collections.abc import Sequence

from p2p.log import statements
from p2p.log.charter import Charter
from p2p.log.justify import (
    LogMissing,
    Promises,
    Unjustified,
    are_complete,
    base,
    changes_of,
    has,
    has_head,
    head_of,
    highest_heads,
    paying,
    unproven_of,
)
from p2p.log.log import Log
from p2p.log.promises import Head, coordinator
from p2p.log.proof import ProofError, accused, verify_proof
from p2p.log.statements import Equivocation, Proposed
from p2p.log.steps import Refused, Step


class Undecided(Refused):
    """A proposal stands on one of several logs that diverge, and some of them are not here."""


def enter(log: Log, proposed: Proposed, others: Sequence[Log] = ()) -> tuple[Step, ...]:
    """Begin the epoch of a proposal that passes ``judge``; return the new steps. Raises Refused for any other."""
    judge(log, proposed, others)
    return log.begin(proposed)


def judge(log: Log, proposed: Proposed, others: Sequence[Log] = ()) -> frozenset[int]:
    """R7: raise Refused unless a proposal is justified, as far as the log that contains its base can tell.

    Its coordinator must have signed it. Its base and changes must follow from a quorum's promises for the term. Without
    proofs of equivocation, every head of the highest term must be in the base. With proofs the base may be any head
    that R3 may choose, unless the ``others`` are logs that diverge: then it must be the one that R3 gives among all of
    them. Changes nothing; returns the players who pay for dice (R5).
    """
    signed, promises, proofs = proposed
    charter, (game, term, found, changed) = log.charter, signed.content
    if game != charter.id or term <= log.term:
        raise Refused("a proposal of another game, or of a term that is over")
    if signed.player != coordinator(term, charter):
        raise Refused("a proposal of a player who does not coordinate its term")
    if not has_head(log, found):
        raise Refused("a proposal on a log that is not here")
    if any(one.player >= len(charter.players) for one in promises):
        raise Refused("a proposal with a promise of no player at this table")
    if not signed.is_signed(charter) or not all(one.is_signed(charter) for one in promises):
        raise Refused("a proposal with a signature that is not its player's")
    before = log.at_height(found.height)
    said = {one.player: one.content for one in promises if one.content[:2] == (game, term)}
    if list(said) != sorted(one.player for one in promises) or len(said) < charter.quorum:
        raise Refused("a proposal without promises of a quorum")
    _verify_proofs(before, proofs, max(promise.head.term for promise in said.values()))
    proven = accused_in(charter, proofs)
    if proven and others:
        head = _head_among((before, *others), said, proven)
        if not has(head_of(before), head, (before,)):
            raise Refused("a proposal on another log than its promises give")
    else:
        head = _head_below(before, said, proven)
    at_head = {other: promise for other, promise in said.items() if promise.head == head}
    place = before.at_height(head.height)
    is_completed = are_complete(place, at_head)
    if not _ends(before, head.height, is_completed=is_completed):
        raise Refused("a proposal whose base is not the end of what its promises have")
    payers = frozenset() if is_completed else paying(place, said, at_head)
    try:
        given = changes_of(before, said, at_head, payers)
    except Unjustified as unjustified:
        raise Refused(f"a proposal from which nothing follows: {unjustified}") from None
    if changed != given:
        raise Refused("a proposal of other changes than its promises give")
    return payers


def _verify_proofs(log: Log, proofs: tuple[Equivocation, ...], term: int) -> None:
    """R3: raise Refused unless these prove equivocation in the term of the heads.

    A player who lied in another term may be honest in this one. To leave them out could lose final steps.
    """
    for proof in proofs:
        if any(statements.forked_term(statement) != term for statement in proof):
            raise Refused("a proposal with a proof of another term than that of the logs that diverge")
        try:
            verify_proof(log.charter, proof, log)
        except ProofError as error:
            raise Refused(f"a proposal with a proof that is none: {error}") from None


def _ends(before: Log, height: int, *, is_completed: bool) -> bool:
    """R4: return whether a log ends at a height, or, if ``is_completed`` by promised secrets, with the step after it.

    Steps that follow without any player's answer belong to it, so no log ends before one (R3).
    """
    if before.is_automatic:
        return False
    after = before.steps[height:]
    if not is_completed:
        return not after
    return bool(after and after[0].entries) and not any(step.entries or step.proposed for step in after[1:])


def accused_in(charter: Charter, proofs: Sequence[Equivocation]) -> frozenset[int]:
    """Return the players whom these proofs accuse."""
    found = (accused(charter, proof) for proof in proofs)
    return frozenset(player for player in found if player is not None)


def _head_among(logs: Sequence[Log], promises: Promises, proven: frozenset[int]) -> Head:
    """Return the head that R3 gives if these logs diverge; raise Refused if there is none yet."""
    try:
        return base(promises, logs, proven)
    except LogMissing as missing:
        raise Undecided(str(missing)) from None
    except Unjustified as unjustified:
        raise Refused(f"a proposal from which nothing follows: {unjustified}") from None


def _head_below(before: Log, promises: Promises, proven: frozenset[int]) -> Head:
    """Return the longest promised head in a base that may be one by R3; raise Refused if R3 gives another base."""
    found, highest = head_of(before), highest_heads(promises)
    if not proven and any(not has(found, head, (before,)) for head in highest.values()):
        raise Refused("a proposal whose base lacks what a promise has")
    candidates = unproven_of(highest, proven).values()
    longest = max(
        [head for head in candidates if has(found, head, (before,))], key=lambda head: head.height, default=None
    )
    if longest is None:
        raise Refused("a proposal whose base no promise has")
    return longest
