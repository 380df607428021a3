"""The digest of an edition's events since a player's last turn, in few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cli.i18n.texts import count, term, tr, translated
from cli.mare.words import tokens
from cli.ui.text.names import empires
from core.engine.event import Event, message_of
from core.engine.state import NO_EMPIRE
from core.mare.events import (
    Built,
    ControlTaken,
    FortressLost,
    LeaderChanged,
    LegionsLost,
    Marched,
    MarkerBuilt,
    MarkerOccupied,
    Occupied,
    Pillaged,
    Rolled,
    RolledAtSea,
    Sailed,
    TileGained,
    Took,
    TriremesLost,
)


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
            yield empire, tr("trade: {gained} for {given}", gained=gained, given=given)
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
        value = message_of(self._board, self._event).fields[field]
        return term(value) if isinstance(value, str) else translated(value)  # type: ignore[arg-type]


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
