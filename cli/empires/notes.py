"""A word on an answer that is whole: what it meets, leaves or earns, beside it in the list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cli.empires import odds
from cli.empires.describe import MOVING, units_of
from cli.i18n.counting import count, good
from cli.i18n.texts import listed, term, tr
from cli.ui.text.sides import empires
from core.empires.actions import Attack, Fight, MakePeace, March, Obtain, OccupyMarker, Sail
from core.empires.map import TITLES
from core.empires.state import State, land_units
from core.engine.state import NOBODY
from core.mare.actions import Announce, Award, Done, Give, Name, Occupy, Offer, Pillage, Take
from core.mare.resources import ordinary


def who_is_there(state: State, index: int, empire: int) -> str:
    """Whose a province is and who stands there, in a few words."""
    province, names = state.provinces[index], empires(state)
    owner = tr("uncontrolled") if province.controller == NOBODY else names[province.controller]
    if province.controller == empire:
        owner = tr("yours")
    units = [
        f"{tr('your') if other == empire else name} {units_of(province, other)}"
        for other, name in enumerate(names)
        if land_units(province, other)
    ]
    return f"{owner}; {', '.join(units) or tr('empty')}"


def province_in_brief(state: State, index: int, empire: int) -> str:
    """What stands in a province and what can still be built."""
    province = state.provinces[index]
    icons = state.board.icons[index]
    built = listed(icon.name for number, icon in enumerate(icons) if province.built >> number & 1)
    free = listed(icon.name for number, icon in enumerate(icons) if not province.built >> number & 1)
    parts = [tr("has {icons}", icons=built) if built else "", tr("still to build: {icons}", icons=free) if free else ""]
    return "; ".join(filter(None, parts))


def fleets(state: State, sea: int, empire: int) -> str:
    """Who has triremes in a sea."""
    there = [
        f"{tr('you') if other == empire else empires(state)[other]} {number}"
        for other, number in enumerate(state.seas[sea])
        if number
    ]
    return ", ".join(there) or tr("empty")


def supply(state: State, empire: int, what: str) -> int:
    """How many pieces of a kind an empire has left."""
    player = state.players[empire]
    return {
        "control": player.markers,
        "legion": player.legions,
        "trireme": player.triremes,
        "fortress": player.fortresses,
    }[what]


def _held(state: State, empire: int, token: int) -> str:
    return tr("you hold {number}", number=state.players[empire].hand[token])


def _of_take(state: State, empire: int, action: Take) -> str:
    held = state.players[empire].hand[action.token]
    return tr("you hold {number}", number=held) if held else tr("a kind you lack")


def _of_march(state: State, empire: int, action: March) -> str:
    rest = state.provinces[action.source].legions[empire] - action.number
    stay = tr("{number} stay", number=rest) if rest else tr("all")
    odds_ = of_battle(state, empire, action.target, action.number)
    return f"{stay}; {odds_ or who_is_there(state, action.target, empire)}"


def of_battle(state: State, empire: int, target: int, number: int) -> str:
    """The odds of so many legions more in a province against the first enemy there; nothing where there is none."""
    for other in range(len(state.players)):
        at_war = other != empire and not state.at_peace(empire, other)
        if at_war and land_units(state.provinces[target], other):
            after = state.copy()
            after.provinces[target] = after.provinces[target].change_legions(empire, number)
            return _chances(odds.on_land(after, target, empire, other))
    return ""


def _of_sail(state: State, empire: int, action: Sail) -> str:
    rest = state.seas[action.source][empire] - action.number
    stay = tr("{number} stay", number=rest) if rest else tr("all")
    return tr("{stay}; there {fleets}", stay=stay, fleets=fleets(state, action.target, empire))


def _chances(found: odds.Odds) -> str:
    return tr("win {win}, lose all {lose}", win=odds.percent(found.wins), lose=odds.percent(found.is_destroyed))


def _of_fight(state: State, empire: int, action: Fight) -> str:
    return _chances(odds.on_land(state, action.province, empire, action.empire))


def _of_attack(state: State, empire: int, action: Attack) -> str:
    return _chances(odds.at_sea(state, action.sea, empire, action.empire))


def _of_pillage(state: State, empire: int, action: Pillage) -> str:
    icon = state.board.icons[action.province][action.icon]
    if icon.commodity:
        return tr("you gain {token}; destroys it", token=term(state.board.tokens[ordinary(icon.commodity)]))
    return tr("destroys it; see 4.3.1")


def _of_occupy(state: State, empire: int, action: Occupy) -> str:
    worth = state.board.worths[action.province][action.icons]
    names = state.board.tokens
    income = [
        tr("{change:+d} {good}", change=number, good=good(number, term(names[ordinary(kind)])))
        for kind, number in worth.income
    ]
    income += [tr("+1 legendary")] * len(worth.legendary)
    return tr("{income} while you stay", income=", ".join(income) or tr("no income"))


def _of_name(state: State, empire: int, action: Name) -> str:
    """What the named one has for the phase: resources to build with, or what he moves and fights with."""
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


def _of_done(state: State, empire: int, action: Done) -> str:
    return tr("nothing more")


NOTES: Mapping[type, Callable[[State, int, Any], str]] = {
    Announce: _of_announce,
    Attack: _of_attack,
    Award: lambda state, empire, action: term(TITLES[action.track]),
    Done: _of_done,
    Fight: _of_fight,
    Give: lambda state, empire, action: _held(state, empire, action.token),
    MakePeace: lambda state, empire, action: tr("no battle between you this round"),
    March: _of_march,
    Name: _of_name,
    Obtain: lambda state, empire, action: _held(state, empire, ordinary(action.kind)),
    Occupy: _of_occupy,
    OccupyMarker: lambda state, empire, action: tr("to be yours next turn"),
    Pillage: _of_pillage,
    Sail: _of_sail,
    Offer: lambda state, empire, action: _held(state, empire, action.tokens[-1]),
    Take: _of_take,
}
"""By type of answer, what is said of one, given the state and the empire that gives it."""
