"""The rules of the pocket edition: two or three empires on four provinces in a ring.

- **1** Every empire collects a coin for each of its provinces; five coins are the most.
- **2** All offer coins in secret, and pay them. The highest, if no other is as high, wins the oracle, the one tile.
- **3** In seat order each marches one legion to the next province, and fights an opponent there: one die for each
  legion, one point more for the oracle's owner. The lower total loses all its legions; if both are equal, both do.

Three provinces win. After the last round no one has won.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, NamedTuple, TypeAlias

from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.event import Event
from core.engine.flow import Draw, Procedure, Prompt, Question, Secret
from core.engine.kind import Kind, Named
from core.engine.message import Message
from core.engine.state import Result
from tests.pocket.state import Round, State

MOST_COINS, TO_WIN = 5, 3

Empire: TypeAlias = Annotated[int, Named("empire", lambda board: board.empires, lambda board: board.empire_names)]
Province: TypeAlias = Annotated[int, Named("place", lambda board: board.provinces, lambda board: board.province_names)]
Number: TypeAlias = Annotated[int, Kind()]


@dataclass(slots=True, unsafe_hash=True)
class Offer(Action):
    form, meaning = "offer {number}", "to offer"
    number: Number


@dataclass(slots=True, unsafe_hash=True)
class March(Action):
    form, meaning = "march {source} {target}", "to march"
    source: Province
    target: Province


@dataclass(slots=True, unsafe_hash=True)
class Done(Action):
    form, meaning = "done", "to be done"


@dataclass(slots=True)
class Offered(Event):
    template = "{empire} offers {number}."
    empire: Empire
    number: Number


@dataclass(slots=True)
class Marched(Event):
    template = "{empire} marches from {source} to {target}."
    empire: Empire
    source: Province
    target: Province


@dataclass(slots=True)
class Rolled(Event):
    template, topics = "{empire} rolls {total} in {place}.", ("battle",)
    empire: Empire
    total: Number
    place: Province


class PlayRound(Procedure[State, Round]):
    """The phases in order, then the next round."""

    def run(self, state: State, frame: Round) -> None:
        empires = range(len(state.seats))
        state.stack[-1] = Round((frame.phase + 1) % 4)
        if frame.phase == 0:
            state.coins = tuple(min(state.coins[empire] + state.held(empire), MOST_COINS) for empire in empires)
        elif frame.phase == 1:
            state.stack.append(Offers())
        elif frame.phase == 2:
            state.stack += [Marching(empire) for empire in reversed(empires)]
        elif state.round == state.options.max_rounds:
            end(state, Result((), "round_limit"))
        else:
            state.round += 1


def end(state: State, result: Result) -> None:
    state.result = result
    state.stack.clear()


class Offers(NamedTuple):
    pass


class MakeOffers(Secret[State, Offers]):
    accepts, phases, below = (Offer,), (2,), ("Round",)

    def prompt(self, state: State, frame: Offers) -> Prompt:
        return Prompt("2", Message("Offer coins for the oracle, in secret."))

    def answers(self, state: State, frame: Offers) -> Mapping[int, Answers]:
        refusal = RuleError("2", "Offer as many coins as you have, or fewer: “offer NUMBER”.")
        return {
            empire: Listed(state.board, [Offer(number) for number in range(coins + 1)], lambda action: refusal)
            for empire, coins in enumerate(state.coins)
        }

    def apply(self, state: State, frame: Offers, actions: Mapping[int, Offer]) -> None:
        state.stack.pop()
        offers = [actions[empire].number for empire in range(len(state.seats))]
        state.coins = tuple(coins - offer for coins, offer in zip(state.coins, offers, strict=True))
        for empire, number in enumerate(offers):
            state.tell(Offered(empire, number))
        if max(offers) and offers.count(max(offers)) == 1:
            state.oracle = offers.index(max(offers))


class Marching(NamedTuple):
    empire: Empire


class MarchLegion(Question[State, Marching]):
    accepts, phases, below = (March, Done), (3,), ("Round", "Marching")

    def asked(self, state: State, frame: Marching) -> int:
        return frame.empire

    def prompt(self, state: State, frame: Marching) -> Prompt:
        return Prompt("3", Message("March one legion to the next province, or be done."))

    def answers(self, state: State, frame: Marching) -> Answers:
        refusal = RuleError("3", "March one of your legions to the next province (“march FROM TO”), or be “done”.")
        size = len(state.legions)
        sources = [place for place, there in enumerate(state.legions) if there[frame.empire]]
        marches = [March(source, (source + step) % size) for source in sources for step in (1, size - 1)]
        return Listed(state.board, [*marches, Done()], lambda action: refusal)

    def apply(self, state: State, frame: Marching, action: March | Done) -> None:
        state.stack.pop()
        if isinstance(action, March):
            move(state, frame.empire, action.source, -1)
            move(state, frame.empire, action.target, 1)
            state.tell(Marched(frame.empire, action.source, action.target))
            enemies = [e for e, number in enumerate(state.legions[action.target]) if number and e != frame.empire]
            if enemies:
                state.stack.append(Battle(action.target, frame.empire, enemies[0]))
            else:
                occupy(state, action.target)


def move(state: State, empire: int, place: int, difference: int) -> None:
    there = list(state.legions[place])
    there[empire] += difference
    state.legions = (*state.legions[:place], tuple(there), *state.legions[place + 1 :])


def occupy(state: State, place: int) -> None:
    """An empire whose legions stand alone in a province has it; three provinces win."""
    present = [empire for empire, number in enumerate(state.legions[place]) if number]
    if len(present) == 1:
        state.owners = (*state.owners[:place], present[0], *state.owners[place + 1 :])
        if state.held(present[0]) == TO_WIN:
            end(state, Result((present[0],), "provinces"))


class Battle(NamedTuple):
    place: Province
    attacker: Empire
    defender: Empire


class Roll(Draw[State, Battle]):
    phases, below = (3,), ("Round", "Marching")

    def meaning(self, state: State, frame: Battle) -> Message:
        return Message("the battle in {place}", place=state.board.province_names[frame.place])

    def bounds(self, state: State, frame: Battle) -> tuple[int, ...]:
        there = state.legions[frame.place]
        return (6,) * (there[frame.attacker] + there[frame.defender])

    def settle(self, state: State, frame: Battle, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        there, dice = state.legions[frame.place], [face + 1 for face in outcome]
        own = there[frame.attacker]
        totals = {frame.attacker: sum(dice[:own]), frame.defender: sum(dice[own:])}
        totals = {empire: total + (state.oracle == empire) for empire, total in totals.items()}
        for empire, total in totals.items():
            state.tell(Rolled(empire, total, frame.place))
            if total == min(totals.values()):
                move(state, empire, frame.place, -there[empire])
        occupy(state, frame.place)
