"""Phase 1, collect resources (chapter 1), and the legendary commodities of any phase (1.2)."""

from __future__ import annotations

from typing import NamedTuple

from core.actions import Action, Collect
from core.answers import Answers, Listed
from core.board import CAPITAL, CARAVAN, CITY, LEGENDARY_CITY, MARKET, NOBODY, TEMPLE, bits
from core.errors import RuleError
from core.flow import Draw, Procedure, Prompt, Question
from core.resources import changed, legendary, ordinary
from core.state import TRADE, Province, State, building_controller


def doubled(province: Province, doublers: int, owner: int) -> bool:
    """1.1, 1.1a: whether the owner also controls one of the doublers (temple or market icons) that stands built."""
    return any(building_controller(province, icon) == owner for icon in bits(province.built & doublers))


def ordinary_income(state: State) -> list[list[int]]:
    """By empire and kind, what the rules grant in the first collection step, before the reserve sets limits (R4)."""
    due = [[0] * len(state.reserve) for _ in state.players]
    for index, province in enumerate(state.provinces):
        kinds = state.board.of_kind[index]
        _add_gathered(state, due, province, index)
        if province.controller == NOBODY:
            continue
        paying = kinds[CITY] | kinds[CAPITAL] | kinds[LEGENDARY_CITY] | kinds[CARAVAN]
        for icon in bits(province.built & paying):
            owner = building_controller(province, icon)
            caravan = state.board.icons[index][icon].commodity
            if caravan:
                due[owner][caravan] += 1 + doubled(province, kinds[MARKET], owner)
            elif kinds[LEGENDARY_CITY] >> icon & 1:
                due[owner][0] += 1
            else:
                due[owner][0] += 1 + doubled(province, kinds[TEMPLE], owner)
    return due


def _add_gathered(state: State, due: list[list[int]], province: Province, index: int) -> None:
    """Circe: each legion on an empty caravan icon yields what a caravan would; R5: a market doubles it."""
    kinds = state.board.of_kind[index]
    empty = province.posts & ~province.built & kinds[CARAVAN]
    if empty and any(tile.gathers_on_icons() for tile in state.acting(province.occupier)):
        for icon in bits(empty):
            commodity = state.board.icons[index][icon].commodity
            due[province.occupier][commodity] += 1 + doubled(province, kinds[MARKET], province.occupier)


def legendary_cities(state: State, empire: int) -> list[tuple[int, bool]]:
    """The provinces whose legendary city the empire controls, in data order, and whether its temple doubles it."""
    return [
        (index, doubled(province, state.board.of_kind[index][TEMPLE], empire))
        for index, province in enumerate(state.provinces)
        for icon in bits(province.built & state.board.of_kind[index][LEGENDARY_CITY])
        if province.controller != NOBODY and building_controller(province, icon) == empire
    ]


def _amounts(state: State, due: list[int]) -> str:
    amounts = [f"{number} {state.board.tokens[ordinary(kind)]}" for kind, number in enumerate(due) if number]
    return ", ".join(amounts) or "nothing"


def begin_collect(state: State) -> None:
    """Phase 1: ordinary income at once, then the legendary cities in seat order from the Trade Leader (R4)."""
    due = ordinary_income(state)
    order = state.order_from(state.leaders[TRADE])
    for kind in range(len(state.reserve)):
        for empire in order:
            if due[empire][kind]:
                due[empire][kind] = state.gain(empire, kind, due[empire][kind])
    if state.tell is not None:
        for empire in order:
            state.say(f"{state.board.empire_names[empire]} collects {_amounts(state, due[empire])}.")
    # R4: the legendary cities, then Temple of Artemis, last the Colossus; what comes first lies on top.
    for empire in reversed(order):
        for tile in state.acting(empire):
            tile.after_collection(state, empire)
    state.stack.append(ExtraCoins())
    for empire in reversed(order):
        for _, temple in reversed(legendary_cities(state, empire)):
            if temple:
                state.stack.append(CoinOrLegendary(empire, "1.1"))
            state.stack.append(LegendaryDraw(empire))


class ExtraCoins(NamedTuple):
    """The coins that tiles add to the collection."""


class CollectExtraCoins(Procedure[ExtraCoins]):
    """Temple of Artemis: +1 coin, once the legendary cities have paid (R4)."""

    def run(self, state: State, frame: ExtraCoins) -> None:
        state.stack.pop()
        for empire in state.order_from(state.leaders[TRADE]):
            coins = sum(tile.extra_coins() for tile in state.acting(empire))
            if coins and state.gain(empire, 0, coins):
                state.say(f"{state.board.empire_names[empire]} collects {coins} coin more.")


class LegendaryDraw(NamedTuple):
    """A legendary commodity to be drawn for an empire (1.2)."""

    empire: int


class DrawLegendary(Draw[LegendaryDraw]):
    """1.2: drawn at random from the face-down pile; the discard pile becomes a new pile when it is empty."""

    def meaning(self, state: State, frame: LegendaryDraw) -> str:
        return f"a legendary commodity for {state.board.empire_names[frame.empire]}"

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
        state.players[frame.empire] = player._replace(hand=changed(player.hand, token, 1))
        state.say(f"{state.board.empire_names[frame.empire]} draws {state.board.tokens[token]}.")


class CoinOrLegendary(NamedTuple):
    """An empire's choice of a coin or a legendary commodity, by the rule named (1.1, 4.3.1)."""

    empire: int
    rule: str


class OfferCoinOrLegendary(Procedure[CoinOrLegendary]):
    """R4: offers only what the reserve holds when the choice comes up; with nothing there, nothing is taken."""

    def run(self, state: State, frame: CoinOrLegendary) -> None:
        state.stack.pop()
        choices = [Collect(False)] * (state.reserve[0] > 0)
        choices += [Collect(True)] * (sum(state.pile) + sum(state.discard) > 0)
        if len(choices) == 2:
            state.stack.append(CollectChoice(frame.empire, frame.rule))
        elif choices:
            collect(state, frame.empire, choices[0])


class CollectChoice(NamedTuple):
    """The same choice once both are there to be taken."""

    empire: int
    rule: str


class ChooseCoinOrLegendary(Question[CollectChoice]):
    """1.1: one more of either, by choice; 4.3.1: a coin or a legendary commodity."""

    def asked(self, state: State, frame: CollectChoice) -> int:
        return frame.empire

    def prompt(self, state: State, frame: CollectChoice) -> Prompt:
        return Prompt(frame.rule, "Take a coin or a legendary commodity.")

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
        state.say(f"{state.board.empire_names[empire]} takes a coin.")
