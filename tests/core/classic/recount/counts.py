"""Chapter 2 and the income of 3.1: who counts what, and who collects what."""

from __future__ import annotations

from collections import Counter

from tests.core.classic.recount.board import COIN, TRACKS, kind_of
from tests.core.classic.recount.position import Position, due_of

DOUBLED_BY = {"city": "temple", "caravan": "market"}


def counts(position: Position, player: str) -> dict[str, int]:
    """2.3: what a player counts for the three titles."""
    found = dict.fromkeys(TRACKS, 0)
    for name, province in position.provinces.items():
        for building in province.buildings:
            if position.controller(name, building) == player:
                found["trade" if kind_of(building) in ("caravan", "market") else "culture"] += 1
        found["military"] += len(province.units(player)) + province.dock[player]
    found["military"] += sum(ship.side == player for ships in position.seas.values() for ship in ships)
    two_or_three = 3 if position.revised else 2
    found["trade"] += two_or_three * position.has(player, "agamemnon")
    found["culture"] += 2 * position.has(player, "solomon")
    found["military"] += two_or_three * position.has(player, "archimedes")
    return found


def candidates(position: Position, track: str) -> set[str]:
    """2.5: who may get a title at its review; its holder chooses where there are several."""
    by_player = {player: counts(position, player)[track] for player in position.players}
    highest = max(by_player.values())
    tied = {player for player, count in by_player.items() if count == highest}
    holder = position.titles.get(track, "")
    return {holder} if holder in tied else tied


def first_titles(position: Position, by_sheets: bool) -> list[dict[str, str]]:
    """1.6: every way in which the first titles can be given, ties being drawn by lot (K14)."""
    printed = {"military": "rome", "trade": "carthage", "culture": "egypt"}
    given = {track: player for track, player in printed.items() if by_sheets and player in position.players}
    ways = [given]
    for track in TRACKS:
        if track in given:
            continue
        ways = [{**way, track: player} for way in ways for player in _highest_without(position, track, way)]
    return ways


def _highest_without(position: Position, track: str, given: dict[str, str]) -> list[str]:
    without = [player for player in position.players if player not in given.values()]
    highest = max(counts(position, player)[track] for player in without)
    return [player for player in without if counts(position, player)[track] == highest]


def due(position: Position, player: str) -> Counter[str]:
    """3.1a to 3.1e: what the map owes a player, before the bank has been asked."""
    found: Counter[str] = Counter()
    for name, province in position.provinces.items():
        war = position.at_war(name)
        controls = {
            building: province.owner if war else position.controller(name, building) for building in province.buildings
        }
        for building, who in controls.items():
            if who == player and kind_of(building) in DOUBLED_BY:
                doubled = controls.get(DOUBLED_BY[kind_of(building)]) == player
                card, number = due_of(building, doubled)
                found[card] += number
    return found


def income(position: Position) -> dict[str, Counter[str]]:
    """0.7 and 3.1: what each player collects from the map, as far as the bank has it, from the Director on."""
    bank = Counter(position.bank)
    paid: dict[str, Counter[str]] = {}
    for player in position.clockwise(position.titles["trade"]):
        paid[player] = due(position, player) & bank
        bank -= paid[player]
    return paid


def gifts(position: Position) -> list[tuple[str, str, set[str]]]:
    """3.1f, K20: after the map's income, in seat order from the Director: player, tile and the cards it may give."""
    found = []
    for player in position.clockwise(position.titles["trade"]):
        if position.has(player, "temple_of_artemis"):
            found.append((player, "temple_of_artemis", {good for good in position.board.goods if position.bank[good]}))
        if position.has(player, "colossus"):
            found.append((player, "colossus", {COIN} if position.bank[COIN] else set()))
    return found
