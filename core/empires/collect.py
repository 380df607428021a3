"""Phase 1, collect resources (chapter 1), and the legendary commodities of any phase (1.2)."""

from __future__ import annotations

from typing import NamedTuple

from core.empires.actions import ChoiceRule, Collect
from core.empires.events import Drew, TookCoin
from core.empires.state import State
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Draw, Phases, Procedure, Prompt, Question
from core.engine.masks import bits
from core.engine.message import Message
from core.mare.buildings import CARAVAN, MARKET, Worth
from core.mare.events import CollectedMore
from core.mare.income import Due, due_income, pay_income
from core.mare.kinds import TRADE, Empire
from core.mare.resources import changed, legendary, ordinary
from core.mare.state import holdings


def ordinary_income(state: State, worths: list[tuple[int, Worth]]) -> list[Due]:
    """Return by empire what the rules grant in the first collection step, before the reserve sets limits (R4)."""
    due = due_income(state, worths)
    for index, province in enumerate(state.provinces):
        if province.posts and province.posts & ~province.built & state.board.of_kind[index][CARAVAN]:
            _add_gathered(state, due, index)
    return due


def _add_gathered(state: State, due: list[Due], index: int) -> None:
    """Add Circe's commodities (R5).

    A legion on an empty caravan icon yields what a caravan would, two with a market.
    """
    province = state.provinces[index]
    empire = province.occupier
    if any(tile.gathers_on_icons for tile in state.acting(empire)):
        kinds = state.board.of_kind[index]
        market = dict(holdings(province)).get(empire, 0) & kinds[MARKET]
        for icon in bits(province.posts & ~province.built & kinds[CARAVAN]):
            commodity = state.board.icons[index][icon].commodity
            due[empire][commodity] = due[empire].get(commodity, 0) + (2 if market else 1)


def legendary_cities(state: State, worths: list[tuple[int, Worth]]) -> list[list[bool]]:
    """Return by empire the legendary cities it controls, in data order: for each whether its temple doubles it."""
    found: list[list[bool]] = [[] for _ in state.players]
    for empire, worth in worths:
        found[empire] += worth.legendary
    return found


def begin_collect(state: State) -> None:
    """Begin phase 1: ordinary income at once, then the legendary cities in seat order from the Trade Leader (R4)."""
    worths = state.worths()
    due = ordinary_income(state, worths)
    order = state.order_from(state.leaders[TRADE])
    # R1: each kind is served in this order, so a later empire gets what is left of it.
    state.reserve = pay_income(state, due, order, state.reserve, ordinary)
    # R4: the legendary cities, then Temple of Artemis, last the Colossus. The first lies on top.
    for empire, tile in state.all_acting(reversed(order)):
        tile.after_collection(state, empire)
    state.stack.append(ExtraCoins())
    cities = legendary_cities(state, worths)
    for empire in reversed(order):
        for temple in reversed(cities[empire]):
            if temple:
                state.stack.append(CoinOrLegendary(empire, "1.1"))
            state.stack.append(LegendaryDraw(empire))


class ExtraCoins(NamedTuple):
    """The coins that tiles add to the collection."""


class CollectExtraCoins(Procedure[State, ExtraCoins]):
    """Pays +1 coin for the Temple of Artemis, after the legendary cities have paid (R4)."""

    phases: Phases = (1,)
    below = ("Round", "Obtaining")

    def run(self, state: State, frame: ExtraCoins) -> None:
        state.stack.pop()
        for empire, tile in state.all_acting(state.order_from(state.leaders[TRADE])):
            if tile.extra_coins and state.gain(empire, 0, tile.extra_coins):
                state.tell(CollectedMore(empire, tile.extra_coins))


CHOICES_LIE_ON = ("ExtraCoins", "LegendaryDraw", "CoinOrLegendary", "Conquests")
"""The frames below a choice or draw of legendary commodities: the cities' income, or a conquest."""


class LegendaryDraw(NamedTuple):
    """A legendary commodity that an empire draws (1.2)."""

    empire: Empire


class DrawLegendary(Draw[State, LegendaryDraw]):
    """Draws a legendary commodity at random from the face-down pile (1.2).

    If the pile is empty, the discard pile becomes the new pile.
    """

    phases: Phases = (1, 4)
    below = CHOICES_LIE_ON

    def meaning(self, state: State, frame: LegendaryDraw) -> Message:
        return Message("a legendary commodity for {empire}", empire=state.board.empire_names[frame.empire])

    def bounds(self, state: State, frame: LegendaryDraw) -> tuple[int, ...]:
        left = sum(state.pile) or sum(state.discard)
        return (left,) if left else ()

    def settle(self, state: State, frame: LegendaryDraw, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        if not outcome:
            return
        if not any(state.pile):
            state.pile, state.discard = state.discard, state.pile
        position = outcome[0]
        commodity = 0
        while position >= state.pile[commodity]:
            position -= state.pile[commodity]
            commodity += 1
        state.pile = changed(state.pile, commodity, -1)
        token = legendary(commodity + 1)
        player = state.players[frame.empire]
        state.players[frame.empire] = player.holding(changed(player.hand, token, 1))
        state.tell(Drew(frame.empire, token))


class CoinOrLegendary(NamedTuple):
    """An empire's choice of a coin or a legendary commodity, by the named rule (1.1, 4.3.1)."""

    empire: Empire
    rule: ChoiceRule


class OfferCoinOrLegendary(Procedure[State, CoinOrLegendary]):
    """Offers only what the reserve holds when the choice comes up (R4).

    If it holds neither, the empire gets nothing.
    """

    phases: Phases = (1, 4)
    below = CHOICES_LIE_ON

    def run(self, state: State, frame: CoinOrLegendary) -> None:
        state.stack.pop()
        choices = [Collect(False)] * (state.reserve[0] > 0)
        choices += [Collect(True)] * (sum(state.pile) + sum(state.discard) > 0)
        if len(choices) == 2:
            state.stack.append(CollectChoice(frame.empire, frame.rule))
        elif choices:
            collect(state, frame.empire, choices[0])


class CollectChoice(NamedTuple):
    """The same choice after the reserve is known to hold both."""

    empire: Empire
    rule: ChoiceRule


class ChooseCoinOrLegendary(Question[State, CollectChoice]):
    """One more of either, by choice (1.1); a coin or a legendary commodity (4.3.1)."""

    accepts = (Collect,)
    phases: Phases = (1, 4)
    below = CHOICES_LIE_ON

    def prompt(self, state: State, frame: CollectChoice) -> Prompt:
        return Prompt(frame.rule, Message("Take a coin or a legendary commodity."))

    def answers(self, state: State, frame: CollectChoice) -> Answers:
        def refuse(action: Action) -> RuleError:
            return RuleError(frame.rule, "Take one of the two: “collect coin” or “collect legendary”.")

        return Listed(state.board, [Collect(False), Collect(True)], refuse)

    def apply(self, state: State, frame: CollectChoice, action: Collect) -> None:
        state.stack.pop()
        collect(state, frame.empire, action)


def collect(state: State, empire: int, action: Collect) -> None:
    """Take the coin, or have the legendary commodity drawn."""
    if action.legendary:
        state.stack.append(LegendaryDraw(empire))
    else:
        state.gain(empire, 0)
        state.tell(TookCoin(empire))
