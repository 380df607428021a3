"""Phase 5, conquest: pillage, occupation, assimilation (5.8), and the pay for a pillage (7.3d)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from core.classic.actions import Assimilate, Obtain
from core.classic.deeds import Orders, Survey, set_turn, stand_on, turn_of
from core.classic.events import PillagePaid
from core.classic.state import State, is_held_alone
from core.engine.action import Action
from core.engine.answers import Answers, Listed
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.masks import bits
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Occupy, Pillage
from core.mare.buildings import BUILDING_KINDS, CARAVAN, MARKET
from core.mare.events import MarkerOccupied, Occupied, Pillaged
from core.mare.kinds import Active, Province
from core.mare.resources import COIN
from core.mare.state import MARKER


class Conquests(Orders):
    """One of three decisions, once a turn (K41), in another's province with only the player's land units (5.8a)."""

    @classmethod
    def first(cls, survey: Survey) -> Sequence[int]:
        return [index for index in bits(survey.conquered) if cls.choices(survey.state, survey.turn.empire, index)]

    @staticmethod
    @abstractmethod
    def choices(state: State, empire: int, index: int) -> Sequence[Any]:
        """Return what an empire may choose there; empty for nothing."""

    def values(self, chosen: tuple[Any, ...]) -> Sequence[Any]:
        return self.choices(self.state, self.empire, chosen[0])

    def check_province(self, index: int) -> None:
        """Raise RuleError if the player may decide nothing in a province."""
        province, name = self.state.provinces[index], self.board.province_names[index]
        if self.turn.decided >> index & 1:
            raise RuleError("K41", "You have already decided about {name} this turn.", name=name)
        if not province.legions[self.empire]:
            raise RuleError("5.8a", "You have no legion in {name}.", name=name)
        if province.controller in (NO_EMPIRE, self.empire):
            raise RuleError("5.8a", "No other civilization's marker lies in {name}.", name=name)
        if not is_held_alone(province, self.empire):
            raise RuleError("5.7b", "Land units of others stand in {name}.", name=name)

    def decide(self, index: int, posts: int) -> None:
        """Let the new decision replace the old one (K41)."""
        turn = turn_of(self.state)
        set_turn(self.state, turn._replace(decided=turn.decided | 1 << index))
        stand_on(self.state, index, posts)


class Pillages(Conquests):
    """A pillage: a building is removed (5.8c)."""

    action = Pillage

    @staticmethod
    def choices(state: State, empire: int, index: int) -> Sequence[int]:
        province = state.provinces[index]
        return [] if province.pillaged else bits(province.built)

    def check(self, action: Pillage) -> None:
        self.check_province(action.province)
        province, name = self.state.provinces[action.province], self.board.province_names[action.province]
        if province.pillaged:
            raise RuleError("K42", "{name} has been pillaged and not restored since.", name=name)
        if not province.built:
            raise RuleError("5.8c", "No building stands in {name}.", name=name)
        if action.icon < 0 or not province.built >> action.icon & 1:
            raise RuleError("5.8c", "There is no such building in {name} to pillage.", name=name)

    def apply(self, action: Pillage) -> None:
        state, index = self.state, action.province
        icon = self.board.icons[index][action.icon]
        self.decide(index, 0)
        province = state.provinces[index]
        state.provinces[index] = replace(province, built=province.built & ~(1 << action.icon), pillaged=True)
        state.change_buildings(icon.kind, 1)
        state.tell(Pillaged(self.empire, icon.name, index))
        pays = any(BUILDING_KINDS[icon.kind] in tile.pays_for for tile in state.acting(self.empire))
        if not pays:
            return
        if icon.kind == MARKET:
            goods = market_goods(state, index)
            if len(goods) > 1:
                state.stack.append(MarketGood(self.empire, index))
                return
            cards = goods
        else:
            cards = [icon.commodity if icon.kind == CARAVAN else COIN]
        for card in cards:
            pay_pillage(state, self.empire, card, index)


class Occupations(Conquests):
    """An occupation: one legion on each of some buildings (5.8d, K43)."""

    action = Occupy

    @staticmethod
    def choices(state: State, empire: int, index: int) -> Sequence[int]:
        province = state.provinces[index]
        legions, icons = province.legions[empire], province.built
        found = []
        while icons:
            if icons.bit_count() <= legions:
                found.append(icons)
            icons = (icons - 1) & province.built
        return found

    def check(self, action: Occupy) -> None:
        self.check_province(action.province)
        province, name = self.state.provinces[action.province], self.board.province_names[action.province]
        if not province.built:
            raise RuleError("5.8d", "No building stands in {name}.", name=name)
        if not action.icons:
            raise RuleError("5.8d", "Name the buildings you occupy in {name}.", name=name)
        if action.icons & ~province.built:
            raise RuleError("5.8d", "Not all those buildings stand in {name}.", name=name)
        if action.icons.bit_count() > province.legions[self.empire]:
            raise RuleError("5.8d", "You need one legion for each building you occupy in {name}.", name=name)

    def apply(self, action: Occupy) -> None:
        icons = self.board.icons[action.province]
        self.decide(action.province, action.icons)
        names = tuple([icons[icon].name for icon in bits(action.icons)])
        self.state.tell(Occupied(self.empire, names, action.province))


class Assimilations(Conquests):
    """An assimilation: a legion on the marker (5.8e), never in a capital (5.8f)."""

    action = Assimilate

    @staticmethod
    def choices(state: State, empire: int, index: int) -> Sequence[bool]:
        return [] if state.board.capital_mask >> index & 1 else [True]

    def check(self, action: Assimilate) -> None:
        self.check_province(action.province)
        if self.board.capital_mask >> action.province & 1:
            name = self.board.province_names[action.province]
            raise RuleError("5.8f", "{name} is a capital and is never assimilated.", name=name)

    def apply(self, action: Assimilate) -> None:
        self.decide(action.province, MARKER)
        self.state.tell(MarkerOccupied(self.empire, action.province))


# ---------------------------------------------------------------------- what a pillage pays


class MarketGood(NamedTuple):
    """The good that the bank pays for a market pillaged in a province."""

    empire: Active
    province: Province


def market_goods(state: State, index: int) -> list[int]:
    """Return the goods of caravans in a province that the bank has (K51)."""
    built = state.provinces[index].built
    goods = {icon.commodity: None for number, icon in enumerate(state.board.icons[index]) if built >> number & 1}
    return [good for good in goods if good != COIN and state.bank[good]]


def pay_pillage(state: State, empire: int, card: int, index: int) -> None:
    """Pay for a pillage, if the bank has the card (7.3d)."""
    if state.gain(empire, card):
        state.tell(PillagePaid(empire, card, index))


class ChooseMarketGood(Question[State, MarketGood]):
    """The pillager chooses a good of a caravan that stands there (K51)."""

    accepts = (Obtain,)
    phases: Phases = (3,)
    below = ("WarTurn",)

    def problem(self, state: State, frame: MarketGood, below: Frame) -> str:
        return "" if len(market_goods(state, frame.province)) > 1 else "there is nothing to choose between (7.3d)."

    def prompt(self, state: State, frame: MarketGood) -> Prompt:
        name = state.board.province_names[frame.province]
        return Prompt("7.3d", Message("Choose the good that the market of {name} pays: “obtain GOOD”.", name=name))

    def answers(self, state: State, frame: MarketGood) -> Answers:
        def refuse(action: Action) -> RuleError:
            return RuleError("7.3d", "Choose the good of a caravan there that the bank has: “obtain GOOD”.")

        return Listed(state.board, [Obtain(good) for good in market_goods(state, frame.province)], refuse)

    def apply(self, state: State, frame: MarketGood, action: Obtain) -> None:
        state.stack.pop()
        pay_pillage(state, frame.empire, action.good, frame.province)
