"""What happened to a player in any edition: the battles they were in, the trade, and what they drew."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cli.i18n.texts import count, tr
from cli.mare.digest import LOSSES, Names
from cli.mare.map import StandingOf
from cli.mare.words import sides, units_of
from cli.ui.view import Report, Reports
from core.engine.event import Event
from core.engine.kind import kinds_of
from core.engine.state import NO_EMPIRE
from core.mare.events import BATTLE, Gave, Offered, Rolled, RolledAtSea, Took, TriremesLost
from core.mare.trade import Compensation, Taking

SIDES = ("empire", "other", "owner", "taker", "loser", "leader")
"""The fields of events that name a side."""


class Rights(NamedTuple):
    """What a player may do later who stands alone in a province of others; both texts have a slot ``empire``."""

    conqueror: str
    on_marker: str
    """The same of a player whose legion stands on the control marker."""


def reports(
    before: Any,
    state: Any,
    events: Iterable[Event],
    own: int,
    standing: StandingOf,
    rights: Rights,
    trades: Sequence[type] = (),
    draws: Sequence[type] = (),
) -> Reports:
    """Return what happened to an empire since it was last told, and the events of a trade that still goes on.

    ``before`` is the position at that time. ``trades`` and ``draws`` have the events that only the edition has.
    """
    heard = list(events)
    trading = [event for event in heard if isinstance(event, (Offered, Took, Gave, *trades))]
    goes_on = any(isinstance(frame, Taking | Compensation) for frame in state.stack)
    found = list(_battles(before, state, heard, own, standing, rights))
    if not goes_on:
        mine = [event for event in trading if own in _sides_of(event)]
        if any(not isinstance(event, Offered) for event in mine):
            found.append(Report(tr("The trade"), mine))
    drawn = [event for event in heard if isinstance(event, (*draws,)) and own in _sides_of(event)]
    if drawn:
        found.append(Report(tr("What you drew"), drawn))
    return Reports(found, trading if goes_on else [])


def _sides_of(event: Event) -> set[int]:
    """Return the sides that an event names."""
    return {getattr(event, field) for field in SIDES if field in kinds_of(type(event))}


def _battles(
    before: Any, state: Any, heard: Sequence[Event], own: int, standing: StandingOf, rights: Rights
) -> Iterator[Report]:
    """Yield what happened in each place where the empire fought, or where others took what it controls."""
    told: dict[str, list[Event]] = {}
    place = ""
    for event in heard:
        if event.topics != BATTLE:
            continue
        # The event of a loss at sea doesn't say where that was: in the battle that was just fought.
        place = place if isinstance(event, TriremesLost) else _place_of(state.board, event) or place
        if place:
            told.setdefault(place, []).append(event)
    for where, deeds in told.items():
        is_fought = any(isinstance(event, Rolled) and event.empire == own for event in deeds)
        is_struck = any(own in _sides_of(event) and len(_sides_of(event)) > 1 for event in deeds)
        # A player may have come to control a province since they were last told.
        controlled = own in (_controller(before, where), _controller(state, where))
        is_robbed = controlled and any(own not in _sides_of(event) for event in deeds)
        if is_fought or is_struck or is_robbed:
            yield _of_battle(state, where, deeds, standing, rights)


def _of_battle(state: Any, where: str, deeds: Sequence[Event], standing: StandingOf, rights: Rights) -> Report:
    name = _name_of(state.board, where)
    rolled = [event for event in deeds if isinstance(event, Rolled)]
    after = [_now(state, where, standing), *_then(state, where, standing, rights)]
    if not rolled:
        return Report(tr("What happened in {place}", place=name), [*deeds, *after], where)
    lost = any(isinstance(event, LOSSES) for event in deeds)
    told: list[Event | str] = [*deeds, *([] if lost or len(rolled) % 2 else [tr("No unit is lost.")])]
    title = tr("Battle in {place}: {attacker} against {defender}", place=name, **_opponents(state, rolled))
    return Report(title, [*told, *after], where)


def _opponents(state: Any, rolled: Sequence[Rolled]) -> dict[str, str]:
    """Return who attacked, as the attacker rolls first, and who defended."""
    names = [Names(state.board, event)["empire"] for event in rolled]
    return {"attacker": names[0], "defender": names[1] if len(names) > 1 else names[0]}


def _place_of(board: Any, event: Event) -> str:
    """Return the word of the place where a deed of arms happened; nothing if the event doesn't say."""
    fields: Any = event
    if isinstance(event, Rolled):
        return str((board.seas if isinstance(event, RolledAtSea) else board.provinces)[fields.place])
    named = {*kinds_of(type(event))}
    for field, words in (("province", board.provinces), ("target", board.provinces), ("sea", board.seas)):
        if field in named:
            return str(words[getattr(fields, field)])
    return ""


def _name_of(board: Any, where: str) -> str:
    if where in board.provinces:
        return str(board.province_names[board.provinces.index(where)])
    return str(board.sea_names[board.seas.index(where)])


def _controller(state: Any, where: str) -> int:
    """Return who controls a place, NO_EMPIRE for a sea."""
    if where not in state.board.provinces:
        return NO_EMPIRE
    return int(state.provinces[state.board.provinces.index(where)].controller)


def _now(state: Any, where: str, standing: StandingOf) -> str:
    """Return who holds what in a place now."""
    name, names = _name_of(state.board, where), sides(state)
    if where not in state.board.provinces:
        fleets = state.seas[state.board.seas.index(where)]
        there = [f"{names[side]} {count(number, 'trireme')}" for side, number in enumerate(fleets) if number]
        return tr("In {place} now: {units}.", place=name, units=", ".join(there) or tr("no units"))
    stands = standing(state.provinces[state.board.provinces.index(where)])
    units = ", ".join(f"{names[side]} {units_of(stands, side)}" for side in stands.present) or tr("no units")
    if stands.controller == NO_EMPIRE:
        return tr("In {place} now: {units}; uncontrolled.", place=name, units=units)
    controller = names[stands.controller]
    if stands.occupier == NO_EMPIRE:
        return tr("In {place} now: {units}; controlled by {empire}.", place=name, units=units, empire=controller)
    return tr(
        "In {place} now: {units}; controlled by {empire}, occupied by {other}.",
        place=name,
        units=units,
        empire=controller,
        other=names[stands.occupier],
    )


def _then(state: Any, where: str, standing: StandingOf, rights: Rights) -> Iterator[str]:
    """Yield what a player may do later who stands alone in a province of another player or of neutrals."""
    if where not in state.board.provinces or state.result is not None:
        return
    stands = standing(state.provinces[state.board.provinces.index(where)])
    alone = [side for side, units in enumerate(stands.land) if any(units)]
    if len(alone) != 1 or alone[0] >= len(state.players) or stands.controller in (NO_EMPIRE, alone[0]):
        return
    (empire,) = alone
    if stands.land[empire][0]:
        yield tr(rights.on_marker if stands.on_marker else rights.conqueror, empire=sides(state)[empire])
