"""A word on an answer that is whole: what it meets, leaves or earns, beside it in the list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cli.classic import odds
from cli.classic.map import standing
from cli.classic.words import of_done
from cli.i18n.texts import count, good, term, tr
from cli.mare import preview
from cli.mare.preview import chances, fleets, held, of_occupy, who_is_there
from core.classic.actions import (
    Assimilate,
    Attack,
    Blockade,
    Cross,
    Exchange,
    Fight,
    LoseLegion,
    March,
    Obtain,
    Pass,
    Place,
    Sail,
    Support,
)
from core.classic.battle import LandDice, Supporting
from core.classic.blockade import Shipping
from core.classic.deeds import WarTurn, put_legions
from core.classic.kinds import deeds_of
from core.classic.setup import SetupTurn, Sites
from core.classic.state import State
from core.mare.actions import Announce, Done, Name, Occupy, Pillage
from core.mare.kinds import FREE, MILITARY


def enemies_in(state: State, empire: int, index: int) -> list[int]:
    """Return the other sides that have land units in a province."""
    land = standing(state.provinces[index]).land
    return [side for side, units in enumerate(land) if side != empire and any(units)]


def of_battle(state: State, empire: int, target: int, number: int) -> str:
    """Return the odds of so many legions more in a province against the first enemy there; nothing without any."""
    enemies = enemies_in(state, empire, target)
    if not enemies or not any(isinstance(frame, WarTurn) for frame in state.stack):
        return ""
    after = state.copy()
    put_legions(after, target, [number, *[0] * 7])
    return chances(odds.on_land(after, target, empire, enemies[0]))


def _of_march(state: State, empire: int, action: March) -> str:
    rest = state.provinces[action.source].legions[empire] - action.number
    stay = tr("{number} stay", number=rest) if rest else tr("all")
    met = of_battle(state, empire, action.target, action.number)
    return f"{stay}; {met or who_is_there(state, action.target, empire, standing)}"


def _of_cross(state: State, empire: int, action: Cross) -> str:
    """Return how many come over the Alps, and what they meet."""
    _, target = state.board.alps
    number = action.number - state.board.map.alps.lost
    met = of_battle(state, empire, target, number) or who_is_there(state, target, empire, standing)
    return tr("{number} arrive in {name}; {met}", number=number, name=term(state.board.province_names[target]), met=met)


def _of_blockade(state: State, empire: int, action: Blockade) -> str:
    """Return the odds of the first battle, which all triremes of both sides there fight (K53)."""
    shipping = next(frame for frame in state.stack if isinstance(frame, Shipping))
    return chances(odds.at_sea(state, action.seas[0], empire, shipping.empire))


def _of_sail(state: State, empire: int, action: Sail) -> str:
    return tr("there {fleets}", fleets=fleets(state, action.target, empire))


def _of_fight(state: State, empire: int, action: Fight) -> str:
    return chances(odds.on_land(state, action.province, empire, action.side, action.force))


def _of_support(state: State, empire: int, action: Support | Done) -> str:
    """Return the odds of the battle with these triremes, or as it stands."""
    battle = next(frame for frame in state.stack if isinstance(frame, LandDice))
    return chances(odds.with_support(state, battle, empire, action.number if isinstance(action, Support) else 0))


def _of_done(state: State, empire: int, action: Done) -> str:
    return (
        _of_support(state, empire, action)
        if isinstance(state.stack[-1], Supporting)
        else of_done(state, empire, action)
    )


def _of_attack(state: State, empire: int, action: Attack) -> str:
    return chances(odds.at_sea(state, action.sea, empire, action.empire, action.force))


def _of_name(state: State, empire: int, action: Name) -> str:
    """Return what the named one has for the phase: resources to build with, or what they move and fight with."""
    if state.phase == MILITARY + 1:
        legions = sum(province.legions[action.empire] for province in state.provinces)
        triremes = sum(sea[action.empire] for sea in state.seas)
        triremes += sum(province.docks[action.empire] for province in state.provinces)
        has = f"{count(legions, 'legion')}, {count(triremes, 'trireme')}"
    else:
        has = count(sum(state.players[action.empire].hand), "resource")
    if action.empire == empire:
        return tr("you, with {resources}", resources=has)
    return tr("with {resources}", resources=has)


def _of_announce(state: State, empire: int, action: Announce) -> str:
    if not action.number:
        return tr("no trade")
    able = sum([sum(player.hand) >= action.number for player in state.players])
    if able == 1:
        return tr("no trade: no other player holds so many")
    return tr("{players} can take part", players=count(able, "player"))


def _of_pillage(state: State, empire: int, action: Pillage) -> str:
    return tr("destroys it; see 5.8c")


def of_place(state: State, empire: int, action: Place) -> str:
    """Return the price in points, what is left of them, and what a building collects from the next round on."""
    sites = Sites(state, SetupTurn(empire, 0))
    turn = next((frame for frame in state.stack if isinstance(frame, SetupTurn)), None)
    cost = sites.cost(action.what)
    left = tr("costs {number}", number=cost)
    if turn is not None:
        left = tr("costs {price}, leaves {points} points", price=cost, points=turn.points - cost)
    earned = gain_of(state, empire, action)
    return f"{left}; {earned}" if earned else left


def gain_of(state: State, empire: int, action: Place) -> str:
    """Return what a building adds to the income, in words."""
    board = state.board
    if action.where == FREE or action.what not in board.icon_of[action.where]:
        return ""
    built = state.provinces[action.where].built
    with_it = built | 1 << board.icon_of[action.where][action.what]
    worths = board.worths[action.where]
    was, now = dict(worths[built].income), dict(worths[with_it].income)
    changes = [(kind, now[kind] - was.get(kind, 0)) for kind in sorted(now) if now[kind] != was.get(kind, 0)]
    return ", ".join(
        tr("{change:+d} {good}", change=change, good=good(change, term(board.tokens[kind]))) for kind, change in changes
    )


def _of_exchange(state: State, empire: int, action: Exchange) -> str:
    return tr("the bank has {number}", number=state.bank[action.gained])


def _of_loss(state: State, empire: int, action: LoseLegion) -> str:
    """Return what is given up with a legion that occupies something."""
    is_post = action.which != FREE and deeds_of(action.which) < 0
    return tr("you no longer occupy that") if is_post else ""


NOTES: Mapping[type, Callable[[State, int, Any], str]] = {
    **preview.NOTES,
    Done: _of_done,
    Announce: _of_announce,
    Assimilate: lambda state, empire, action: tr("yours in the next building phase, for the price of a control marker"),
    Attack: _of_attack,
    Blockade: _of_blockade,
    Cross: _of_cross,
    Exchange: _of_exchange,
    Fight: _of_fight,
    LoseLegion: _of_loss,
    March: _of_march,
    Name: _of_name,
    Obtain: lambda state, empire, action: held(state, empire, action.good),
    Occupy: lambda state, empire, action: of_occupy(state, empire, action, lambda kind: kind),
    Pass: lambda state, empire, action: tr("nothing"),
    Pillage: _of_pillage,
    Place: of_place,
    Sail: _of_sail,
    Support: _of_support,
}
"""By type of answer, what is said of one, given the state and the civilization that gives it."""
