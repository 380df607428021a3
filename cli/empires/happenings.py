"""What has happened in a game of Empires, where the words of its events don't say it all."""

from __future__ import annotations

from cli.i18n.texts import tr
from cli.mare import happenings
from cli.mare.happenings import attack
from cli.ui.text.sides import empires, side
from core.empires.actions import Attack, Collect, Fight
from core.empires.state import State
from core.engine.action import Action


def deed(state: State, seat: int, action: Action) -> str:
    """Return in words an action of which no event tells; nothing for any other."""
    board, who = state.board, side(state, seat)
    match action:
        case Attack(empire, sea):
            return attack(who, empires(state)[empire], board.sea_names[sea])
        case Fight(empire, province):
            return attack(who, empires(state)[empire], board.province_names[province])
        case Collect(legendary=True):
            return tr("{who} will draw a legendary commodity.", who=who)
    return happenings.deed(state, seat, action)
