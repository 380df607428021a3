"""What the table looks like after a purchase, an order or a battle: each function changes the position it is given."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tests.core.classic.recount.board import MARKER, kind_of
from tests.core.classic.recount.position import Position, Unit
from tests.core.classic.recount.purchases import Purchase
from tests.core.classic.recount.trade import Cards
from tests.core.classic.recount.war import Group


def pay(position: Position, player: str, cards: Cards) -> None:
    """4.2b: cards go from a hand to the bank."""
    position.hands[player].subtract(cards)
    position.bank.update(cards)


def collect(position: Position, player: str, cards: Counter[str]) -> None:
    """3.1: cards go from the bank to a hand."""
    position.hands[player].update(cards)
    position.bank.subtract(cards)


def bought(position: Position, player: str, purchase: Purchase) -> None:
    """Chapter 4: place what has been bought or is free."""
    what, where, thing = purchase
    if what == "tile":
        position.tiles[player].add(thing)
    elif what == "build":
        position.provinces[where].buildings.add(thing)
        position.provinces[where].pillaged = False  # K42
        position.buildings[kind_of(thing)] -= 1
    elif what == "raise":
        _raise(position, player, where, thing)
    else:
        _mark(position, player, where)


def _raise(position: Position, player: str, where: str, unit: str) -> None:
    position.pieces[player][unit] -= 1
    if unit == "trireme":
        position.provinces[where].dock[player] += 1
    else:
        position.provinces[where].land.append(Unit(player, unit))


def _mark(position: Position, player: str, where: str) -> None:
    """4.4 and 4.8a: the marker of a player who had one there goes back to them."""
    here = position.provinces[where]
    if here.owner in position.players:
        position.pieces[here.owner][MARKER] += 1
    position.pieces[player][MARKER] -= 1
    here.owner = player
    here.land = [replace(unit, on="") if unit.on == MARKER else unit for unit in here.land]
    position.marked.add(where)


def sailed(position: Position, player: str, start: str, end: str, groups: Counter[Group]) -> None:
    """5.2a: triremes leave a dock or a sea for a sea."""
    if start in position.provinces:
        position.provinces[start].dock[player] -= groups.total()
    else:
        position.seas[start] = _without(position.seas[start], player, "trireme", groups)
    position.seas[end] += [
        Unit(player, "trireme", "", True, attacked, supported) for _, _, attacked, supported in groups.elements()
    ]


def marched(position: Position, player: str, start: str, end: str, groups: Counter[Group], lost: int = 0) -> None:
    """5.3: legions leave a province for another one, and what they stood on; 8.2b: on the Alps one is lost."""
    position.provinces[start].land = _without(position.provinces[start].land, player, "legion", groups)
    arriving = [Unit(player, "legion", "", True, attacked) for _, _, attacked, _ in groups.elements()]
    position.provinces[end].land += arriving[lost:]
    position.pieces[player]["legion"] += lost
    position.marched = True


def _without(units: list[Unit], side: str, kind: str, groups: Counter[Group]) -> list[Unit]:
    leaving = Counter(groups)
    left = []
    for unit in units:
        group = (unit.on, unit.moved, unit.attacked, unit.supported)
        if (unit.side, unit.kind) == (side, kind) and leaving[group]:
            leaving[group] -= 1
        else:
            left.append(unit)
    assert not leaving.total(), f"{leaving} of {side} do not stand here."
    return left


def pillaged(position: Position, player: str, where: str, building: str) -> None:
    """5.8c: a building is removed, and whatever the player did there ends (K41)."""
    _decided(position, player, where)
    here = position.provinces[where]
    here.buildings.remove(building)
    here.pillaged = True
    position.buildings[kind_of(building)] += 1


def stands(position: Position, player: str, where: str, legions: dict[str, Group]) -> None:
    """5.8d, 5.8e: legions stand on buildings or the marker, each given by what told it apart but for where it stood."""
    _decided(position, player, where)
    here = position.provinces[where]
    for place, group in legions.items():
        _, moved, attacked, supported = group
        legion = Unit(player, "legion", "", moved, attacked, supported)
        here.land.remove(legion)
        here.land.append(replace(legion, on=place))


def _decided(position: Position, player: str, where: str) -> None:
    """K41: the new decision replaces the old one."""
    here = position.provinces[where]
    here.land = [replace(unit, on="") if unit.side == player else unit for unit in here.land]
    position.decided.add(where)


def attacked(position: Position, place: str, attackers: list[Unit]) -> None:
    """5.1c: units have attacked."""
    here = position.provinces[place].land if place in position.provinces else position.seas[place]
    for unit in attackers:
        here.remove(unit)
        here.append(replace(unit, attacked=True))


def fought(position: Position, place: str, fallen: list[Unit]) -> None:
    """5.5c, 5.6b: units fall and go back to their supply; where both sides remain no legion stands on anything."""
    here = position.provinces[place].land if place in position.provinces else position.seas[place]
    for unit in fallen:
        here.remove(unit)
        if unit.side in position.players:
            position.pieces[unit.side][unit.kind] += 1
    if place in position.provinces and position.at_war(place):
        position.provinces[place].land = [replace(unit, on="") for unit in here]
    position.fought.add(place)


def replaced(position: Position, province: str, legion: Unit) -> None:
    """7.3c: Helen's owner takes the place of a legion."""
    owner = position.holder("helen")
    here = position.provinces[province].land
    here.remove(legion)
    here.append(Unit(owner))
    position.pieces[legion.side]["legion"] += 1
    position.pieces[owner]["legion"] -= 1
    position.used.add("helen")
