"""Chapter 1: what may be bought for 36 points, and where neutral pieces stand."""

from __future__ import annotations

from collections import Counter

from tests.core.classic.recount.board import MARKER, NEUTRAL, SEATS, TRACKS, Board, board, kind_of
from tests.core.classic.recount.counts import first_titles
from tests.core.classic.recount.position import Position, Province, Unit
from tests.core.classic.recount.purchases import PRICES, TILE, UNITS, Purchase

POINTS = 36


def bare(edition: str, players: tuple[str, ...]) -> Position:
    """1.2: the board without anything on it, and all of the box in the bank and in supply."""
    facts = board(len(players))
    return Position(
        board=facts,
        edition=edition,
        players=players,
        provinces={name: Province() for name in facts.provinces},
        seas={name: [] for name in facts.seas},
        hands={player: Counter() for player in players},
        tiles={player: set() for player in players},
        titles=dict.fromkeys(TRACKS, ""),
        bank=Counter(facts.cards),
        buildings=Counter(facts.buildings),
        pieces={player: Counter(facts.pieces) for player in players},
    )


def printed(edition: str, players: tuple[str, ...]) -> Position:
    """1.3, 1.5, 1.6a: the printed setup; a title that the lot decides is left without a holder."""
    position = bare(edition, players)
    place_neutrals(position, printed_setup=True)
    for player in players:
        start = position.board.starts[player]
        position.tiles[player].add(start["hero"])
        for name in start["provinces"]:
            position.provinces[name].owner = player
            position.pieces[player][MARKER] -= 1
        for name, buildings in start["buildings"].items():
            position.provinces[name].buildings |= set(buildings)
            position.buildings.subtract(kind_of(building) for building in buildings)
        for name, units in start["units"].items():
            for kind, number in units.items():
                position.provinces[name].land += [Unit(player, kind)] * number
                position.pieces[player][kind] -= number
        free_units(position, player)
    ways = first_titles(position, by_sheets=True)
    position.titles = ways[0] if len(ways) == 1 else dict.fromkeys(TRACKS, "")
    return position


def place_neutrals(position: Position, printed_setup: bool) -> None:
    """1.5a: put the neutral markers, legions and fortresses on the board."""
    for name, (_, legions, fortresses) in neutrals(position.board, position.players, printed_setup).items():
        position.provinces[name].owner = NEUTRAL
        position.provinces[name].land += [Unit(NEUTRAL)] * legions + [Unit(NEUTRAL, "fortress")] * fortresses


def free_units(position: Position, player: str) -> None:
    """1.3c, K6 (revised): Hannibal brings a legion to the capital, Pericles a trireme to its dock."""
    capital = position.provinces[position.board.capitals[player]]
    if position.revised and position.has(player, "hannibal"):
        capital.land.append(Unit(player))
        position.pieces[player]["legion"] -= 1
    if position.revised and position.has(player, "pericles"):
        capital.dock[player] += 1
        position.pieces[player]["trireme"] -= 1


def neutrals(board: Board, players: tuple[str, ...], printed: bool) -> dict[str, tuple[str, int, int]]:
    """1.5a, K12: by province, the civilization that no one plays, its neutral legions and its neutral fortresses."""
    taken = {name for player in players for name in board.starts[player]["provinces"]} if printed else set()
    found: dict[str, tuple[str, int, int]] = {}
    for seat in SEATS:
        if seat in players:
            continue
        capital = board.capitals[seat]
        for name in (capital, *sorted(board.provinces[capital].land)):
            if name not in taken and name not in found:
                found[name] = (seat, 1, int(name == capital))
    return found


def set_up_places(position: Position, player: str) -> set[str]:
    """1.4c, 1.4h: where the player may place markers: the capital first (K8), then around it."""
    capital = position.board.capitals[player]
    if not position.pieces[player]["marker"]:
        return set()
    if position.provinces[capital].owner != player:
        return {capital}
    around = position.board.provinces[capital].land | position.board.also[player]
    return {name for name in around if not position.provinces[name].owner}


def set_up_unit_places(position: Position, player: str, unit: str) -> set[str]:
    """1.4e, 1.4f, 1.4h: where the player may place a legion, trireme or fortress."""
    owned = position.owns(player)
    if not position.pieces[player][unit]:
        return set()
    anywhere = player == "greece" if position.revised else unit == "fortress"
    places = owned if anywhere else owned & {position.board.capitals[player]}
    if unit == "trireme":
        return {name for name in places if position.board.provinces[name].coast}
    if unit == "fortress":
        return {name for name in places if not position.provinces[name].units(player, "fortress")}
    return places


def set_up(position: Position, player: str, points: int) -> dict[Purchase, int]:
    """1.4: everything that the player may buy with the points left, and its price."""
    things: set[Purchase] = {("mark", name, MARKER) for name in set_up_places(position, player)}
    for name in position.owns(player):
        for icon in position.board.provinces[name].icons:
            if icon not in position.provinces[name].buildings and position.buildings[kind_of(icon)]:
                things.add(("build", name, icon))
    for unit in UNITS:
        things |= {("raise", name, unit) for name in set_up_unit_places(position, player, unit)}
    hero = position.board.heroes[player]
    if position.provinces[position.board.capitals[player]].owner == player and not position.has(player, hero):
        things.add(("tile", "", hero))
    costs = {thing: PRICES.get(kind_of(thing[2]), TILE) for thing in things}
    return {thing: cost for thing, cost in costs.items() if cost <= points}
