"""Wonders: one class holds all of a wonder's ability. If it asks a question, that stands beside the class."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from core.empires.actions import MakePeace, Obtain
from core.empires.build import Discard
from core.empires.events import LegionsWentHome, LegionWentHome, Obtained, PeaceDeclared
from core.empires.heroes import OnceARound
from core.empires.state import Peace, State, Tile
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from core.mare.actions import Done, Keep
from core.mare.events import Kept
from core.mare.kinds import Empire
from core.mare.resources import COIN, kind_of, ordinary


class Lighthouse(OnceARound):
    """1 trireme a round for 1 coin or 1 wood (chapter 3)."""

    unit = "trireme"
    commodity = "wood"


class TempleOfArtemis(Tile):
    """+1 coin in every collection (1.3)."""

    extra_coins = 1


class Colossus(Tile):
    """The owner takes 1 commodity of choice from the reserve and names it openly."""

    chosen_commodities = 1

    def after_collection(self, state: State, empire: int) -> None:
        state.stack.append(Obtaining(empire))


class Obtaining(NamedTuple):
    """The owner takes a commodity."""

    empire: Empire


class ObtainCommodity(Question[State, Obtaining]):
    """It comes last of all, and gives ordinary tokens only (R4)."""

    accepts = (Obtain, Done)
    phases: Phases = (1,)
    below = ("Round", "Obtaining")

    def prompt(self, state: State, frame: Obtaining) -> Prompt:
        return Prompt("1.3", Message("Colossus of Rhodes: take a commodity from the reserve: “obtain COMMODITY”."))

    def answers(self, state: State, frame: Obtaining) -> Answers:
        there: list[Action] = [Obtain(kind) for kind, left in enumerate(state.reserve) if kind and left]

        def refuse(action: Action) -> RuleError:
            if isinstance(action, Obtain):
                return RuleError(
                    "0.5", "The reserve holds no {token}.", token=state.board.tokens[ordinary(action.kind)]
                )
            return RuleError("1.3", "Take a commodity from the reserve: “obtain COMMODITY”.")

        return Listed(state.board, there or [Done()], refuse)

    def apply(self, state: State, frame: Obtaining, action: Obtain | Done) -> None:
        state.stack.pop()
        if isinstance(action, Obtain):
            state.gain(frame.empire, action.kind)
            state.tell(Obtained(frame.empire, ordinary(action.kind)))


class HangingGardens(Tile):
    """The owner keeps up to two different commodities of their choice, besides the coins."""

    def after_building(self, state: State, empire: int) -> None:
        state.stack.append(Keeping(empire))


class Keeping(NamedTuple):
    """The owner chooses what to keep."""

    empire: Empire


class KeepCommodities(Question[State, Keeping]):
    """If the hand has both tokens of a kind, one legendary, the owner says which one they keep (3.0b, R1)."""

    accepts = (Keep, Done)
    phases: Phases = (3,)
    below = ("Discard", "Keeping")

    def prompt(self, state: State, frame: Keeping) -> Prompt:
        return Prompt(
            "3.0b", Message("Hanging Gardens: keep up to two different commodities (“keep …”), or none (“done”).")
        )

    def answers(self, state: State, frame: Keeping) -> Answers:
        held = [token for token, count in enumerate(state.players[frame.empire].hand) if count and token != COIN]
        choices: list[Action] = [Keep(pair) for pair in combinations(held, 2) if kind_of(pair[0]) != kind_of(pair[1])]
        choices += [Keep((token,)) for token in held]

        def refuse(action: Action) -> RuleError:
            if isinstance(action, Keep) and not set(action.tokens) <= {*held}:
                return RuleError("3.0b", "You do not hold all the commodities you named.")
            return RuleError("3.0b", "Keep one or two different commodities (“keep …”), or be “done”.")

        return Listed(state.board, [*choices, Done()], refuse)

    def apply(self, state: State, frame: Keeping, action: Keep | Done) -> None:
        state.stack.pop()
        if isinstance(action, Done):
            return
        place, discard = next(
            (place, below) for place, below in reversed(list(enumerate(state.stack))) if isinstance(below, Discard)
        )
        kept = list(discard.kept)
        kept[frame.empire] = action.tokens
        state.stack[place] = Discard(tuple(kept))
        state.tell(Kept(frame.empire, action.tokens))


class StatueOfZeus(Tile):
    """Before anyone moves, the owner may declare peace with one opponent, but not the one of the round before."""

    def before_moving(self, state: State, empire: int) -> None:
        state.stack.append(Declaring(empire))


class Declaring(NamedTuple):
    """The owner may declare peace."""

    empire: Empire


class DeclarePeace(Question[State, Declaring]):
    """Declares the peace. Sailing, marching and fighting ask ``State.at_peace`` what it forbids."""

    accepts = (MakePeace, Done)
    phases: Phases = (4,)
    below = ("Turns", "Declaring")

    def prompt(self, state: State, frame: Declaring) -> Prompt:
        return Prompt("4.0", Message("Statue of Zeus: declare peace with an opponent (“peace EMPIRE”), or be “done”."))

    def answers(self, state: State, frame: Declaring) -> Answers:
        opponents: list[Action] = [
            MakePeace(other) for other in range(len(state.players)) if other not in (frame.empire, state.peace.former)
        ]

        def refuse(action: Action) -> RuleError:
            if isinstance(action, MakePeace) and action.empire == state.peace.former:
                name = state.board.empire_names[action.empire]
                return RuleError(
                    "4.0", "You were at peace with {name} in the round before; choose another opponent.", name=name
                )
            return RuleError("4.0", "Declare peace with an opponent (“peace EMPIRE”), or be “done”.")

        return Listed(state.board, [*opponents, Done()], refuse)

    def apply(self, state: State, frame: Declaring, action: MakePeace | Done) -> None:
        state.stack.pop()
        if isinstance(action, Done):
            return
        state.tell(PeaceDeclared(frame.empire, action.empire))
        state.peace = Peace(frame.empire, action.empire, state.peace.former)
        _send_home(state, action.empire, frame.empire)


def _send_home(state: State, guest: int, host: int) -> None:
    """Move the opponent's legions in provinces the owner controls to that opponent's capital's province."""
    home = state.board.capitals[guest]
    for index, province in enumerate(state.provinces):
        legions = province.legions[guest]
        if province.controller == host and legions:
            left = province.change_legions(guest, -legions)
            state.provinces[index] = left.occupied(NO_EMPIRE, 0) if province.occupier == guest else left
            state.provinces[home] = state.provinces[home].change_legions(guest, legions)
            state.tell((LegionWentHome if legions == 1 else LegionsWentHome)(legions, index, home))
