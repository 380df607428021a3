"""What has happened, told in any edition: in as few words as can be, as reports to a player, and round by round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cli.i18n.texts import count, field_of, plural, term, tr
from cli.mare.map import StandingOf
from cli.mare.words import sides, tokens, units_of
from cli.ui.text.cells import folded
from cli.ui.text.names import empires
from cli.ui.view import Chronicle, Report, Reports
from core.engine.event import Event, message_of
from core.engine.kind import kinds_of
from core.engine.state import NO_EMPIRE
from core.mare.events import (
    BATTLE,
    Built,
    ControlTaken,
    FortressLost,
    Gave,
    LeaderChanged,
    LegionsLost,
    Marched,
    MarkerBuilt,
    MarkerOccupied,
    Occupied,
    Offered,
    Pillaged,
    Rolled,
    RolledAtSea,
    Sailed,
    TileGained,
    Took,
    TriremesLost,
)
from core.mare.titles import levels
from core.mare.trade import Compensation, Taking


class Deed(NamedTuple):
    """What an empire has done or lost, without its name: a ``text``, or ``told`` of units in a place."""

    empire: int
    text: str = ""
    told: Callable[[str, str], str] | None = None
    unit: str = ""
    place: str = ""
    number: int = 1


DeedOf = Callable[[Any, Event], Deed | None]
"""Return the deed that an event reports, or None if a digest leaves the event out."""

LOSSES = (FortressLost, LegionsLost, TriremesLost)

OF_ONESELF = (*LOSSES, LeaderChanged)
"""What a digest says of the player, too."""


def digest(state: Any, events: Iterable[Event], own: int, deed_of: DeedOf) -> list[tuple[int, str]]:
    """Return by empire what happened: first to the ``own`` one, and of that only what it has lost, suffered or become.

    The others follow in the order in which they come, who has a new title before them, each with its trades last. Of
    neutrals there is nothing: who has done something to them has done more.
    """
    # A title may be taken from the player, who must not miss that where the rest is cut.
    told, board = sorted(events, key=lambda event: not isinstance(event, LeaderChanged)), state.board
    found: dict[int, list[str]] = {own: list(dict.fromkeys(_suffered(state, told, own)))}
    sums: Counter[Deed] = Counter()
    sea = ""
    for event in told:
        if isinstance(event, RolledAtSea):
            sea = Names(board, event)["place"]
        deed = None if _is_conquest(state, event, own) else deed_of(board, event)
        if (
            deed is not None
            and deed.empire < len(board.empires)
            and (deed.empire != own or isinstance(event, OF_ONESELF))
        ):
            # The event of a loss at sea doesn't say where that was.
            place = sea if isinstance(event, TriremesLost) else deed.place
            sums[deed._replace(place=place, number=1)] += deed.number
    for deed, number in sums.items():
        found.setdefault(deed.empire, []).append(_in_words(deed, number))
    for empire, traded in _trades(state, told):
        found.setdefault(empire, []).append(traded)
    return [(empire, ", ".join(texts)) for empire, texts in found.items() if texts]


def _in_words(deed: Deed, number: int) -> str:
    if deed.told is not None:
        return deed.told(count(number, deed.unit), deed.place)
    return f"{deed.text} ({number})" if number > 1 else deed.text


def _suffered(state: Any, events: Sequence[Event], own: int) -> Iterator[str]:
    """Return what others have done to an empire: attacks, even without a loss, and conquests of what it controls."""
    names, rolled = empires(state), None
    for event in events:
        named = Names(state.board, event)
        # The attacker rolls first, and the defender next.
        if isinstance(event, Rolled) and event.empire == own and rolled is not None and rolled[1] == named["place"]:
            yield tr("{empire} attacked in {place}", empire=rolled[0], place=rolled[1])
        others = isinstance(event, Rolled) and event.empire < len(names) and event.empire != own
        rolled = (named["empire"], named["place"]) if others else None
        if _is_conquest(state, event, own):
            yield _conquest(event, named)


def _is_conquest(state: Any, event: Event, own: int) -> bool:
    """Return whether an event takes from an empire what stands in its province."""
    if not isinstance(event, MarkerOccupied | Occupied | Pillaged):
        return False
    return bool(event.empire != own and state.provinces[event.province].controller == own != NO_EMPIRE)


def _conquest(event: Event, named: Names) -> str:
    who = {"empire": named["empire"], "place": named["province"]}
    match event:
        case Pillaged():
            return tr("{empire} pillaged {things} in {place}", things=named["icon"], **who)
        case Occupied():
            return tr("{empire} occupied {things} in {place}", things=named["icons"], **who)
    return tr("{empire} occupied {things} in {place}", things=term("control marker"), **who)


def _trades(state: Any, events: Iterable[Event]) -> Iterator[tuple[int, str]]:
    """Return by empire what it has gained and given in trade, all takes set off against each other."""
    balance: dict[int, Counter[int]] = {}
    for event in events:
        if isinstance(event, Took):
            balance.setdefault(event.taker, Counter())[event.token] += 1
            balance.setdefault(event.loser, Counter())[event.token] -= 1
    for empire, one in balance.items():
        gained, given = tokens(state, sorted((+one).elements())), tokens(state, sorted((-one).elements()))
        if gained and given:
            yield empire, tr("trade: gave {given} for {gained}", gained=gained, given=given)
        elif gained or given:
            yield (
                empire,
                tr("trade: gained {gained}", gained=gained) if gained else tr("trade: gave {given}", given=given),
            )


def deed_of(board: Any, event: Event) -> Deed | None:
    """Return the deed of an event that every edition has."""
    for kind in type(event).__mro__:
        if kind in DEEDS:
            return DEEDS[kind](event, Names(board, event))
    return None


class Names:
    """The fields of an event as texts in the language in use."""

    def __init__(self, board: Any, event: Event) -> None:
        self._board, self._event = board, event

    def __getitem__(self, field: str) -> str:
        message = message_of(self._board, self._event)
        return str(field_of(message, message.fields[field]))


def built(thing: str, place: str) -> str:
    """Return what was built, and where."""
    return tr("{thing} in {place}", thing=thing, place=place)


def lost(units: str, place: str) -> str:
    """Return what was lost, and where, if that is known."""
    if not place:
        return tr("lost {units} at sea", units=units)
    return tr("lost {units} in {place}", units=units, place=place)


def occupied(things: str, place: str) -> str:
    """Return what was occupied, and where."""
    return tr("occupied {things} in {place}", things=things, place=place)


def moved(units: str, place: str) -> str:
    """Return what has moved, and to where."""
    return tr("{units} to {place}", units=units, place=place)


DEEDS: Mapping[type, Callable[[Any, Names], Deed]] = {
    TileGained: lambda event, named: Deed(event.empire, named["tile"]),
    MarkerBuilt: lambda event, named: Deed(event.empire, built(term("control marker"), named["province"])),
    Built: lambda event, named: Deed(event.empire, built(named["thing"], named["province"])),
    LeaderChanged: lambda event, named: Deed(event.empire, named["title"]),
    Sailed: lambda event, named: Deed(event.empire, "", moved, "trireme", named["target"], event.number),
    Marched: lambda event, named: Deed(event.empire, "", moved, "legion", named["target"], event.number),
    TriremesLost: lambda event, named: Deed(event.empire, "", lost, "trireme", "", event.number),
    LegionsLost: lambda event, named: Deed(event.empire, "", lost, "legion", named["province"], event.number),
    FortressLost: lambda event, named: Deed(event.empire, lost(term("fortress"), named["province"])),
    Pillaged: lambda event, named: Deed(
        event.empire,
        tr("pillaged {things} in {place}", things=named["icon"], place=named["province"]),
    ),
    Occupied: lambda event, named: Deed(event.empire, occupied(named["icons"], named["province"])),
    MarkerOccupied: lambda event, named: Deed(event.empire, occupied(term("control marker"), named["province"])),
    ControlTaken: lambda event, named: Deed(event.empire, tr("control of {place}", place=named["province"])),
}
"""The deed of each event that all editions have. Subclasses of an event are reported in the same way."""


SIDES = ("empire", "other", "owner", "taker", "loser", "leader")
"""The fields of events that name a side."""


class Rights(NamedTuple):
    """What a player may do later who stands alone in a province of others; the texts have a slot ``empire``."""

    conqueror: Callable[[Any, int, int], str]
    """In English, what an empire may do in a province as it is now; nothing, if there is nothing to take."""

    on_marker: str
    """The same of a player whose legion stands on the control marker."""


def reports(
    before: Any,
    state: Any,
    events: Iterable[Event],
    own: int,
    standing: StandingOf,
    rights: Rights,
    losses: tuple[type, ...],
    trades: Sequence[type] = (),
    draws: Sequence[type] = (),
) -> Reports:
    """Return what happened to an empire since it was last told, and the events of a trade that still goes on.

    ``before`` is the position at that time. ``losses`` has the frames that ask for the losses of a battle, ``trades``
    and ``draws`` the events that only the edition has.
    """
    heard = list(events)
    trading = [event for event in heard if isinstance(event, (Offered, Took, Gave, *trades))]
    goes_on = any(isinstance(frame, Taking | Compensation) for frame in state.stack)
    open_losses = [frame for frame in reversed(state.stack) if isinstance(frame, losses)]
    found = list(_battles(before, state, heard, own, _Telling(standing, rights, open_losses)))
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


class _Telling(NamedTuple):
    """What reports of battles need besides events: the frames of losses still to take, the next to take them first."""

    standing: StandingOf
    rights: Rights
    losses: Sequence[Any]


def _battles(before: Any, state: Any, heard: Sequence[Event], own: int, telling: _Telling) -> Iterator[Report]:
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
    for where, events in told.items():
        battles = _one_by_one(events)
        concerning = [deeds for deeds in battles if _concerns(before, state, where, deeds, own)]
        for deeds in concerning:
            yield _of_battle(state, where, deeds, telling, is_last=deeds is concerning[-1])


def _one_by_one(events: Sequence[Event]) -> list[list[Event]]:
    """Return what happened in a place battle by battle; each begins with the dice of the attacker and the defender."""
    battles: list[list[Event]] = [[]]
    rolled = 0
    for event in events:
        if isinstance(event, Rolled):
            if rolled % 2 == 0 and battles[-1]:
                battles.append([])
            rolled += 1
        battles[-1].append(event)
    return battles


def _concerns(before: Any, state: Any, where: str, deeds: Sequence[Event], own: int) -> bool:
    """Return whether an empire took part in what happened in a place, or controls it and others did that."""
    if not any(isinstance(event, Rolled) for event in deeds) and any(_is_loss_of(event, own) for event in deeds):
        # The player was told of the battle before they chose their losses, and knows these.
        return not all(_is_loss_of(event, own) for event in deeds)
    is_fought = any(isinstance(event, Rolled) and event.empire == own for event in deeds)
    is_struck = any(own in _sides_of(event) and len(_sides_of(event)) > 1 for event in deeds)
    # A player may have come to control a province since they were last told.
    controlled = own in (_controller(before, where), _controller(state, where))
    return is_fought or is_struck or (controlled and any(own not in _sides_of(event) for event in deeds))


def _is_loss_of(event: Event, empire: int) -> bool:
    return isinstance(event, LOSSES) and event.empire == empire


def _of_battle(state: Any, where: str, deeds: Sequence[Event], telling: _Telling, *, is_last: bool) -> Report:
    """Return a report of a battle; the last one of a place says how things stand there now."""
    name = _name_of(state.board, where)
    rolled = [event for event in deeds if isinstance(event, Rolled)]
    after: list[str] = []
    if is_last:
        after = [*_still_to_lose(state, where, telling.losses), _now(state, where, telling.standing)]
        after += _then(state, where, telling.standing, telling.rights)
    if not rolled:
        return Report(tr("What happened in {place}", place=name), [*deeds, *after], where)
    is_open = is_last and any(_place_of(state.board, frame) == where for frame in telling.losses)
    lost = is_open or any(isinstance(event, LOSSES) for event in deeds)
    told: list[Event | str] = [*deeds, *([] if lost or len(rolled) % 2 else [tr("No unit is lost.")])]
    title = tr("Battle in {place}: {attacker} against {defender}", place=name, **_opponents(state, rolled))
    return Report(title, [*told, *after], where)


def _still_to_lose(state: Any, where: str, losses: Sequence[Any]) -> Iterator[str]:
    """Yield how many losses each side has still to take in a place."""
    for frame in losses:
        if _place_of(state.board, frame) == where:
            yield plural(
                "{empire} still has to take {number} loss.",
                "{empire} still has to take {number} losses.",
                frame.hits,
                empire=sides(state)[frame.empire],
            )


def _opponents(state: Any, rolled: Sequence[Rolled]) -> dict[str, str]:
    """Return who attacked, as the attacker rolls first, and who defended."""
    names = [Names(state.board, event)["empire"] for event in rolled]
    return {"attacker": names[0], "defender": names[1] if len(names) > 1 else names[0]}


def _place_of(board: Any, event: Any) -> str:
    """Return the word of the place of a deed of arms, or of a frame of losses; nothing if the event doesn't say."""
    if isinstance(event, Rolled):
        place: Any = event
        return str((board.seas if isinstance(event, RolledAtSea) else board.provinces)[place.place])
    named = {*kinds_of(type(event))}
    for field, words in (("province", board.provinces), ("target", board.provinces), ("sea", board.seas)):
        if field in named:
            return str(words[getattr(event, field)])
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
    index = state.board.provinces.index(where)
    stands = standing(state.provinces[index])
    alone = [side for side, units in enumerate(stands.land) if any(units)]
    if len(alone) != 1 or alone[0] >= len(state.players) or stands.controller in (NO_EMPIRE, alone[0]):
        return
    (empire,) = alone
    if not stands.land[empire][0]:
        return
    if may := rights.on_marker if stands.on_marker else rights.conqueror(state, index, empire):
        yield tr(may, empire=sides(state)[empire])


class MareChronicle(Chronicle):
    """Collects what happens in a round and tells it when the round is over; an edition adds its own events."""

    def __init__(self) -> None:
        self.round = 1
        self._over = False
        self._happened: list[Event] = []

    def piece(self, event: Event, empire: int) -> str:
        """Return a piece that only this edition's event says an empire has built; nothing for any other."""
        return ""

    def deeds(self, board: Any, event: Event, empire: int) -> Iterator[str]:
        """Return what else an empire did by an event that only this edition has."""
        return iter(())

    def hear(self, event: Event) -> None:
        self._happened.append(event)

    def turn(self, state: Any) -> list[str]:
        if self._over or (state.round == self.round and state.result is None):
            return []
        self._over = state.result is not None
        lines = [tr("Round {round}: {leaders}.", round=self.round, leaders=_leaders(state))]
        for empire, name in enumerate(empires(state)):
            doings = [*self._built(state.board, empire), *self._conquered(state.board, empire)]
            if doings:
                lines += folded(f"{name}: {', '.join(doings)}.")
        self.round = state.round
        self._happened.clear()
        return lines

    def _built(self, board: Any, empire: int) -> Iterator[str]:
        pieces: Counter[str] = Counter()
        tiles: list[str] = []
        for event in self._happened:
            if piece := self.piece(event, empire):
                pieces[piece] += 1
            match event:
                case TileGained(owner, tile) if owner == empire:
                    tiles.append(term(board.tiles[tile].name))
                case MarkerBuilt(owner) if owner == empire:
                    pieces["control marker"] += 1
                case Built(owner, thing) if owner == empire:
                    # Icons are numbered where a province has two, and a caravan's names its commodity.
                    pieces[thing.partition(":")[0].rstrip("0123456789").replace("_", " ")] += 1
        yield from (count(number, piece) for piece, number in pieces.items())
        yield from tiles

    def _conquered(self, board: Any, empire: int) -> Iterator[str]:
        for event in self._happened:
            yield from self.deeds(board, event, empire)
            match event:
                case ControlTaken(province, owner) if owner == empire:
                    yield converted(board, province)
                case Occupied(owner, _, province) | MarkerOccupied(owner, province) if owner == empire:
                    yield tr("occupy {province}", province=board.province_names[province])
                case Pillaged(owner, _, province) if owner == empire:
                    yield tr("pillage {province}", province=board.province_names[province])


def converted(board: Any, province: int) -> str:
    """Return that an empire has taken the control of a province over."""
    return tr("convert {province}", province=board.province_names[province])


def _leaders(state: Any) -> str:
    """``Carthage leads trade (9), Egypt culture (6), Rome military (7)``."""
    parts: list[str] = []
    for track, (name, leader) in enumerate(zip(state.board.track_names, state.leaders, strict=True)):
        told = {"empire": empires(state)[leader], "track": term(name), "level": levels(state, leader)[track]}
        parts.append(
            tr("{empire} {track} ({level})", **told) if parts else tr("{empire} leads {track} ({level})", **told)
        )
    return ", ".join(parts)
