"""Chapter 5: every order that a player may give in a war turn, and why a turn can't be ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from tests.core.classic.recount.board import COIN, good_of, kind_of
from tests.core.classic.recount.position import Position, Unit

Group = tuple[str, bool, bool, bool]
"""K34: what a unit stands on, and whether it has moved, attacked and supported."""
Move = tuple[str, str]
"""From where and to where."""


def grouped(units: Iterable[Unit]) -> Counter[Group]:
    """K34: units of one kind and player in one place, by what tells them apart."""
    return Counter((unit.on, unit.moved, unit.attacked, unit.supported) for unit in units)


def ships(position: Position, player: str, sea: str) -> list[Unit]:
    """Return the player's triremes in a sea."""
    return [ship for ship in position.seas[sea] if ship.side == player]


# ---------------------------------------------------------------------- moves


def sails(position: Position, player: str) -> dict[Move, Counter[Group]]:
    """5.2a: every move of triremes, from dock or sea, and which may make it."""
    found: dict[Move, Counter[Group]] = {}
    for name, province in position.provinces.items():
        if province.dock[player]:
            for sea in position.board.provinces[name].coast:
                found[name, sea] = Counter({("", False, False, False): province.dock[player]})
    for sea in position.seas:
        ready = grouped(ship for ship in ships(position, player, sea) if not ship.moved)
        if ready:
            found.update(((sea, near), ready) for near in position.board.seas[sea])
    return found


def marches(position: Position, player: str) -> dict[Move, Counter[Group]]:
    """5.1c, 5.3a: every move of legions to an adjacent or connected province, and which may make it."""
    found: dict[Move, Counter[Group]] = {}
    for name, province in position.provinces.items():
        ready = grouped(unit for unit in province.units(player, "legion") if not unit.moved)
        if ready:
            found.update(((name, near), ready) for near in position.near(player, name))
    return found


def alps(position: Position, player: str) -> Counter[Group]:
    """8.2, K54: the legions that may march across the Alps, of which at least two must; none where that is closed."""
    pass_open = "alps" in position.options and position.revised and player == "carthage"
    if not (pass_open and position.has(player, "hannibal") and position.provinces["numidia"].owner == player):
        return Counter()
    ready = grouped(unit for unit in position.provinces["numidia"].units(player, "legion") if not unit.moved)
    return ready if ready.total() > 1 else Counter()


def chains(position: Position, player: str, start: str, end: str) -> set[tuple[str, ...]]:
    """0.2b, K53: every way by sea between two provinces, without going through a sea twice."""
    sailed = position.sailed(player)
    coast = position.board.provinces[end].coast

    def onward(way: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if way[-1] in coast:
            yield way
        for sea in sorted(position.board.seas[way[-1]] & sailed - set(way)):
            yield from onward((*way, sea))

    return {way for first in sorted(position.board.provinces[start].coast & sailed) for way in onward((first,))}


def blockaders(position: Position, player: str, chain: Iterable[str]) -> dict[str, set[str]]:
    """8.1a: by player, the seas of a crossing in which they may declare a blockade."""
    found: dict[str, set[str]] = {}
    if "blockade" in position.options and position.revised:
        for sea in chain:
            for ship in position.seas[sea]:
                if ship.side != player:
                    found.setdefault(ship.side, set()).add(sea)
    return found


# ---------------------------------------------------------------------- battles


@dataclass(frozen=True)
class Fight:
    """A battle that may be started: against whom, which units may take part, and whether all of them must (K37)."""

    place: str
    against: str
    units: tuple[Unit, ...]
    all: bool


def fights(position: Position, player: str) -> set[Fight]:
    """5.4: every battle that the player may start, on land and at sea (5.2d, K36)."""
    at_sea = {} if position.revised and position.marched else position.seas
    places = [*((name, province.land) for name, province in position.provinces.items()), *at_sea.items()]
    found: set[Fight] = set()
    for place, here in places:
        others = {unit.side for unit in here} - {player}
        ready = tuple(sorted(unit for unit in here if unit.side == player and not unit.attacked))
        if ready:
            found.update(Fight(place, other, ready, len(others) == 1) for other in others)
    return found


def land_fights(position: Position, player: str) -> set[str]:
    """Return the provinces in which the player may start a battle."""
    return {fight.place for fight in fights(position, player)} - set(position.seas)


def supports(position: Position, player: str, province: str, legions: int) -> dict[str, int]:
    """7.2b, K47 (revised): by sea, how many triremes may support the player's legions in a battle in the province."""
    if not (position.revised and legions and position.has(player, "pericles")):
        return {}
    by_sea = {
        sea: sum(not ship.supported for ship in ships(position, player, sea))
        for sea in position.board.provinces[province].coast
    }
    return {sea: number for sea, number in by_sea.items() if number}


# ---------------------------------------------------------------------- conquest


def conquerable(position: Position, player: str) -> set[str]:
    """5.8a, K41: the provinces in which the player may decide now."""
    return {
        name
        for name, province in position.provinces.items()
        if province.owner not in ("", player)
        and province.sides() == {player}
        and province.units(player, "legion")
        and name not in position.decided
    }


def pillages(position: Position, player: str) -> set[tuple[str, str]]:
    """5.8c, K42: the buildings that the player may remove."""
    return {
        (name, building)
        for name in conquerable(position, player)
        if not position.provinces[name].pillaged
        for building in position.provinces[name].buildings
    }


def pillage_pays(position: Position, player: str, province: str, building: str) -> set[str]:
    """7.3d, K51: the cards one of which the pillager gets; none where nothing is paid."""
    paying = {"caravan", "city", *(["market", "temple"] if position.revised else [])}
    if not position.has(player, "nebuchadnezzar") or kind_of(building) not in paying:
        return set()
    if kind_of(building) in ("city", "temple"):
        cards = {COIN}
    else:
        caravans = [b for b in position.provinces[province].buildings if kind_of(b) == "caravan"]
        cards = {good_of(caravan) for caravan in (caravans if building == "market" else [building])}
    return {card for card in cards if position.bank[card]}


def occupations(position: Position, player: str) -> set[tuple[str, frozenset[str]]]:
    """5.8d, K43: every set of buildings that the player may occupy."""
    found: set[tuple[str, frozenset[str]]] = set()
    for name in conquerable(position, player):
        buildings = sorted(position.provinces[name].buildings)
        legions = len(position.provinces[name].units(player, "legion"))
        for number in range(1, min(len(buildings), legions) + 1):
            found.update((name, frozenset(chosen)) for chosen in combinations(buildings, number))
    return found


def assimilations(position: Position, player: str) -> set[str]:
    """5.8e, 5.8f: the provinces on whose marker the player may put a legion."""
    return conquerable(position, player) - set(position.board.capitals.values())


# ---------------------------------------------------------------------- the end of the turn


def duties(position: Position, player: str) -> dict[str, set[str]]:
    """5.2b and 5.4e: by rule, the places where the player has something left to do; empty where the turn may end."""
    docked = {name for name, province in position.provinces.items() if province.dock[player]}
    unfought = land_fights(position, player) - position.fought
    return {rule: places for rule, places in (("5.2b", docked), ("5.4e", unfought)) if places}


# ---------------------------------------------------------------------- Helen


def helen(position: Position, player: str, province: str, coming: Iterable[Unit]) -> set[Group]:
    """7.3c, K50: which of the player's legions that come in or attack Helen's owner may replace in the province."""
    owner = position.holder("helen")
    able = owner not in ("", player) and "helen" not in position.used and position.pieces[owner]["legion"] > 0
    return set(grouped(coming)) if able and position.provinces[province].owner == owner else set()
