"""What maps, pictures and pages of any edition show: the shapes of a board, what stands on each place.

A `Standing` is what stands in a province, whatever the edition. Marks and labels are for terminals, tags and figures
for pictures. The end of the module tells of events, and counts by round what pages draw.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, NamedTuple

from cli.i18n.texts import marked, term, tr
from cli.ui.map import labels
from cli.ui.map.geography import Atlas, Geography, Place, Site, plan_of
from cli.ui.map.labels import GOODS, ICONS, OPEN, WORDS, Label, Line, Look, Side
from cli.ui.map.view import Course, MapView, Series, Tray
from cli.ui.picture import tags
from cli.ui.picture.tags import Piece, Row
from core.engine.event import Event
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from core.mare.buildings import BUILDING_KINDS, CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, TEMPLE
from core.mare.events import Marched, MarkerOccupied, Occupied, Rolled, Sailed
from core.mare.map import ProvinceFacts, SeaFacts
from core.mare.resources import Counts
from core.mare.state import holdings
from core.mare.titles import all_levels
from core.mare.trade import Offers, Taking


class Standing(NamedTuple):
    """What stands in a province; an edition makes it of its own record."""

    controller: int
    """The side whose control marker lies there, or NO_EMPIRE."""

    built: int
    """The mask of icons on which buildings stand."""

    occupier: int
    """The side whose legions stand on the marker or on icons, or NO_EMPIRE."""

    on_marker: bool
    on_icons: int
    """The mask of icons on which its legions stand."""

    land: tuple[tuple[int, int], ...]
    """By side: its legions and fortresses."""

    docks: Counts = b""
    """By empire: its triremes in dock, in editions that have any."""

    pillaged: bool = False

    @property
    def is_at_war(self) -> bool:
        """Whether land units of two or more sides stand there."""
        return sum([units != (0, 0) for units in self.land]) > 1

    @property
    def present(self) -> list[int]:
        """The sides that have units there."""
        return [side for side, units in enumerate(self.land) if any(units) or self.docked(side)]

    def docked(self, side: int) -> int:
        """Return the triremes of a side in dock."""
        return self.docks[side] if side < len(self.docks) else 0


StandingOf = Callable[[Any], Standing]
"""What an edition makes of a province of its own."""


@lru_cache(maxsize=16)
def atlas_of(board: Any, geography: Geography) -> Atlas:
    """Return the shapes of all places that are open on a board: a plan, if its map is not that of the geography."""
    provinces, seas = board.map.provinces, board.map.seas
    spots = {place.id: (float(place.at[0]), float(place.at[1])) for place in (*provinces, *seas)}
    named = (
        (False, enumerate(zip(board.provinces, board.province_names, strict=True))),
        (True, enumerate(zip(board.seas, board.sea_names, strict=True))),
    )
    sites = [
        Site(place, name, is_sea, index, spots[place]) for is_sea, places in named for index, (place, name) in places
    ]
    return geography.atlas(sites) if _is_drawn(provinces, seas, geography) else plan_of(sites)


def _is_drawn(provinces: Sequence[ProvinceFacts], seas: Sequence[SeaFacts], geography: Geography) -> bool:
    """Return whether a geography has all places of a map, closed ones too, and just its borders, coasts and straits."""
    return (
        geography.has([*(place.id for place in provinces), *(place.id for place in seas)])
        and geography.has_lines("border", [(one.id, other) for one in provinces for other in one.land])
        and geography.has_lines("coast", [(one.id, sea) for one in provinces for sea in one.coast])
        and geography.has_lines("strait", [(one.id, other) for one in seas for other in one.seas])
    )


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks on a map. Buildings have one for what stands and one for a free icon."""

    built: Sequence[str]  # by building kind
    free: Sequence[str]
    legion: str
    fortress: str
    trireme: str
    dock: str  # a trireme in dock
    war: str
    pillaged: str


def _by_kind(marks: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(marks[kind] for kind in range(len(BUILDING_KINDS)))


UNICODE = Marks(
    built=_by_kind({CARAVAN: "●", MARKET: "■", CITY: "◆", CAPITAL: "★", LEGENDARY_CITY: "✦", TEMPLE: "▲"}),
    free=_by_kind({CARAVAN: "○", MARKET: "□", CITY: "◇", CAPITAL: "☆", LEGENDARY_CITY: "✧", TEMPLE: "△"}),
    legion="⚑",
    fortress="♜",
    trireme="◢",
    dock="◿",
    war="✕",
    pillaged="†",
)
ASCII = Marks(
    built=_by_kind({CARAVAN: "+", MARKET: "M", CITY: "C", CAPITAL: "K", LEGENDARY_CITY: "L", TEMPLE: "T"}),
    free=_by_kind({CARAVAN: "-", MARKET: "m", CITY: "c", CAPITAL: "k", LEGENDARY_CITY: "l", TEMPLE: "t"}),
    legion="!",
    fortress="#",
    trireme="^",
    dock="v",
    war="X",
    pillaged="%",
)


def marks_of(look: Look) -> Marks:
    """Return the marks that a terminal can show."""
    return UNICODE if look.unicode else ASCII


def legend(look: Look, board: Any, sides: Sequence[Side], kinds: Sequence[int], units: Sequence[str]) -> list[str]:
    """Return what the marks on a map mean, in lines of 72 columns at most, with sides and places of the game.

    ``kinds`` are the buildings of an edition, ``units`` its lines about units.
    """
    one, other = sides[:2]
    place, taken = sorted(board.province_names, key=len)[:2]
    glyphs, marks = look.glyphs, marks_of(look)
    pairs = [
        f"{marks.built[kind]}{marks.free[kind]} {term(BUILDING_KINDS[kind].replace('_', ' '))}"
        for kind in kinds
        if kind != CARAVAN
    ]
    caravan, market = (marks.built[kind] for kind in (CARAVAN, MARKET))
    return [
        tr(
            "{letter} {place}: controlled by {side}; {unheld} {place}: uncontrolled; {place} {war}: at war",
            letter=one.letter,
            place=place,
            side=term(one.name),
            unheld=glyphs.unheld,
            war=marks.war,
        ),
        tr(
            "{owner_letter} {place}{held}{letter}: a legion of {side} stands on the control marker of {owner}",
            owner_letter=other.letter,
            place=taken,
            held=glyphs.held,
            letter=one.letter,
            side=term(one.name),
            owner=term(other.name),
        ),
        tr("{caravan}oil: a caravan stands; {free}oil: its icon is free", caravan=caravan, free=marks.free[CARAVAN]),
        tr("likewise {buildings}", buildings=", ".join(pairs)),
        tr(
            "{market}{letter}: that building is held, or that icon taken, by a legion of {side}",
            market=market,
            letter=one.letter,
            side=term(one.name),
        ),
        *units,
        tr(
            "{letter}2{tip} {place} {stake}72%: two of {side} would go there, and win with 72%",
            letter=one.letter,
            place=place,
            side=term(one.name),
            tip=glyphs.tips[0],
            stake=glyphs.stake,
        ),
        tr("{wave}: water", wave=glyphs.wave),
    ]


def province_label(shown: Shown, index: int, detail: int, look: Look) -> Label:
    """Return what is written on a province besides its name."""
    province, marks = shown.provinces[index], marks_of(look)
    holder, occupier = shown.holders(index)
    notes: Line = []
    if occupier is not None:
        notes += [("class:map-name", look.glyphs.held), labels.badge(occupier)]
    elif province.is_at_war or province.pillaged:
        notes.append(("", " "))
    if province.is_at_war:
        notes.append(("class:map-war", marks.war))
    if province.pillaged:
        notes.append(("class:map-units", marks.pillaged))
    icons = list(_icons(shown, index, detail, look)) if detail >= ICONS else []
    return Label(labels.holder(look, holder), notes, icons, _units(shown, province, look))


def sea_label(shown: Shown, index: int, look: Look) -> Label:
    """Return what is written on a sea besides its name."""
    mark = marks_of(look).trireme
    fleets = zip(shown.sides, shown.seas[index], strict=False)
    units = labels.units_of([(side, f"{mark}{triremes}") for side, triremes in fleets if triremes])
    return Label([], [], [], units)


def _icons(shown: Shown, index: int, detail: int, look: Look) -> Iterator[Line]:
    board, province, marks = shown.board, shown.provinces[index], marks_of(look)
    cities = city_names(board.map.provinces, board.provinces[index])
    for number, icon in enumerate(board.icons[index]):
        built = province.built >> number & 1
        mark = (marks.built if built else marks.free)[icon.kind]
        if detail >= GOODS and icon.kind == CARAVAN:
            names = [name for name, _ in board.map.commodities]
            mark += (goods(tuple(names)) if detail == GOODS else names)[icon.commodity - 1]
        elif detail == WORDS:
            mark += cities.get(icon.kind, "")
        group: Line = [("class:map-built" if built else "class:map-free", mark)]
        if province.on_icons >> number & 1:
            group.append(labels.badge(shown.sides[province.occupier]))
        yield group


def city_names(provinces: Sequence[ProvinceFacts], province: str) -> dict[int, str]:
    """Return the names of a province's cities that have one on the board, by kind."""
    facts = next(facts for facts in provinces if facts.id == province)
    return {CAPITAL: facts.capital, LEGENDARY_CITY: facts.legendary, CITY: facts.city_name}


@cache
def goods(names: Sequence[str]) -> tuple[str, ...]:
    """Return the commodities cut as short as they can be told apart, but to two letters at least."""
    return tuple(
        next(
            name[:length]
            for length in range(2, len(name) + 3)
            if length >= len(name) or [other[:length] for other in names].count(name[:length]) == 1
        )
        for name in names
    )


def _units(shown: Shown, province: Standing, look: Look) -> Line:
    """Return the units of every side in a province, triremes in dock last."""
    marks, groups = marks_of(look), []
    for side in province.present:
        legions, fortresses = province.land[side]
        ships = province.docked(side)
        text = f"{marks.legion}{legions}" * bool(legions) + marks.fortress * fortresses
        groups.append((shown.sides[side], text + f"{marks.dock}{ships}" * bool(ships)))
    return labels.units_of(groups)


def province_rows(shown: Shown, index: int) -> list[Row]:
    """Return the rows of a province: its name, its icons, its units."""
    heading = [*tags.holder(*shown.holders(index)), tags.name(shown.board.province_names[index])]
    if shown.provinces[index].is_at_war:
        heading.append(tags.figure("war", "war"))
    if shown.provinces[index].pillaged:
        heading.append(tags.figure("pillaged", "built"))
    return [heading, *tags.broken(list(_drawn_icons(shown, index))), list(_drawn_units(shown, index))]


def sea_rows(shown: Shown, index: int) -> list[Row]:
    """Return the rows of a sea: its name, its fleets."""
    fleets = zip(shown.sides, shown.seas[index], strict=False)
    return [
        [tags.sea_name(shown.board.sea_names[index])],
        [tags.token(side, [("trireme", triremes)]) for side, triremes in fleets if triremes],
    ]


def meanings(board: Any, sides: Sequence[Side], kinds: Sequence[int], land: str) -> list[tuple[Row, Message]]:
    """Return the marks that pictures of all editions explain; ``land`` words what units of a side stand on land."""
    one, other = sides[0], sides[-1]
    good = term(board.map.commodities[0][0])
    buildings = [(BUILDING_KINDS[kind], BUILDING_KINDS[kind].replace("_", " ")) for kind in kinds if kind != CARAVAN]
    held = tags.together(tags.building("market", "", True), tags.badge(one))
    return [
        (tags.holder(one), Message(marked("controlled by {side}"), side=one.name)),
        (tags.holder(None), Message(marked("uncontrolled"))),
        (
            tags.holder(other, one),
            Message(marked("a legion of {side} stands on the marker of {owner}"), side=one.name, owner=other.name),
        ),
        ([tags.plate(good, True), tags.plate(good, False)], Message(marked("a caravan, and a place for one"))),
        *(
            (
                [tags.building(kind, "", True), tags.building(kind, "", False)],
                Message(marked("{building}, and a place for one"), building=name),
            )
            for kind, name in buildings
        ),
        ([held], Message(marked("held by a legion of {side}"), side=one.name)),
        ([tags.token(one, [("legion", 2), ("fortress", -1)])], Message(land, side=one.name)),
        ([tags.token(one, [("trireme", 2)])], Message(marked("two triremes of {side}"), side=one.name)),
        ([tags.figure("war", "war")], Message(marked("at war"))),
    ]


def _drawn_icons(shown: Shown, index: int) -> Iterator[Piece]:
    board, province = shown.board, shown.provinces[index]
    cities = city_names(board.map.provinces, board.provinces[index])
    for number, icon in enumerate(board.icons[index]):
        is_built = bool(province.built >> number & 1)
        if icon.kind == CARAVAN:
            piece = tags.plate(term(board.map.commodities[icon.commodity - 1][0]), is_built)
        else:
            piece = tags.building(BUILDING_KINDS[icon.kind], cities.get(icon.kind, ""), is_built)
        if province.on_icons >> number & 1:
            piece = tags.together(piece, tags.badge(shown.sides[province.occupier]))
        yield piece


def _drawn_units(shown: Shown, index: int) -> Iterator[Piece]:
    province = shown.provinces[index]
    for side in province.present:
        legions, fortresses = province.land[side]
        ships = province.docked(side)
        units = [("legion", legions), ("fortress", -1 if fortresses == 1 else fortresses), ("dock", ships)]
        yield tags.token(shown.sides[side], units)


class Shown(NamedTuple):
    """All of a position that a map shows; ``sides`` are all that may hold something, players or not."""

    board: Any
    atlas: Atlas
    sides: tuple[Side, ...]
    provinces: tuple[Standing, ...]
    seas: tuple[Counts, ...]

    @property
    def usual(self) -> Shown:
        """A position with units of two sides everywhere, for as much room as most labels and tags need."""
        return _usual(self.board, self.atlas, self.sides)

    def holders(self, index: int) -> tuple[Side | None, Side | None]:
        """Return whose a province is, and who stands on the control marker there."""
        province = self.provinces[index]
        controller = None if province.controller == NO_EMPIRE else self.sides[province.controller]
        return controller, self.sides[province.occupier] if province.on_marker else None

    def ink(self, place: Place) -> str:
        """Return the colour of a province's controller."""
        controller, _ = self.holders(place.index)
        return controller.ink if controller is not None else OPEN

    def record(self, place: Place) -> object:
        """Return a province, or the fleets of a sea."""
        return self.seas[place.index] if place.is_sea else self.provinces[place.index]

    def label(self, place: Place, detail: int, look: Look) -> Label:
        """Return what is written on a province or sea besides its name."""
        if place.is_sea:
            return sea_label(self, place.index, look)
        return province_label(self, place.index, detail, look)

    def tag(self, place: Place) -> list[Row]:
        """Return the rows of a province's or sea's tag."""
        return (sea_rows if place.is_sea else province_rows)(self, place.index)


@lru_cache(maxsize=16)
def _usual(board: Any, atlas: Atlas, sides: tuple[Side, ...]) -> Shown:
    two = bytes(side < 2 for side in range(len(board.empires)))
    land = tuple((int(side < 2), 0) for side in range(len(sides)))
    province = Standing(0, 0, NO_EMPIRE, False, 0, land)
    return Shown(board, atlas, sides, (province,) * len(board.provinces), (two,) * len(board.seas))


def course(board: Any, event: Event) -> Course | None:
    """Return where units go by an event, if any do."""
    match event:
        case Marched(empire=empire, number=number, source=source, target=target):
            return Course(board.provinces[source], board.provinces[target], empire, number)
        case Sailed(empire=empire, number=number, source=source, target=target):
            return Course(board.seas[source], board.seas[target], empire, number)
    return None


def is_occupation(event: Event) -> bool:
    """Return whether a conqueror occupies something."""
    return isinstance(event, Occupied | MarkerOccupied)


def dice(event: Event) -> tuple[int, ...]:
    """Return the faces of the dice that an event rolls; nothing for other events."""
    return event.dice if isinstance(event, Rolled) else ()


def trays(state: Any) -> list[Tray]:
    """Return what players have before them in a trade; nothing if none is going on."""
    match state.stack[-1] if state.stack else None:
        case Offers(sizes):
            return [Tray(empire, (), size, takes=False) for empire, size in enumerate(sizes) if size]
        case Taking(face_up, taker):
            return [
                Tray(empire, tuple(state.board.tokens[token] for token in tokens), 0, takes=empire == taker)
                for empire, tokens in enumerate(face_up)
            ]
    return []


def track_cells(state: Any, empire: int, reached: Sequence[int]) -> list[str]:
    """Return the levels of an empire, each with whether it leads there."""
    return [
        f"{level} (Leader)" if leader == empire else str(level)
        for level, leader in zip(reached, state.leaders, strict=True)
    ]


def tile_names(state: Any, empire: int) -> str:
    """Return the heroes and wonders of an empire, in English."""
    return ", ".join(state.board.tiles[tile].name for tile in state.players[empire].tiles)


def reached_line(board: Any, levels: Sequence[int]) -> str:
    """Return the levels of an empire in a line, in English."""
    return ", ".join(f"{track} {level}" for track, level in zip(board.track_names, levels, strict=True))


def tracks(ends: Sequence[Any]) -> Iterator[Series]:
    """Return the levels at the end of every round."""
    reached = [all_levels(state) for state in ends]
    for track, name in enumerate(ends[0].board.track_names if ends else ()):
        yield Series(f"{name.capitalize()} level", tuple(tuple(level[track] for level in each) for each in reached))


def collected(states: Sequence[Any]) -> tuple[int, ...]:
    """Return what is in the hands at the first moment at which phase 1 is over."""
    found = next((state for state in states if state.phase > 1), states[-1])
    return tuple(sum(player.hand) for player in found.players)


def cities(state: Any, kinds: Sequence[int]) -> tuple[int, ...]:
    """Return by empire how many buildings of some kinds it controls, occupied ones included."""
    counts = [0] * len(state.players)
    for province, masks in zip(state.provinces, state.board.of_kind, strict=True):
        mask = 0
        for kind in kinds:
            mask |= masks[kind]
        for empire, built in holdings(province):
            counts[empire] += (built & mask).bit_count()
    return tuple(counts)


FIGURES = {
    "market": "M1 7 L3 2 H13 L15 7 Z M3 8.5 V14.5 H6.5 V10.5 H9.5 V14.5 H13 V8.5 Z",
    "temple": (
        "M8 1 L15 5.5 V7 H1 V5.5 Z M2.5 8 H4.5 V12.5 H2.5 Z M7 8 H9 V12.5 H7 Z M11.5 8 H13.5 V12.5 H11.5 Z M1"
        " 13.3 H15 V15 H1 Z"
    ),
    "city": "M1 14.5 V7 L4.5 4 L8 7 V5 L11.5 1.5 L15 5 V14.5 Z",
    "legion": "M8 1 C10 2.6 12.5 3 14.5 3 C14.5 9 12.5 13 8 15.5 C3.5 13 1.5 9 1.5 3 C3.5 3 6 2.6 8 1 Z",
    "fortress": (
        "M2 1.5 H5 V4 H6.7 V1.5 H9.3 V4 H11 V1.5 H14 V7 L12.5 8.2 V15 H9.8 V11.5 A1.8 1.8 0 0 0 6.2 11.5 V15 H3.5"
        " V8.2 L2 7 Z"
    ),
    "trireme": (
        "M8.6 1 C12 3 13 6 12.5 9 H8.6 Z M7.6 2.5 V9 H3.5 C4.2 6.5 5.5 4 7.6 2.5 Z M0.5 10 H15.5 C14.8 12.8 13"
        " 14.5 10.5 14.5 H4.5 C2.4 14.5 1 12.5 0.5 10 Z"
    ),
    "war": (
        "M2 1 L8 6.6 L14 1 L15 2 L9.4 8 L12.6 11.4 L14 10.4 L14.8 11.3 L13.2 12.7 L15 14.6 L14.2 15.3 L12.4 13.5"
        " L11 15 L10.1 14.2 L11.2 12.8 L8 9.5 L4.8 12.8 L5.9 14.2 L5 15 L3.6 13.5 L1.8 15.3 L1 14.6 L2.8 12.7 L1.2"
        " 11.3 L2 10.4 L3.4 11.4 L6.6 8 L1 2 Z"
    ),
}
"""Paths in a square of 16 units, by what they show; what only one edition has it adds itself."""


class MareMap(MapView, ABC):
    """The map of a family."""

    course, is_occupation = staticmethod(course), staticmethod(is_occupation)
    dice, trays = staticmethod(dice), staticmethod(trays)

    @abstractmethod
    def geography(self) -> Geography:
        """Return the geography of the board."""

    @abstractmethod
    def standing(self, province: Any, /) -> Standing:
        """Return what stands in a province."""

    @abstractmethod
    def all_sides(self, board: Any, /) -> tuple[Side, ...]:
        """Return all that may hold provinces: the empires and, where there are any, the neutrals last."""

    def atlas(self, board: Any) -> Atlas:
        return atlas_of(board, self.geography())

    def sides(self, board: Any) -> Sequence[Side]:
        return self.all_sides(board)

    def scene(self, state: Any) -> Shown:
        board, standings = state.board, tuple(map(self.standing, state.provinces))
        return Shown(board, self.atlas(board), self.all_sides(board), standings, tuple(state.seas))
