"""A position by names: what lies on the table, and whether pieces and cards still add up."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.core.classic.recount.board import COIN, MARKER, NEUTRAL, REVISED, Board, good_of, kind_of


@dataclass(frozen=True, order=True)
class Unit:
    """A piece in a province or at sea: what it stands on and what it did in this turn (K34).

    ``supported`` holds for the round: the ship has supported a land battle (7.2b, revised).
    """

    side: str
    kind: str = "legion"
    on: str = ""
    moved: bool = False
    attacked: bool = False
    supported: bool = False


@dataclass
class Province:
    """What lies in a province. ``pillaged`` holds until it is restored (5.8c); ``dock`` counts triremes by player."""

    owner: str = ""
    buildings: set[str] = field(default_factory=set)
    land: list[Unit] = field(default_factory=list)
    dock: Counter[str] = field(default_factory=Counter)
    pillaged: bool = False

    def units(self, side: str, kind: str = "") -> list[Unit]:
        """Return the land units of a side, or those of one kind."""
        return [unit for unit in self.land if unit.side == side and kind in ("", unit.kind)]

    def sides(self) -> set[str]:
        """Return whose land units stand here."""
        return {unit.side for unit in self.land}


@dataclass
class Position:
    """Everything on the table, by names; ``marked``, ``used``, ``fought``, ``decided`` and ``marched`` are of the turn.

    ``marked``: provinces that the player who builds has marked or exchanged. ``used``: heroes who have done what they
    do once in a round or phase. ``fought`` and ``decided``: provinces in which the player at war has fought (K38) and
    chosen (K41). ``marched``: whether a legion of theirs has moved (K36).
    """

    board: Board
    edition: str
    players: tuple[str, ...]
    provinces: dict[str, Province]
    seas: dict[str, list[Unit]]
    hands: dict[str, Counter[str]]
    tiles: dict[str, set[str]]
    titles: dict[str, str]
    bank: Counter[str]
    buildings: Counter[str]
    pieces: dict[str, Counter[str]]
    on_table: Counter[str] = field(default_factory=Counter)
    options: frozenset[str] = frozenset()
    round: int = 1
    phase: str = "commerce"
    marked: set[str] = field(default_factory=set)
    used: set[str] = field(default_factory=set)
    fought: set[str] = field(default_factory=set)
    decided: set[str] = field(default_factory=set)
    marched: bool = False

    @property
    def revised(self) -> bool:
        """Whether the revised edition is played."""
        return self.edition == REVISED

    def owns(self, player: str) -> set[str]:
        """Return the provinces with the player's marker."""
        return {name for name, province in self.provinces.items() if province.owner == player}

    def has(self, player: str, tile: str) -> bool:
        """Return whether the player owns the tile."""
        return tile in self.tiles.get(player, ())

    def holder(self, tile: str) -> str:
        """Return who owns a tile, or "" where no one does."""
        return next((player for player in self.players if tile in self.tiles[player]), "")

    def clockwise(self, first: str) -> tuple[str, ...]:
        """0.7: the players in seat order from one of them."""
        start = self.players.index(first)
        return self.players[start:] + self.players[:start]

    def controller(self, province: str, building: str) -> str:
        """0.3: who controls a building: the owner of the legion on it, else the owner of the province."""
        here = self.provinces[province]
        return next((unit.side for unit in here.land if unit.on == building), here.owner)

    def at_war(self, province: str) -> bool:
        """5.7a: whether land units of two or more sides stand there."""
        return len(self.provinces[province].sides()) > 1

    def sailed(self, player: str) -> set[str]:
        """Return the seas with triremes of the player; those in dock are in no sea (0.2b)."""
        return {sea for sea, ships in self.seas.items() if any(ship.side == player for ship in ships)}

    def connected(self, player: str, province: str) -> set[str]:
        """0.2b: the other provinces on the seas of a chain that touches the province's coast."""
        ships = self.sailed(player)
        reached = set(self.board.provinces[province].coast & ships)
        ahead = deque(reached)
        while ahead:
            for sea in self.board.seas[ahead.popleft()] & ships - reached:
                reached.add(sea)
                ahead.append(sea)
        return {name for name, land in self.board.provinces.items() if land.coast & reached} - {province}

    def near(self, player: str, province: str) -> set[str]:
        """0.2a and 0.2b: the provinces adjacent or connected to one."""
        return set(self.board.provinces[province].land) | self.connected(player, province)


def problems(position: Position) -> list[str]:
    """Say in sentences what can't be so at any moment; empty where nothing is wrong."""
    return [*_cards(position), *_pieces(position), *_tiles(position), *_legions_on(position)]


def _cards(position: Position) -> Iterator[str]:
    held = sum(position.hands.values(), Counter(position.on_table))
    for card, box in position.board.cards.items():
        if min(position.bank[card], held[card]) < 0 or position.bank[card] + held[card] != box:
            yield f"0.1c: {position.bank[card]} {card} in the bank and {held[card]} held, {box} in the box."
    if any(count < 0 for hand in position.hands.values() for count in hand.values()):
        yield "0.4a: a hand holds less than nothing."


def _pieces(position: Position) -> Iterator[str]:
    standing: Counter[str] = Counter()
    units: Counter[tuple[str, str]] = Counter()
    for name, province in position.provinces.items():
        if not province.buildings <= set(position.board.provinces[name].icons):
            yield f"4.5b: something stands in {name} that can't."
        standing.update(kind_of(building) for building in province.buildings)
        units.update((unit.side, unit.kind) for unit in province.land)
        units.update({(player, "trireme"): count for player, count in province.dock.items()})
        units[province.owner, "marker"] += 1
        for side in position.players:
            most = 2 if position.has(side, "statue_of_zeus") else 1
            if len(province.units(side, "fortress")) > most:
                yield f"4.5c: too many fortresses of {side} in {name}."
    units.update((ship.side, ship.kind) for ships in position.seas.values() for ship in ships)
    for kind, box in position.board.buildings.items():
        if position.buildings[kind] < 0 or position.buildings[kind] + standing[kind] != box:
            yield f"1.2: {position.buildings[kind]} {kind} in supply and {standing[kind]} built, {box} in the game."
    for player in position.players:
        for kind, box in position.board.pieces.items():
            left = position.pieces[player][kind]
            if left < 0 or left + units[player, kind] != box:
                yield f"0.4a: {left} {kind} of {player} in supply and {units[player, kind]} on the map, {box} in all."


def _tiles(position: Position) -> Iterator[str]:
    owned = [tile for tiles in position.tiles.values() for tile in tiles]
    if len(set(owned)) != len(owned):
        yield "4.7a: a tile is owned twice."
    for player in position.players:
        others = {hero for seat, hero in position.board.heroes.items() if seat != player}
        if position.tiles[player] & others:
            yield f"4.7b: {player} owns another civilization's hero."


def _legions_on(position: Position) -> Iterator[str]:
    capitals = position.board.capitals.values()
    for name, province in position.provinces.items():
        on = [unit for unit in province.land if unit.on]
        if len({unit.on for unit in on}) != len(on) or not {unit.on for unit in on} <= province.buildings | {MARKER}:
            yield f"5.8d: legions in {name} stand where they can't."
        if any(unit.kind != "legion" or unit.side in (province.owner, NEUTRAL) for unit in on):
            yield f"5.8d: what stands on something in {name} is no enemy's legion."
        if len({(unit.side, unit.on == MARKER) for unit in on}) > 1:
            yield f"5.8a: conquests are combined in {name}."
        if name in capitals and any(unit.on == MARKER for unit in on):
            yield f"5.8f: a legion stands on the marker of the capital {name}."
        if on and not province.owner:
            yield f"5.8a: {name} is conquered and belongs to no one."


def due_of(building: str, doubled: bool) -> tuple[str, int]:
    """3.1a and 3.1b: the card that a city or caravan pays, and how many."""
    card = COIN if kind_of(building) == "city" else good_of(building)
    return card, 1 + doubled
