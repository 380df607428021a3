"""The notes beside a whole answer in the list, as far as editions share them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cli.i18n.texts import good, listed, term, tr
from cli.mare.map import StandingOf
from cli.mare.odds import Odds, percent
from cli.mare.words import sides, units_of
from cli.ui.text.sides import empires
from core.engine.state import NO_EMPIRE
from core.mare.actions import Award, Give, Occupy, Offer, Take
from core.mare.trade import Taking


def who_is_there(state: Any, index: int, empire: int, standing: StandingOf) -> str:
    """Return whose a province is and who stands there, in a few words."""
    stands, names = standing(state.provinces[index]), sides(state)
    owner = tr("uncontrolled") if stands.controller == NO_EMPIRE else names[stands.controller]
    if stands.controller == empire:
        owner = tr("yours")
    units = [f"{tr('your') if side == empire else names[side]} {units_of(stands, side)}" for side in stands.present]
    return f"{owner}; {', '.join(units) or tr('empty')}"


def province_in_brief(state: Any, index: int, empire: int) -> str:
    """Return what stands in a province and what can still be built."""
    province = state.provinces[index]
    icons = state.board.icons[index]
    built = listed(icon.name for number, icon in enumerate(icons) if province.built >> number & 1)
    free = listed(icon.name for number, icon in enumerate(icons) if not province.built >> number & 1)
    parts = [tr("has {icons}", icons=built) if built else "", tr("still to build: {icons}", icons=free) if free else ""]
    return "; ".join(filter(None, parts))


def fleets(state: Any, sea: int, empire: int) -> str:
    """Return who has triremes in a sea."""
    there = [
        f"{tr('you') if other == empire else empires(state)[other]} {number}"
        for other, number in enumerate(state.seas[sea])
        if number
    ]
    return ", ".join(there) or tr("empty")


def supply(state: Any, empire: int, what: str) -> int:
    """Return how many pieces of a kind an empire has left."""
    player = state.players[empire]
    left: dict[str, int] = {
        "control": player.markers,
        "legion": player.legions,
        "trireme": player.triremes,
        "fortress": player.fortresses,
    }
    return left[what]


def held(state: Any, empire: int, token: int) -> str:
    """Return how many resources of a sort an empire holds."""
    return tr("you hold {number}", number=state.players[empire].hand[token])


def chances(found: Odds) -> str:
    """Return the odds in short."""
    return tr("win {win}, lose all {lose}", win=percent(found.wins), lose=percent(found.is_destroyed))


def _of_take(state: Any, empire: int, action: Take) -> str:
    """Return how many of the same kind the taker has, legendary or not (0.2), or gets back after the trade."""
    kinds = [name.removeprefix("*") for name in state.board.tokens]
    same = [token for token, kind in enumerate(kinds) if kind == kinds[action.token]]
    number = sum(state.players[empire].hand[token] for token in same)
    trays = [frame.face_up[empire] for frame in state.stack if isinstance(frame, Taking)]
    if number:
        return tr("you hold {number}", number=number)
    return (
        tr("yours lies face up too")
        if any(token in tray for tray in trays for token in same)
        else tr("a kind you lack")
    )


def of_occupy(state: Any, empire: int, action: Occupy, token_of: Callable[[int], int]) -> str:
    """Return what the buildings pay while they are occupied; ``token_of`` says by which token a kind is called."""
    worth = state.board.worths[action.province][action.icons]
    names = state.board.tokens
    income = [
        tr("{change:+d} {good}", change=number, good=good(number, term(names[token_of(kind)])))
        for kind, number in worth.income
    ]
    income += [tr("+1 legendary")] * len(worth.legendary)
    return tr("{income} while you stay", income=", ".join(income) or tr("no income"))


def _of_award(state: Any, empire: int, action: Award) -> str:
    return tr("you keep the title") if action.empire == empire else tr("you lose the title")


NOTES: Mapping[type, Callable[[Any, int, Any], str]] = {
    Award: _of_award,
    Give: lambda state, empire, action: held(state, empire, action.token),
    Offer: lambda state, empire, action: held(state, empire, action.tokens[-1]),
    Take: _of_take,
}
"""By type of answer, what is said of one, given the state and the empire that gives it."""
