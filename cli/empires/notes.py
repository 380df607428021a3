"""A word on an answer that is whole: what it meets, leaves or earns, beside it in the list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cli.empires import odds
from cli.empires.map import standing
from cli.empires.words import MOVING, of_done
from cli.i18n.texts import count, term, tr
from cli.mare import preview
from cli.mare.preview import chances, fleets, held, of_occupy, who_is_there
from core.empires.actions import (
    Attack,
    Convert,
    Fight,
    LoseLegion,
    MakePeace,
    March,
    Obtain,
    OccupyMarker,
    Remove,
    Sail,
)
from core.empires.state import State, land_units
from core.mare.actions import Announce, Done, Name, Occupy, Pillage
from core.mare.kinds import FREE
from core.mare.resources import ordinary


def _of_march(state: State, empire: int, action: March) -> str:
    rest = state.provinces[action.source].legions[empire] - action.number
    stay = tr("{number} stay", number=rest) if rest else tr("all")
    odds_ = of_battle(state, empire, action.target, action.number)
    return f"{stay}; {odds_ or who_is_there(state, action.target, empire, standing)}"


def of_battle(state: State, empire: int, target: int, number: int) -> str:
    """Return the odds of so many more legions in a province against the first enemy there; nothing without one."""
    for other in range(len(state.players)):
        at_war = other != empire and not state.at_peace(empire, other)
        if at_war and land_units(state.provinces[target], other):
            after = state.copy()
            after.provinces[target] = after.provinces[target].change_legions(empire, number)
            return chances(odds.on_land(after, target, empire, other))
    return ""


def _of_sail(state: State, empire: int, action: Sail) -> str:
    rest = state.seas[action.source][empire] - action.number
    stay = tr("{number} stay", number=rest) if rest else tr("all")
    return tr("{stay}; there {fleets}", stay=stay, fleets=fleets(state, action.target, empire))


def _of_fight(state: State, empire: int, action: Fight) -> str:
    return chances(odds.on_land(state, action.province, empire, action.empire))


def _of_attack(state: State, empire: int, action: Attack) -> str:
    return chances(odds.at_sea(state, action.sea, empire, action.empire))


def _of_pillage(state: State, empire: int, action: Pillage) -> str:
    icon = state.board.icons[action.province][action.icon]
    if icon.commodity:
        return tr("you gain {token}; destroys it", token=term(state.board.tokens[ordinary(icon.commodity)]))
    return tr("destroys it; see 4.3.1")


def _of_name(state: State, empire: int, action: Name) -> str:
    """Return what the named player has for the phase: resources to build with, or units to move and fight with."""
    if state.phase == MOVING:
        legions = sum(province.legions[action.empire] for province in state.provinces)
        triremes = sum(sea[action.empire] for sea in state.seas)
        has = f"{count(legions, 'legion')}, {count(triremes, 'trireme')}"
    else:
        has = count(sum(state.players[action.empire].hand), "resource")
    return (
        tr("you, with {resources}", resources=has) if action.empire == empire else tr("with {resources}", resources=has)
    )


def _of_announce(state: State, empire: int, action: Announce) -> str:
    sides = state.board.map.exchange
    left = ["/".join(map(str, sides[marker])) for marker in state.exchange if action.number not in sides[marker]]
    return tr("then you have {markers} left", markers=", ".join(left) if left else tr("all markers"))


NOTES: Mapping[type, Callable[[State, int, Any], str]] = {
    **preview.NOTES,
    Done: of_done,
    Announce: _of_announce,
    Attack: _of_attack,
    Convert: lambda state, empire, action: tr("the province is yours from now on"),
    Fight: _of_fight,
    LoseLegion: lambda state, empire, action: "" if action.icon == FREE else tr("you no longer occupy that"),
    MakePeace: lambda state, empire, action: tr("no battle between you this round"),
    March: _of_march,
    Name: _of_name,
    Obtain: lambda state, empire, action: held(state, empire, ordinary(action.kind)),
    Occupy: lambda state, empire, action: of_occupy(state, empire, action, ordinary),
    OccupyMarker: lambda state, empire, action: tr(
        "yours when your next turn begins, if your legion still stands there"
    ),
    Pillage: _of_pillage,
    Remove: lambda state, empire, action: tr("the province is uncontrolled then"),
    Sail: _of_sail,
}
"""By type of answer, what is said of one, given the state and the empire that gives it."""
