"""Chapter 4: everything that a player can buy now, for how much, and every set of cards that pays it."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, product

from tests.core.classic.recount.board import COIN, MARKER, NEUTRAL, kind_of
from tests.core.classic.recount.position import Position
from tests.core.classic.recount.trade import Cards, offers

Purchase = tuple[str, str, str]
"""What is done, where, and what is placed: ``("build", "latium", "city")``, ``("tile", "", "helen")`` …"""

UNITS = ("legion", "trireme", "fortress")
PRICES = {"marker": 3, "city": 3, "caravan": 3, "legion": 3, "fortress": 3, "trireme": 3, "temple": 6, "market": 6}
TILE, PYRAMIDS = 9, 12


def price(position: Position, player: str, thing: str) -> int:
    """4.3 with 7.2a, 7.2b and 7.4d: what a marker, building, unit or tile costs the player."""
    if thing in position.board.tiles:
        return PYRAMIDS if thing == "pyramids" else TILE
    if thing == "fortress" and position.has(player, "caesar"):
        return 2
    if not position.revised and thing == "legion" and position.has(player, "caesar"):
        return 2
    if not position.revised and thing == "trireme" and position.has(player, "pericles"):
        return 2
    cheaper = {"caravan", "city", "market", "temple", *(["marker"] if position.revised else [])}
    return PRICES[thing] - (thing in cheaper and position.has(player, "mausoleum"))


def payments(hand: Counter[str], cost: int) -> set[Cards]:
    """4.2a, K26: every set of exactly that price: only coins, or goods no two of which are alike."""
    found = {(COIN,) * cost} if hand[COIN] >= cost else set()
    return found | set(combinations(sorted(card for card, count in hand.items() if count and card != COIN), cost))


def bases(position: Position, player: str) -> set[str]:
    """4.4a, 4.4c: the provinces from which the player marks others: theirs, but none marked this turn."""
    return position.owns(player) - position.marked


def neighbourhood(position: Position, player: str) -> set[str]:
    """4.4a: the provinces adjacent or connected to one of the player's bases."""
    return {near for base in bases(position, player) for near in position.near(player, base)}


def unmarked(position: Position, player: str) -> set[str]:
    """4.4b, 0.4a: the provinces without any marker, while the player has markers left."""
    if not position.pieces[player]["marker"]:
        return set()
    return {name for name, province in position.provinces.items() if not province.owner}


def markable(position: Position, player: str) -> set[str]:
    """4.4, 7.4c: where the player may place a marker that they pay."""
    if position.has(player, "lighthouse"):
        return unmarked(position, player)
    return unmarked(position, player) & neighbourhood(position, player)


def exchangeable(position: Position, player: str) -> set[str]:
    """4.8: the provinces in which the player may replace a marker by theirs."""
    if not position.pieces[player]["marker"]:
        return set()
    return {
        name
        for name, province in position.provinces.items()
        if any(unit.on == MARKER for unit in province.units(player))
        and province.owner not in ("", player)
        and name not in position.board.capitals.values()
        and not position.at_war(name)
    }


def free_markers(position: Position, player: str) -> set[Purchase]:
    """7.2c, K48: where Hammurabi places a marker for nothing."""
    if not position.has(player, "hammurabi") or "hammurabi" in position.used:
        return set()
    if position.revised:
        near = unmarked(position, player) & neighbourhood(position, player)
        return {("mark", name, MARKER) for name in near}
    marks: set[Purchase] = {("mark", name, MARKER) for name in markable(position, player)}
    return marks | {("exchange", name, MARKER) for name in exchangeable(position, player)}


def lighthouse_markers(position: Position, player: str) -> set[str]:
    """7.4c, K46 (revised): where the marker that comes with the Lighthouse may be placed, once it is owned."""
    return markable(position, player)


def open_to_building(position: Position, player: str) -> set[str]:
    """4.5a, 4.4d, 4.6: the player's provinces in which they may build and raise now."""
    return {
        name
        for name in position.owns(player) - position.marked
        if name == position.board.capitals[player]
        or not any(
            unit.side not in (player, NEUTRAL) and unit.kind == "legion" for unit in position.provinces[name].land
        )
    }


def buildings(position: Position, player: str) -> set[Purchase]:
    """4.5b, 4.5c: the buildings that the player may place."""
    return {
        ("build", name, icon)
        for name in open_to_building(position, player)
        for icon in position.board.provinces[name].icons
        if icon not in position.provinces[name].buildings and position.buildings[kind_of(icon)]
    }


def fortresses(position: Position, player: str) -> set[str]:
    """4.5c, 7.4e: where the player may raise a fortress."""
    most = 2 if position.has(player, "statue_of_zeus") else 1
    if not position.pieces[player]["fortress"]:
        return set()
    return {
        name
        for name in open_to_building(position, player)
        if len(position.provinces[name].units(player, "fortress")) < most
    }


def units(position: Position, player: str) -> set[Purchase]:
    """4.5: the units that the player may raise."""
    found: set[Purchase] = {("raise", name, "fortress") for name in fortresses(position, player)}
    for name in open_to_building(position, player):
        if position.pieces[player]["legion"]:
            found.add(("raise", name, "legion"))
        if position.pieces[player]["trireme"] and position.board.provinces[name].coast:
            found.add(("raise", name, "trireme"))
    return found


def tiles(position: Position, player: str) -> set[str]:
    """4.7: the heroes and wonders that the player may buy."""
    owned = {tile for owned_by in position.tiles.values() for tile in owned_by}
    others = {hero for seat, hero in position.board.heroes.items() if seat != player}
    return set(position.board.tiles) - owned - others


def on_sale(position: Position, player: str) -> dict[Purchase, int]:
    """Chapter 4: everything that the player may buy, with its price, whether or not the hand pays it."""
    things: set[Purchase] = {("mark", name, MARKER) for name in markable(position, player)}
    things |= {("exchange", name, MARKER) for name in exchangeable(position, player)}
    things |= buildings(position, player) | units(position, player)
    things |= {("tile", "", tile) for tile in tiles(position, player)}
    return {(what, where, thing): price(position, player, kind_of(thing)) for what, where, thing in things}


def purchases(position: Position, player: str) -> dict[Purchase, set[Cards]]:
    """Chapter 4: everything that the player can buy and pay now, with every set that pays it."""
    sets = {cost: payments(position.hands[player], cost) for cost in (2, 3, 5, 6, 9, 12)}
    return {thing: sets[cost] for thing, cost in on_sale(position, player).items() if sets[cost]}


def kept(position: Position, player: str) -> set[Cards]:
    """4.9, K33: what a player may keep at the end of the building phase."""
    hand = position.hands[player]
    coins = (COIN,) * min(2, hand[COIN])
    goods = Counter({good: hand[good] for good in position.board.goods})
    most = (2 if position.revised else 1) if position.has(player, "hanging_gardens") else 0
    return {tuple(sorted(chosen + coins)) for number in range(most + 1) for chosen in offers(goods, number)}


def cleopatra(position: Position, player: str) -> set[tuple[str, str]]:
    """7.2d, K49: the exchanges that Cleopatra allows now, each what is given and what is got."""
    if not position.has(player, "cleopatra") or "cleopatra" in position.used:
        return set()
    held = [card for card, count in position.hands[player].items() if count]
    banked = [card for card, count in position.bank.items() if count]
    return {(give, get) for give, get in product(held, banked) if (give == COIN) != (get == COIN)}
