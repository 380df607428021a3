"""What follows from the promises of a term: the base of the next epoch, and the changes in it.

The coordinator proposes what `justify` returns. Every other peer, and every reader of a record, computes it again with
`judge` before it enters the epoch. So a coordinator that lies can be slow or silent, and little else. The rules have
the numbers of the specification: base (R3), secrets (R4), dice (R5), changes (R6), judgement (R7). They are pure
functions of promises and a log.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from p2p.log import changes
from p2p.log.log import Log
from p2p.log.statements import (
    ABSENT,
    BACK,
    OF_ALL,
    RESIGN,
    Change,
    Head,
    Promise,
    Promised,
    Proposed,
    Request,
    SignedEntry,
    coordinator,
)
from p2p.log.steps import SECRETS, Checkpoint, Kind, Refused, Step

Promises: TypeAlias = Mapping[int, Promise]
"""The promises of one term, by player."""


Agreed: TypeAlias = Mapping[int, Request | Promise]
"""What players agree to, by player."""


class Unjustified(Exception):
    """No proposal follows from these promises: wait for more, or leave some out."""


class Justified(NamedTuple):
    """The result: the log at the base, in its state before the changes, and the changes in rising order."""

    base: Log
    changes: tuple[Change, ...]


def head_of(log: Log, height: int | None = None) -> Head:
    """Return the head of a log, or its head at an earlier height."""
    height = log.height if height is None else height
    return Head(*log.epoch_at(height), height, log.log_at(height), log.state_at(height))


def justify(promises: Promises, whole: Log, secrets: Iterable[SignedEntry] = ()) -> Justified:
    """Return what follows from the promises of a term, whose heads are all in one log.

    ``secrets`` are the openings or beacon values that the promises name. Signatures are verified elsewhere. Raises
    Unjustified if nothing follows.
    """
    if len(promises) < whole.charter.quorum:
        raise Unjustified("fewer than a quorum promise")
    if not all(has_head(whole, promise.head) for promise in promises.values()):
        raise Unjustified("the log of a promise is not here")
    found = base(promises)
    log = whole.at_height(found.height)
    if log.is_automatic:
        raise Unjustified("a promised log ends before an automatic step")
    at_base = {player: promise for player, promise in promises.items() if promise.head == found}
    if _completed(log, at_base, tuple(secrets)):
        payers: frozenset[int] = frozenset()
    else:
        payers = paying(log, promises, at_base)
    return Justified(log, changes_of(log, promises, at_base, payers))


# The base (R3)


def base(promises: Promises) -> Head:
    """R3: return the longest head of the highest term.

    Logs of one term diverge only if a player has signed two versions, and that stops the table.
    """
    return max(highest_heads(promises), key=lambda head: head.height)


def highest_heads(promises: Promises) -> list[Head]:
    """Return those heads of these promises that have the highest term."""
    top = max(promise.head.term for promise in promises.values())
    return [promise.head for promise in promises.values() if promise.head.term == top]


def has_head(log: Log, head: Head) -> bool:
    """Return whether a log contains a head of its own game; the steps of a game before it have none."""
    return log.start <= head.height <= log.height and head_of(log, head.height) == head


# Secrets and dice


def _completed(log: Log, at_base: Promises, secrets: Sequence[SignedEntry]) -> bool:
    """R4: complete the open step with the secrets that promises with the base as head name; return whether it is
    complete.
    """
    if not are_complete(log, at_base):
        return False
    step, slots = log.height + 1, log.slots
    given = {signed.entry.seat: signed for signed in secrets if signed.entry.step == step}
    for slot in slots:
        if slot not in given:
            raise Unjustified("a secret that a promise names is not here")
        try:
            log.accept(given[slot])
        except Refused as refused:
            raise Unjustified(f"a secret that a promise names is {refused}") from None
    return True


def is_whole(promised: Promised, log: Log) -> bool:
    """R3, R4: return whether a log has a promise's head, and all secrets that the promise names are there and right.

    No log ends before an automatic step, so a promise with such a head is not whole.
    """
    promise = promised.signed.content
    if not has_head(log, promise.head):
        return False
    place, shown = log.at_height(promise.head.height), {signed.entry.seat: signed for signed in promised.secrets}
    named = {slot: place.holder(slot) for slot in place.slots if place.holder(slot) in promise.secrets}
    if place.is_automatic or set(named.values()) != set(promise.secrets) or not shown.keys() >= named.keys():
        return False
    try:
        for signed in shown.values():
            place.accept(signed)
    except Refused:
        return False
    return True


def are_complete(log: Log, at_base: Promises) -> bool:
    """R4: return whether promises with the base as head name all secrets of its open step."""
    named = {player for promise in at_base.values() for player in promise.secrets}
    return log.kind in SECRETS and named.issuperset(log.holder(slot) for slot in log.slots)


def paying(log: Log, promises: Promises, at_base: Promises) -> frozenset[int]:
    """R5: return the players who pay for new dice at the base.

    *Hidden* are the throwers among the promisers whose beacon value no promise has: they never show it now. If at least
    two are hidden, and they are a quorum or all throwers, no player can know the void dice, and none pays. Otherwise
    the hidden pay; if there are none, every thrower whose value is missing pays.
    """
    if log.kind is not Kind.BEACON:
        return frozenset()
    throwers = frozenset(log.slots)
    missing = throwers - {player for promise in at_base.values() for player in promise.secrets}
    hidden = missing & promises.keys()
    if len(hidden) >= max(2, min(log.charter.quorum, len(throwers))):
        return frozenset()
    return hidden or missing


# What changes (R6)


def changes_of(log: Log, promises: Agreed, at_base: Agreed, payers: Collection[int]) -> tuple[Change, ...]:
    """R6: return the changes at the base, in rising order.

    These are all changes of players that the promises support and the base allows; ``payers`` are declared absent. If
    there are none, it is the first supported change that needs all players; for that, only promises with the base as
    head count. If no player would be left, the absent players who promise come back. If none of them can, only the
    payers go, unless that is everyone. After the end of the game nothing changes.
    """
    place, everybody = log.checkpoint, frozenset(log.charter.everyone)
    listed = sorted({change for promise in promises.values() for change in promise.changes})
    supported = [change for change in listed if change.is_of_player and is_supported(change, log, promises)]
    supported += [Change(ABSENT, player) for player in sorted(payers)]
    of_players = _together([change for change in supported if is_allowed(change, log)], place, everybody)
    if not changes.absent_after(of_players, place) < everybody:
        back = [Change(BACK, player) for player in sorted(promises.keys() & place.absent - place.resigned)]
        staying = [change for change in of_players if change.kind not in (ABSENT, RESIGN)]
        paid = [change for change in of_players if change.kind == ABSENT and change.number in payers]
        is_paid = changes.absent_after([*staying, *paid], place) < everybody
        left = of_players + back if back else [*staying, *paid] if is_paid else staying
        of_players = _together(left, place, everybody)
    if of_players:
        found = tuple(sorted(of_players))
    else:
        of_all = [change for kind in OF_ALL for change in listed if change.kind == kind]
        found = tuple(change for change in of_all if is_supported(change, log, at_base) and is_allowed(change, log))[:1]
    try:
        changes.judge_together(found, place, everybody)
    except Refused as refused:
        raise Unjustified(str(refused)) from None
    return found


def is_supported(change: Change, log: Log, agreed: Agreed) -> bool:
    """Return whether all needed players agree to a change: a quorum, the player who resigns, or all present."""
    agreeing = {player for player, said in agreed.items() if change in said.changes}
    return len(agreeing) >= log.charter.quorum and changes.are_signed((change,), agreeing, log.present)


def is_allowed(change: Change, log: Log) -> bool:
    """Return whether a change is possible at the base by itself."""
    try:
        log.judge(change)
    except Refused:
        return False
    return True


def _together(found: Sequence[Change], place: Checkpoint, everybody: frozenset[int]) -> list[Change]:
    """Return those changes that are possible together; each is possible by itself. ``absent`` wins over ``back``.

    A player who comes back before their penalty ends does so only if no other player is left.
    """
    away = {change.number for change in found if change.kind in (ABSENT, RESIGN)}
    kept = [change for change in found if change.kind != BACK or change.number not in away]
    kept = [change for change in kept if change.kind != ABSENT or Change(RESIGN, change.number) not in kept]
    late = [
        change for change in kept if change.kind != BACK or place.game.round() >= place.barred.get(change.number, 0)
    ]
    kept = late if everybody - changes.absent_after(late, place) else kept
    return sorted(set(kept))


# The judgement (R7)


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
