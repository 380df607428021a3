"""Phase 5, military: the turns, the one open question of each (5.1), and the battles to start (5.4, K37)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

from core.classic.actions import Assimilate, Attack, Cross, Fight, March, Sail
from core.classic.battle import LandBattle, SeaDice, stop_occupying
from core.classic.conquest import Assimilations, Occupations, Pillages
from core.classic.deeds import (
    Orders,
    Survey,
    WarTurn,
    can_attack,
    done_by,
    free_legions,
    posted_legions,
    ships_in,
    supporting,
    without,
)
from core.classic.helen import ask_helen
from core.classic.kinds import ALL, ATTACKED, MOVED, SUPPORTED, Counted
from core.classic.movement import Crossings, Marches, Sails
from core.classic.state import NOWHERE, Province, State, is_at_war, land_units
from core.engine.action import Action
from core.engine.answers import Answers, Below, FieldByField
from core.engine.errors import RuleError
from core.engine.flow import Phases, Prompt, Question
from core.engine.masks import bits
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Done, Occupy, Pillage
from core.mare.kinds import MILITARY
from core.mare.resources import Counts
from core.mare.rounds import Turns, push_turns


def forces(most: Sequence[int]) -> list[Counted]:
    """Return ALL, and every force that leaves out some of these units of each sort."""
    some = [force for force in product(*[range(number + 1) for number in most]) if any(force)]
    return [ALL, *some[:-1]]


def check_force(force: Counted, most: Sequence[int], opponents: int) -> None:
    """Raise RuleError if a force can't attack (K37)."""
    if force == ALL:
        return
    if opponents == 1:
        raise RuleError("K37", "Against one opponent, all your units that can attack take part: give no number.")
    if not any(force) or any(number > there for number, there in zip(force, most, strict=True)):
        raise RuleError("K37", "You have no such units there that can attack.")
    if list(force) == list(most):
        raise RuleError("K37", "These are all that can attack: give no number.")


def waters(survey: Survey) -> list[int]:
    """Return the seas where the player's triremes can attack those of others."""
    attacked, seas, empire = done_by(survey.turn.ships, ATTACKED), survey.state.seas, survey.turn.empire
    return [sea for sea in bits(survey.fleet) if sum(seas[sea]) > seas[sea][empire] > attacked.get(sea, 0)]


def opponents_at_sea(triremes: Counts, empire: int) -> list[int]:
    """Return the other players with triremes in a sea."""
    return [other for other, ships in enumerate(triremes) if ships and other != empire]


def is_too_late(state: State, turn: WarTurn) -> bool:
    """Return whether a march has ended all sea battles of the turn (K36)."""
    return turn.marched and state.board.variant.attacks_at_sea_first


class SeaAttacks(Orders):
    """Battles with triremes in the same sea (5.2c)."""

    action = Attack

    @staticmethod
    def first(survey: Survey) -> Sequence[int]:
        if is_too_late(survey.state, survey.turn):
            return ()
        seas, empire = survey.state.seas, survey.turn.empire
        return sorted({other: None for sea in waters(survey) for other in opponents_at_sea(seas[sea], empire)})

    def ready(self, sea: int) -> list[int]:
        """Return how many triremes can attack in a sea, in the order of the words for a force."""
        groups = without(ships_in(self.state, self.empire, sea), ATTACKED)
        return [groups[0], groups[1], groups[4], groups[5]]

    def opponents(self, sea: int) -> list[int]:
        """Return the other players with triremes in a sea."""
        return opponents_at_sea(self.state.seas[sea], self.empire)

    def values(self, chosen: tuple[Any, ...]) -> Sequence[Any]:
        match chosen:
            case (other,):
                return [sea for sea in waters(self.survey) if self.state.seas[sea][other]]
        sea = chosen[1]
        return [ALL] if len(self.opponents(sea)) == 1 else forces(self.ready(sea))

    def check(self, action: Attack) -> None:
        if is_too_late(self.state, self.turn):
            raise RuleError("K36", "You have moved legions: no more sea battles this turn.")
        name, ready = self.board.sea_names[action.sea], self.ready(action.sea)
        opponents = self.opponents(action.sea)
        if not opponents:
            raise RuleError("5.2c", "No triremes of others lie in {name}.", name=name)
        if action.empire not in opponents:
            names = self.board.empire_names
            raise RuleError("5.2c", "{empire} is no opponent in {name}.", empire=names[action.empire], name=name)
        if not any(ready):
            raise RuleError("5.1c", "You have no triremes in {name} that can attack.", name=name)
        check_force(action.force, ready, len(opponents))

    def apply(self, action: Attack) -> None:
        self.state.stack.append(SeaDice(action.sea, self.empire, action.empire, action.force))


def opponents_on_land(province: Province, empire: int) -> list[int]:
    """Return the other sides with land units in a province."""
    return [side for side in range(len(province.legions)) if side != empire and land_units(province, side)]


class LandAttacks(Orders):
    """Battles with land units in the same province (5.4b)."""

    action = Fight

    @staticmethod
    def first(survey: Survey) -> Sequence[int]:
        provinces, empire = survey.state.provinces, survey.turn.empire
        fields = bits(survey.fields)
        return sorted({side: None for index in fields for side in opponents_on_land(provinces[index], empire)})

    def opponents(self, index: int) -> list[int]:
        """Return the other sides with land units in a province."""
        return opponents_on_land(self.state.provinces[index], self.empire)

    def values(self, chosen: tuple[Any, ...]) -> Sequence[Any]:
        match chosen:
            case (side,):
                return [index for index in bits(self.survey.fields) if side in self.opponents(index)]
        index = chosen[1]
        return [ALL] if len(self.opponents(index)) == 1 else forces(self.ready(index))

    def ready(self, index: int) -> list[int]:
        """Return how many units can attack in a province, in the order of the words for a force."""
        units = can_attack(self.state, index)
        return [*units.by_deeds()[:2], units.fortresses]

    def check(self, action: Fight) -> None:
        index = action.province
        name = self.board.province_names[index]
        opponents = self.opponents(index)
        if not land_units(self.state.provinces[index], self.empire):
            raise RuleError("5.4b", "You have no land units in {name}.", name=name)
        if not opponents:
            raise RuleError("5.4b", "No land units of others stand in {name}.", name=name)
        if action.side not in opponents:
            names = self.board.side_names
            raise RuleError("5.4b", "{empire} is no opponent in {name}.", empire=names[action.side], name=name)
        if not self.survey.fields >> index & 1:
            raise RuleError("5.1c", "You have no land units in {name} that can attack.", name=name)
        check_force(action.force, self.ready(index), len(opponents))

    def apply(self, action: Fight) -> None:
        self.state.stack.append(LandBattle(action.province, self.empire, action.side, action.force))
        ask_helen(self.state, action.province, None)


ANY = MOVED | ATTACKED | SUPPORTED
"""All deeds."""

ORDERS: dict[type[Action], type[Orders]] = {
    orders.action: orders
    for orders in (Sails, SeaAttacks, Marches, Crossings, LandAttacks, Pillages, Occupations, Assimilations)
}
"""Everything that a player may do in a turn, in the order of the answers."""


class WarAnswers(FieldByField):
    """Every order that the player may give now; and being done, if no duty is left."""

    def __init__(self, state: State, turn: WarTurn) -> None:
        self.board = state.board
        self.state = state
        self.turn = turn
        self.survey = Survey(state, turn)
        self._first: dict[type[Action], Sequence[Any]] = {}
        self._orders: dict[type[Action], Orders] = {}

    def orders(self, action: type[Action]) -> Orders:
        """Return the orders of a type."""
        orders = self._orders.get(action)
        if orders is None:
            orders = self._orders[action] = ORDERS[action](self.state, self.turn)
            orders.survey = self.survey
        return orders

    def first(self, action: type[Action]) -> Sequence[Any]:
        """Return the values of the first slot of a type of orders; none if no such order can be given."""
        found = self._first.get(action)
        if found is None:
            found = self._first[action] = ORDERS[action].first(self.survey)
        return found

    def check(self, action: Action) -> None:
        if type(action) in ORDERS:
            self.orders(type(action)).check(action)
        elif not isinstance(action, Done):
            raise RuleError(
                "5.1b",
                "Give an order, such as “sail”, “attack”, “march”, “fight”, “pillage”, “occupy” or “assimilate”; "
                "or be “done”.",
            )
        else:
            self._check_done()

    def _check_done(self) -> None:
        """Raise RuleError if a duty is left: triremes in dock, or enemies not fought (5.4b, K38)."""
        names = self.board.province_names
        for index in bits(self.survey.docks):
            raise RuleError("5.2b", "Your triremes in the dock of {name} must put out to sea.", name=names[index])
        for index in bits(self.unfought()):
            raise RuleError("5.4e", "Enemies stand in {name}: fight them, or leave.", name=names[index])

    def unfought(self) -> int:
        """Return the mask of provinces in which the player still must fight, or leave (K38)."""
        return self.survey.fields & ~self.turn.fought

    def can_end(self) -> bool:
        """Return whether no duty is left."""
        return not (self.survey.docks or self.unfought())

    def actions(self) -> Iterable[type[Action]]:
        for action in ORDERS:
            if self.first(action):
                yield action
        if self.can_end():
            yield Done

    def values(self, action: type[Action], chosen: tuple[Any, ...]) -> Sequence[Any]:
        return self.orders(action).values(chosen) if chosen else self.first(action)

    def sole(self) -> Action | None:
        if self.can_end():
            return None if any(map(self.first, ORDERS)) else Done()
        return super().sole()

    def draw(self, below: Below) -> Action:
        # Kinds of orders are tried in random order, so that only the drawn ones need to be listed.
        left = [*ORDERS, Done]
        while left:
            action = left.pop(below(len(left)))
            if action is Done:
                if self.can_end():
                    return Done()
            elif self.first(action):
                return self.draw_of(action, below)
        raise AssertionError("a turn without answers")


def _problems(state: State, turn: WarTurn) -> Iterator[str]:
    """Yield the faults of a turn written by hand."""
    empire = turn.empire
    supports = any(tile.supports for tile in state.acting(empire))
    if supports and any(state.supported):
        yield "in their owner's turn, “did” says which ships have supported (7.2b)."
    if any(deeds & SUPPORTED and not supports for _, deeds, _ in turn.ships):
        yield "without Pericles no ships support (7.2b)."
    if any(number > state.seas[sea][empire] for sea, number in done_by(turn.ships, ANY).items()):
        yield "more triremes have acted there than there are (5.1c)."
    if any(deeds & SUPPORTED for _, deeds, _ in turn.legions):
        yield "legions support nothing (7.2b)."
    if not all(icon in posted_legions(state, empire, index) for index, icon, _ in turn.posts):
        yield "no legion stands there (5.8)."
    if any(min(free_legions(state, empire, index)) < 0 for index, _, _ in turn.legions):
        yield "more legions have acted there than stand on nothing there (5.1c)."
    own = [province.fortresses if province.controller == empire else 0 for province in state.provinces]
    if any(attacked > number for attacked, number in zip(turn.fortresses, own, strict=True)):
        yield "more fortresses have attacked there than there are (5.1c)."


class TakeWarTurn(Question[State, WarTurn]):
    """The player moves, fights and conquers in any order: all, some or none (5.1b)."""

    accepts = (Sail, Attack, March, Cross, Fight, Pillage, Occupy, Assimilate, Done)
    phases: Phases = (3,)

    def problem(self, state: State, frame: WarTurn, below: Frame | None = None) -> str:
        return next(_problems(state, frame), "")

    def prompt(self, state: State, frame: WarTurn) -> Prompt:
        return Prompt("5.1b", Message("Move, fight and conquer in any order, or be done."))

    def answers(self, state: State, frame: WarTurn) -> Answers:
        return WarAnswers(state, frame)

    def apply(self, state: State, frame: WarTurn, action: Action) -> None:
        orders = ORDERS.get(type(action))
        if orders is not None:
            orders(state, frame).apply(action)
            return
        for index, province in enumerate(state.provinces):
            if province.occupier != NO_EMPIRE and _is_war_left(state, frame.empire, index):
                stop_occupying(state, index)
        state.stack.pop()
        if any(tile.supports for tile in state.acting(frame.empire)):
            state.supported = supporting(frame, len(state.seas))


def _is_war_left(state: State, empire: int, index: int) -> bool:
    """Return whether an empire's turn leaves a war in a province, which ends its occupation (5.7a, 5.7b).

    Units raised in a capital beside an occupier make no war yet: only a battle ends the occupation (K30). Their owner's
    turn, if not the occupier's, brings one. Only Helen puts others there (7.3c).
    """
    province = state.provinces[index]
    if not is_at_war(province):
        return False
    waiting = next((frame.waiting for frame in state.stack if isinstance(frame, Turns)), ())
    has_raised = state.board.capital_mask >> index & 1 and province.controller in waiting
    return not has_raised or state.helen_at == index or land_units(province, empire) > 0


def begin_military(state: State) -> None:
    """Begin phase 5: everyone has a turn in the order that the Military Leader sets."""
    state.supported = bytes(len(state.seas))
    state.helen_at = NOWHERE
    push_turns(state, MILITARY)


def begin_war_turn(state: State, empire: int) -> None:
    """Begin the turn of the player just named, with the support that their triremes have given this round."""
    turn = begun_turn(state, empire)
    state.stack.append(turn)
    if turn.ships:
        state.supported = bytes(len(state.seas))


def begun_turn(state: State, empire: int) -> WarTurn:
    """Return the record of a turn with no deeds except the support that triremes have given this round."""
    ships: tuple[tuple[int, int, int], ...] = ()
    if any(tile.supports for tile in state.acting(empire)):
        ships = tuple([(sea, SUPPORTED, number) for sea, number in enumerate(state.supported) if number])
    return WarTurn(empire, ships, (), (), bytes(len(state.provinces)), 0, 0, marched=False)
