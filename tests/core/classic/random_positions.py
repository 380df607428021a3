"""Random positions of 2003, richer than random play reaches: wars, occupations, neutrals, full hands, tiles."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

from tests.core.classic.recount import setup
from tests.core.classic.recount.board import MARKER, NEUTRAL, REVISED, SEATS, TRACKS, kind_of
from tests.core.classic.recount.position import Position, Unit

NEUTRAL_LEFT = 0.7
OWNED, BUILT, VISITED = 0.6, 0.5, 0.5
MOST_TILES = 3
RICH = 0.1
"""How often everybody is close to victory (6.1)."""


def random_position(seed: int, edition: str) -> Position:
    """Return position number ``seed``: nothing of a turn has happened in it yet."""
    chance = random.Random(f"position {seed}")
    playing = chance.sample(SEATS, chance.choice((3, 4, 5)))
    players = tuple(seat for seat in SEATS if seat in playing)
    position = setup.bare(edition, players)
    if edition == REVISED:
        position.options = frozenset(option for option in ("alps", "blockade") if chance.random() < 0.5)
    setup.place_neutrals(position, printed_setup=chance.random() < 0.5)
    rich = chance.random() < RICH
    _tiles(position, chance, rich)
    _owners(position, chance)
    _buildings(position, chance)
    _garrisons(position, chance)
    _visitors(position, chance)
    _alps(position, chance)
    _conquests(position, chance)
    _ships(position, chance)
    _hands(position, chance, rich)
    position.titles = {track: chance.choice(players) for track in TRACKS}
    return position


def _tiles(position: Position, chance: random.Random, rich: bool) -> None:
    """4.7: a hero of one's own civilization more often than others."""
    left = [tile for tile, kind in position.board.tiles.items() if kind in ("hero", "wonder")]
    chance.shuffle(left)
    for player in position.players:
        own = [position.board.heroes[player]] * (chance.random() < 0.6)
        most = MOST_TILES - len(own)
        number = most if rich else chance.randrange(most + 1)
        taken = [left.pop() for _ in range(min(number, len(left)))]
        position.tiles[player] |= {*own, *taken}


def _owners(position: Position, chance: random.Random) -> None:
    capitals = position.board.capitals
    for name, here in position.provinces.items():
        player = next((player for player in position.players if capitals[player] == name), "")
        if here.owner == NEUTRAL and (name in capitals.values() or chance.random() < NEUTRAL_LEFT):
            continue
        if not player and chance.random() < OWNED:
            player = chance.choice(position.players)
            if name == "numidia" and "alps" in position.options and "carthage" in position.players:
                player = "carthage"
        here.owner = ""
        here.land.clear()
        if player and position.pieces[player][MARKER]:
            here.owner = player
            position.pieces[player][MARKER] -= 1


def _buildings(position: Position, chance: random.Random) -> None:
    """4.5: on provinces of players only; a pillaged one has something missing."""
    for name, here in position.provinces.items():
        if here.owner not in position.players:
            continue
        for icon in position.board.provinces[name].icons:
            if chance.random() < BUILT and position.buildings[kind_of(icon)]:
                here.buildings.add(icon)
                position.buildings[kind_of(icon)] -= 1
        here.pillaged = len(here.buildings) < len(position.board.provinces[name].icons) and chance.random() < 0.2


def _garrisons(position: Position, chance: random.Random) -> None:
    for name, here in position.provinces.items():
        if here.owner not in position.players or chance.random() > VISITED:
            continue
        place(position, here.owner, "legion", name, chance.choice((0, 0, 1, 2)))
        fortresses = chance.choice((0, 1, 2 if position.has(here.owner, "statue_of_zeus") else 1))
        place(position, here.owner, "fortress", name, fortresses)


def _visitors(position: Position, chance: random.Random) -> None:
    """Legions anywhere: alone on foreign provinces, at war, two enemies at once."""
    for name in chance.sample(sorted(position.provinces), 12):
        for player in chance.sample(position.players, chance.choice((1, 1, 2))):
            place(position, player, "legion", name, chance.choice((1, 1, 2, 3)))
    for here in position.provinces.values():
        if here.sides() - {NEUTRAL} and chance.random() < 0.5:
            here.land = [unit for unit in here.land if unit.side != NEUTRAL]


def _alps(position: Position, chance: random.Random) -> None:
    """8.2: let Carthage hold Hannibal, and legions in its Numidia, where the table plays the option."""
    numidia = position.provinces["numidia"]
    if "alps" not in position.options or numidia.owner != "carthage" or chance.random() < 0.3:
        return
    if len(position.tiles["carthage"] | {"hannibal"}) <= MOST_TILES:
        position.tiles["carthage"].add("hannibal")
        place(position, "carthage", "legion", "numidia", 3)


def _conquests(position: Position, chance: random.Random) -> None:
    """5.8: what legions that stand alone in foreign provinces do there."""
    for name, here in position.provinces.items():
        legions = [unit for unit in here.land if unit.kind == "legion"]
        if len(here.sides()) != 1 or not legions or here.owner in ("", legions[0].side) or chance.random() < 0.3:
            continue
        on = [MARKER]
        if name in position.board.capitals.values() or chance.random() < 0.5:
            on = chance.sample(sorted(here.buildings), min(len(here.buildings), len(legions)))
        here.land = [replace(unit, on=on[index] if index < len(on) else "") for index, unit in enumerate(legions)]


def _ships(position: Position, chance: random.Random) -> None:
    for player in position.players:
        for sea in chance.sample(sorted(position.seas), chance.randrange(4)):
            place(position, player, "trireme", sea, chance.choice((1, 1, 2)))
        ports = [name for name in position.owns(player) if position.board.provinces[name].coast]
        for name in chance.sample(sorted(ports), min(len(ports), chance.choice((0, 0, 1, 2)))):
            if position.pieces[player]["trireme"]:
                position.pieces[player]["trireme"] -= 1
                position.provinces[name].dock[player] += 1


def place(position: Position, player: str, kind: str, where: str, number: int) -> None:
    """Put units of a player's supply on the board, as far as there are any."""
    number = min(number, position.pieces[player][kind])
    position.pieces[player][kind] -= number
    units = position.seas[where] if where in position.seas else position.provinces[where].land
    units += [Unit(player, kind)] * number


def _hands(position: Position, chance: random.Random, rich: bool) -> None:
    """Hands of up to 20 cards, of few kinds or many, so that big sets are found as well."""
    for player in position.players:
        kinds = chance.sample(sorted(position.board.cards), 13 if rich else chance.choice((3, 6, 10, 13)))
        for _ in range(chance.randrange(12 if rich else 0, 21)):
            card = chance.choice(kinds)
            if position.bank[card]:
                position.bank[card] -= 1
                position.hands[player][card] += 1


def with_war_turn(position: Position, player: str, seed: int) -> Position:
    """Let some of the player's units have moved, attacked or supported, as if in the middle of a war turn (K34)."""
    chance = random.Random(f"war {seed}")
    for places in ([here.land for here in position.provinces.values()], list(position.seas.values())):
        for units in places:
            units[:] = [_busy(position, unit, chance) if unit.side == player else unit for unit in units]
    position.marched = chance.random() < 0.5
    foreign = [name for name, here in position.provinces.items() if here.owner not in ("", player)]
    position.decided = {name for name in foreign if position.provinces[name].units(player) and chance.random() < 0.2}
    position.fought = {
        name for name, here in position.provinces.items() if position.at_war(name) and chance.random() < 0.3
    }
    return position


def _busy(position: Position, unit: Unit, chance: random.Random) -> Unit:
    moved = unit.kind != "fortress" and not unit.on and chance.random() < 0.3
    supported = unit.kind == "trireme" and position.revised and position.has(unit.side, "pericles")
    return replace(unit, moved=moved, attacked=chance.random() < 0.3, supported=supported and chance.random() < 0.3)


def summary(position: Position) -> Counter[str]:
    """Count what makes a position rich, to see that the generator makes all of it."""
    found: Counter[str] = Counter()
    for name, here in position.provinces.items():
        found["at war"] += position.at_war(name)
        found["assimilated"] += any(unit.on == MARKER for unit in here.land)
        found["occupied"] += any(unit.on not in ("", MARKER) for unit in here.land)
        found["neutral"] += here.owner == NEUTRAL
        found["docked"] += sum(here.dock.values()) > 0
    return found
