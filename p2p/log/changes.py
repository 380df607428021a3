"""Which changes an epoch may make, at which places of a log, and how a game ends."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from p2p.game import Over
from p2p.log.charter import Charter
from p2p.log.statements import ABSENT, BACK, OF_ALL, OF_PERSONS, RESIGN, TAKE_BACK, Change
from p2p.log.steps import Checkpoint, Kind, Refused, Step

ROUNDS_OUT = 2
"""Rounds for which a player may not come back if they were declared absent while openings or beacon values were due.

A player who holds back a secret has already seen the others'. New dice, or the autopilot's answer, would then be to
their advantage, so it costs this much. They can't win the game during these rounds either.
"""

AGREEMENT = "agreement"
"""The victory of a game that all players agreed to end."""

FORFEIT = "forfeit"
"""The victory of a game whose only winners are barred, because they held back a secret."""

REST = (Kind.ACTION, Kind.COMMITMENTS)
"""What may be due where a charter continues a game: no player has signed any of it yet."""

_UNDONE = (Kind.ACTION, Kind.COMMITMENTS, Kind.EPOCH)
"""A game can be taken back over these steps: nothing in them was drawn or revealed."""


def judge(change: Change, place: Checkpoint, everybody: Collection[int]) -> None:
    """Raise Refused unless a change is possible at a place. Of taking back, ``can_be_undone`` says it."""
    kind, number = change
    if kind in OF_PERSONS and number not in everybody:
        raise Refused("a change about a player who is not at this table")
    if kind == ABSENT and number in place.absent:
        raise Refused("a change that declares absent a player who is absent already")
    if kind == RESIGN and number in place.resigned:
        raise Refused("a change about a player who has resigned already")
    if kind == BACK and (number not in place.absent or number in place.resigned):
        raise Refused("a change that brings back a player who is not absent, or has resigned")


def judge_together(changes: Collection[Change], place: Checkpoint, everybody: Collection[int]) -> None:
    """Raise Refused unless these changes may stand in one epoch; each of them has passed ``judge``."""
    absent = absent_after(changes, place)
    if not absent < set(everybody):
        raise Refused("a change that leaves no player at the table")
    early = [c.number for c in changes if c.kind == BACK and place.game.round() < place.barred.get(c.number, 0)]
    if early and set(everybody) - place.absent - absent:
        raise Refused(f"a change that brings a player back before round {place.barred[early[0]]}")


def can_be_undone(steps: Sequence[Step], height: int) -> bool:
    """Return whether the game can go on from the state at a height.

    It can if the steps above the height are actions, commitments and epochs only, and one of the actions was not taken
    back already.
    """
    is_action = any(step.kind is Kind.ACTION and step.number > height for step in course(steps))
    return is_action and all(step.kind in _UNDONE for step in steps[height:])


def course(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield the steps that led to the current state, newest first; no epochs, charters, or steps taken back."""
    height = len(steps)
    while height:
        step = steps[height - 1]
        height -= 1
        if step.kind is Kind.CHARTER:
            continue
        if step.proposed is None:
            yield step
            continue
        undone = [change.number for change in step.proposed.changes if change.kind == TAKE_BACK]
        height = min([height, *undone])


def are_signed(changes: Collection[Change], players: Collection[int], present: Collection[int]) -> bool:
    """Return whether these players are all that the changes need."""
    for kind, number in changes:
        if kind in OF_ALL and not all(player in players for player in present):
            return False
        if kind == RESIGN and number not in players:
            return False
    return True


def absent_after(changes: Collection[Change], place: Checkpoint) -> frozenset[int]:
    """Return who is absent after these changes at a place."""
    absent = set(place.absent)
    for kind, number in changes:
        if kind in (ABSENT, RESIGN):
            absent.add(number)
        elif kind == BACK:
            absent.discard(number)
    return frozenset(absent)


def result(charter: Charter, place: Checkpoint) -> Over | None:
    """Return the result of a game that is over at a place, else None.

    A game that ends by agreement has no winner. An absent player who is barred for holding back a secret can't win.
    """
    if place.kind is not Kind.OVER:
        return None
    node, now = place.game.node, place.game.round()
    if place.agreed or not isinstance(node, Over):
        return Over((), AGREEMENT)
    out = {player for player in place.absent if now < place.barred.get(player, 0)}
    winners = tuple(seat for seat in node.winners if charter.seats[seat].player not in out)
    return Over(winners, FORFEIT if node.winners and not winners else node.victory)


def still_barred(place: Checkpoint, charter: Charter) -> dict[int, int]:
    """Return by player of a charter that continues a game from a place until which round they are out.

    A player who was barred stays so with their key. A player who takes one of their seats is barred with it.
    """
    barred: dict[int, int] = {}
    for former, round_ in place.barred.items():
        seats = set(place.charter.seats_of(former))
        for player in charter.everyone:
            if charter.players[player].key == place.charter.players[former].key or seats.intersection(
                charter.seats_of(player)
            ):
                barred[player] = max(barred.get(player, 0), round_)
    return barred
