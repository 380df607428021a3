"""Whether a peer may enter a proposal's epoch (R7). Every peer and every reader of a record judges this anew."""

from __future__ import annotations

from p2p.log.justify import (
    Unjustified,
    are_complete,
    base,
    changes_of,
    has_head,
    highest_heads,
    paying,
)
from p2p.log.log import Log
from p2p.log.promises import coordinator
from p2p.log.statements import Proposed
from p2p.log.steps import Refused, Step


def enter(log: Log, proposed: Proposed) -> tuple[Step, ...]:
    """Begin the epoch of a proposal that passes ``judge``; return the new steps. Raises Refused for any other."""
    judge(log, proposed)
    return log.begin(proposed)


def judge(log: Log, proposed: Proposed) -> frozenset[int]:
    """R7: raise Refused unless a proposal on a log is justified.

    Its coordinator must have signed it. Its base and changes must follow from a quorum's promises for the term, and
    every head of their highest term must be in the base. Changes nothing; returns the players who pay for dice (R5).
    """
    signed, promises = proposed
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
    if not all(has_head(before, head) for head in highest_heads(said)):
        raise Refused("a proposal whose base lacks what a promise has")
    head = base(said)
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
