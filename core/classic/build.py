"""Phase 2, build: a player's turn (4.1 to 4.8), and the end of the phase: what everyone keeps (4.9).

Tiles give and exchange pieces in a turn (7.1a, 7.2c, 7.2d).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from core.classic.actions import Build, Convert, Exchange
from core.classic.building import BuildTurn, Prospects, check_conversion, check_thing, place, take_tile
from core.classic.events import Exchanged, GaveBack, LeadNeeded, MarkerReplaced
from core.classic.state import State
from core.classic.tile import Tile as Ability
from core.classic.victory import begin_contest, is_lead_needed, note_turn, victory_of
from core.engine.action import Action
from core.engine.answers import Answers, Below, FieldByField, Listed
from core.engine.errors import RuleError
from core.engine.event import Event
from core.engine.flow import Phases, Procedure, Prompt, Question
from core.engine.masks import bits, nth_bit
from core.engine.message import Message
from core.engine.state import NO_EMPIRE, Frame
from core.mare.actions import Done, Keep
from core.mare.events import Built, Kept, MarkerBuilt, TileGained
from core.mare.kinds import CULTURE, FREE, Active, Empire, Tile
from core.mare.resources import COIN, Tokens, holds, minus, spread
from core.mare.rounds import end_game, push_turns


class BuildAnswers(FieldByField):
    """Everything that the active player can build, convert or exchange, with every way to pay; and being done."""

    def __init__(self, state: State, turn: BuildTurn) -> None:
        self.board = state.board
        self.prospects = Prospects(state, turn)

    @cached_property
    def places(self) -> dict[str, int]:
        """Return everything that can be built and paid for, each with its places; a tile has place 0."""
        return {what: places for sort in self.prospects.sorts for what, places in sort.items()}

    # ------------------------------------------------------------------ one answer

    def check(self, action: Action) -> None:
        if isinstance(action, Build):
            check_thing(self.prospects, action.what, action.where)
            free = self.prospects.free_markers if action.what == "control" else 0
            is_free = action.where != FREE and bool(free >> action.where & 1)
            self._check_payment(action.what, action.payment, is_free=is_free)
        elif isinstance(action, Convert):
            check_conversion(self.prospects, action.province)
            if not (action.payment or self.prospects.converts_free or self.prospects.giver is None):
                name = self.prospects.giver.name
                raise RuleError("7.2c", "The free control marker of {tile} never replaces another one.", tile=name)
            self._check_payment("control", action.payment, is_free=self.prospects.converts_free)
        elif isinstance(action, Exchange):
            self._check_exchange(action)
        elif not isinstance(action, Done):
            raise RuleError("4.1b", "Build something (“build THING PLACE with RESOURCES”) or be “done”.")

    def _check_payment(self, what: str, payment: Tokens, *, is_free: bool) -> None:
        name = what.replace("_", " ").capitalize()
        if payment:
            self.prospects.payments(what).check(payment, name)
        elif not is_free and what == "control" and self.prospects.giver is not None:
            raise RuleError(
                "7.2c",
                "{tile} gives a free control marker only for a province adjacent or connected to yours.",
                tile=self.prospects.giver.name,
            )
        elif not is_free:
            raise RuleError("4.2a", "You can't have {name} free now.", name=name)

    def _check_exchange(self, action: Exchange) -> None:
        prospects = self.prospects
        if not any(tile.trades_in for tile in prospects.tiles):
            raise RuleError("7.2d", "You have no hero who exchanges resources with the bank.")
        if prospects.trader is None:
            raise RuleError("7.2d", "You have already exchanged a resource in this phase.")
        if (action.given == COIN) == (action.gained == COIN):
            raise RuleError("7.2d", "Exchange a commodity for a coin, or a coin for a commodity.")
        if not prospects.hand[action.given]:
            raise RuleError("7.2d", "You do not hold all the resources you named.")
        if action.gained not in prospects.gained(action.given):
            raise RuleError("K49", "The bank has no {token}.", token=self.board.tokens[action.gained])

    # ------------------------------------------------------------------ all answers

    def actions(self) -> Iterable[type[Action]]:
        prospects = self.prospects
        if prospects.anything():
            yield Build
        if prospects.payable_conversions():
            yield Convert
        if prospects.given():
            yield Exchange
        yield Done

    def values(self, action: type[Action], chosen: tuple[Any, ...]) -> Iterable[Any]:
        if action is Build:
            return self._build_values(*chosen)
        if action is Convert:
            if not chosen:
                return bits(self.prospects.payable_conversions())
            return self._payments("control", is_free=self.prospects.converts_free)
        return self.prospects.gained(chosen[0]) if chosen else self.prospects.given()

    def _build_values(self, what: str = "", *where: int) -> Iterable[Any]:
        if not what:
            return self.places
        if not where:
            return bits(self.places[what]) if self.places[what] else (FREE,)
        return self._payments(what, is_free=self._is_free(what, *where))

    def _is_free(self, what: str, where: int) -> bool:
        return what == "control" and bool(self.prospects.free_markers >> where & 1)

    def _payments(self, what: str, *, is_free: bool) -> Iterable[Tokens]:
        return [*([()] if is_free else []), *self.prospects.payments(what)]

    def sole(self) -> Action | None:
        prospects = self.prospects
        return None if prospects.anything() or prospects.payable_conversions() or prospects.given() else Done()

    # ------------------------------------------------------------------ by chance

    def draw(self, below: Below) -> Action:
        sorts = self.prospects.sorts
        draws: list[Callable[[Below], Action]] = []
        if self.prospects.payable_conversions():
            draws.append(self._draw_conversion)
        if self.prospects.given():
            draws.append(self._draw_exchange)
        chosen = below(len(sorts) + len(draws) + 1)
        if chosen < len(sorts):
            return self._draw_build(sorts[chosen], below)
        return draws[chosen - len(sorts)](below) if chosen < len(sorts) + len(draws) else Done()

    def _draw_build(self, things: dict[str, int], below: Below) -> Action:
        what = _drawn([*things], below)
        places = things[what]
        where = _drawn_place(places, below) if places else FREE
        return Build(what, where, self._draw_payment(what, below, is_free=self._is_free(what, where)))

    def _draw_conversion(self, below: Below) -> Action:
        province = _drawn_place(self.prospects.payable_conversions(), below)
        return Convert(province, self._draw_payment("control", below, is_free=self.prospects.converts_free))

    def _draw_exchange(self, below: Below) -> Action:
        given = _drawn(self.prospects.given(), below)
        return Exchange(given, _drawn(self.prospects.gained(given), below))

    def _draw_payment(self, what: str, below: Below, *, is_free: bool) -> Tokens:
        if is_free and not (self.prospects.payable(what) and below(2)):
            return ()
        return self.prospects.payments(what).draw(below)


def _drawn(values: Sequence[Any], below: Below) -> Any:
    return values[below(len(values))]


def _drawn_place(places: int, below: Below) -> int:
    return nth_bit(places, below(places.bit_count()))


class TakeBuildTurn(Question[State, BuildTurn]):
    """The player builds anything payable, in any order and number, each at once (4.1b, K25)."""

    accepts = (Build, Convert, Exchange, Done)
    phases: Phases = (2,)

    def prompt(self, state: State, frame: BuildTurn) -> Prompt:
        hand = sum(state.players[frame.empire].hand)
        if hand == 1:
            return Prompt("4.1b", Message("Build, one thing at a time, or be done. You have 1 resource."))
        return Prompt("4.1b", Message("Build, one thing at a time, or be done. You have {hand} resources.", hand=hand))

    def answers(self, state: State, frame: BuildTurn) -> Answers:
        return BuildAnswers(state, frame)

    def apply(self, state: State, frame: BuildTurn, action: Action) -> None:
        if isinstance(action, Exchange):
            self._exchange(state, frame, action)
        elif isinstance(action, Build | Convert):
            self._build(state, frame, action)
        else:
            state.stack.pop()

    def _exchange(self, state: State, frame: BuildTurn, action: Exchange) -> None:
        state.stack[-1] = using(frame, Prospects(state, frame).trader)
        state.pay(frame.empire, (action.given,))
        state.gain(frame.empire, action.gained)
        state.tell(Exchanged(frame.empire, action.given, action.gained))

    def _build(self, state: State, frame: BuildTurn, action: Build | Convert) -> None:
        if not action.payment:
            frame = using(frame, Prospects(state, frame).giver)
        state.pay(frame.empire, action.payment)
        if isinstance(action, Convert):
            state.stack[-1] = frame._replace(marked=frame.marked | 1 << action.province)
            convert(state, frame.empire, action.province)
            state.tell(MarkerReplaced(frame.empire, action.province, action.payment))
            return
        state.stack[-1] = marking(frame, action)
        event = _event(state, frame.empire, action)
        if action.where == FREE:
            tile = state.board.tile_of[action.what]
            take_tile(state, frame.empire, tile)
            state.tell(event)
            use_tile(state, frame.empire, tile)
        else:
            place(state, frame.empire, action.what, action.where)
            state.tell(event)


def using(turn: BuildTurn, tile: Ability | None) -> BuildTurn:
    """Return the turn with the use of a tile noted in it."""
    return turn if tile is None else turn._replace(used=(*turn.used, tile.index))


def marking(turn: BuildTurn, action: Build) -> BuildTurn:
    """Return the turn after an action. A province marked in it serves for nothing else (4.4c, 4.4d)."""
    return turn._replace(marked=turn.marked | 1 << action.where) if action.what == "control" else turn


def _event(state: State, empire: int, action: Build) -> Event:
    if action.where == FREE:
        return TileGained(empire, state.board.tile_of[action.what], action.payment)
    if action.what == "control":
        return MarkerBuilt(empire, action.where, action.payment)
    return Built(empire, action.what, action.where, action.payment)


# ---------------------------------------------------------------------- what tiles give when bought, 7.1a


class Gift(NamedTuple):
    """A piece from a newly bought tile, which waits for its place."""

    empire: Active
    tile: Tile


class PlaceGift(Question[State, Gift]):
    """The buyer places the piece at once, or gives it up (K46)."""

    accepts = (Build, Done)
    phases: Phases = (2,)
    below = ("BuildTurn",)

    def problem(self, state: State, frame: Gift, below: Frame) -> str:
        owns = frame.tile in state.players[frame.empire].tiles
        return "" if owns and state.board.tiles[frame.tile].free else "the tile gives the player nothing (7.1a)."

    def prompt(self, state: State, frame: Gift) -> Prompt:
        tile = state.board.tiles[frame.tile]
        return Prompt(
            "7.1a",
            Message(
                "{tile}: place what it gives you free (“build {thing} PLACE free”), or be done.",
                tile=tile.name,
                thing=tile.free,
            ),
        )

    def answers(self, state: State, frame: Gift) -> Answers:
        what = state.board.tiles[frame.tile].free
        turn: Any = state.stack[-2]
        prospects = Prospects(state, turn)
        places = prospects.markable if what == "control" else prospects.unit_places(what)

        def refuse(action: Action) -> RuleError:
            if isinstance(action, Build) and action.what == what and not action.payment:
                try:
                    check_thing(prospects, what, action.where)
                except RuleError as refusal:
                    return refusal
            return RuleError("7.1a", "Say “build {thing} PLACE free”, or be “done”.", thing=what)

        return Listed(state.board, [*(Build(what, place, ()) for place in bits(places)), Done()], refuse)

    def apply(self, state: State, frame: Gift, action: Build | Done) -> None:
        state.stack.pop()
        if isinstance(action, Build):
            turn: Any = state.stack[-1]
            state.stack[-1] = marking(turn, action)
            event = _event(state, frame.empire, action)
            place(state, frame.empire, action.what, action.where)
            state.tell(event)


# ---------------------------------------------------------------------- placing


def convert(state: State, empire: int, where: int) -> None:
    """Replace the marker of a province by an empire's own and take its legion off the marker (4.8a)."""
    province = state.provinces[where]
    former = province.controller
    if former not in (NO_EMPIRE, state.board.neutral):
        state.players[former] = state.players[former].change_supply(markers=1)
    state.players[empire] = state.players[empire].change_supply(markers=-1)
    state.provinces[where] = replace(province, controller=empire).occupied(NO_EMPIRE, 0)


def use_tile(state: State, empire: int, tile: int) -> None:
    """Let the buyer of a hero or wonder win by it or get a gift (4.7a)."""
    victory = None if state.contest else victory_of(state, empire)
    if victory is not None:
        end_game(state, victory)
    elif state.board.tiles[tile].free:
        state.stack.append(Gift(empire, tile))


# ---------------------------------------------------------------------- the phase


def begin_building(state: State) -> None:
    """Begin phase 2: a turn for everyone in the order that the Political Leader sets, then the end of the phase.

    Whether a lead is needed to win is judged once, here (6.2b, K44).
    """
    if state.board.variant.needs_lead and not state.contest and is_lead_needed(state):
        state.contest = True
        state.tell(LeadNeeded())
    if state.contest:
        begin_contest(state)
    state.stack.append(BuildEnd())
    push_turns(state, CULTURE)


def begin_build_turn(state: State, empire: int) -> None:
    """Begin the turn of the player just named."""
    note_turn(state, empire)
    state.stack.append(BuildTurn(empire))


class BuildEnd(NamedTuple):
    """The end of the building phase: all players have built."""


class EndBuilding(Procedure[State, BuildEnd]):
    """Asks what everyone keeps; a contest is judged after that."""

    phases: Phases = (2,)

    def run(self, state: State, frame: BuildEnd) -> None:
        state.stack.pop()
        state.stack += [Keeping(empire) for empire in reversed(state.order_from(state.leaders[CULTURE]))]


class Keeping(NamedTuple):
    """An empire keeps some cards and gives back the others."""

    empire: Empire


class KeepCards(Question[State, Keeping]):
    """Coins are kept without a question, goods as far as tiles allow (4.9).

    Only players who may keep goods are asked (K33).
    """

    accepts = (Keep, Done)
    phases: Phases = (2,)
    below = ("Round", "Contest", "Keeping")

    def prompt(self, state: State, frame: Keeping) -> Prompt:
        return Prompt(
            "4.9b",
            Message(
                "Hanging Gardens: keep commodities (“keep …”), at most {most}, or none (“done”).",
                most=_most_goods(state, frame.empire),
            ),
        )

    def answers(self, state: State, frame: Keeping) -> Answers:
        hand, most = state.players[frame.empire].hand, _most_goods(state, frame.empire)
        held = [token for token, count in enumerate(hand) if count and token != COIN] if most else []
        choices: list[Action] = [
            Keep(tokens)
            for number in range(most, 0, -1)
            for tokens in combinations_with_replacement(held, number)
            if holds(hand, tokens)
        ]

        def refuse(action: Action) -> RuleError:
            if isinstance(action, Keep) and not holds(hand, action.tokens):
                return RuleError("4.9b", "You do not hold all the commodities you named.")
            return RuleError("4.9b", "Keep commodities (“keep …”), at most {most}, or be “done”.", most=most)

        return Listed(state.board, [*choices, Done()], refuse)

    def apply(self, state: State, frame: Keeping, action: Keep | Done) -> None:
        state.stack.pop()
        goods = action.tokens if isinstance(action, Keep) else ()
        hand = state.players[frame.empire].hand
        if goods:
            state.tell(Kept(frame.empire, goods))
        lost = spread(minus(hand, (COIN,) * min(state.board.map.coins_kept, hand[COIN]) + goods))
        if lost:
            state.pay(frame.empire, lost)
            state.tell(GaveBack(frame.empire, lost))


def _most_goods(state: State, empire: int) -> int:
    """Return how many goods an empire may keep (4.9b)."""
    return sum([tile.keep for tile in state.acting(empire)])
