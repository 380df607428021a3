"""Phase 2, trade: the taking round (2.2) and the compensation at its end (2.2.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from core.empires.actions import Give, Take
from core.empires.board import Board
from core.empires.events import Gave, Took, TookLast
from core.empires.state import TRADE, State
from core.engine.action import Action
from core.engine.answers import Answers, Below, FieldByField, Listed
from core.engine.errors import RuleError
from core.engine.flow import Prompt, Question
from core.engine.message import Message
from core.engine.state import NOBODY, Frame
from core.mare.kinds import NO_TAKE, Empire, Opponent, Pair, TokensByEmpire
from core.mare.resources import Tokens, changed, plus


class Taking(NamedTuple):
    """The taking round: by empire what lies face up, who takes now, and the last two takes as (taker, loser).

    Resources taken are out of the trade and already in their taker's hand.
    """

    face_up: TokensByEmpire
    taker: Opponent
    last: Pair
    before: Pair

    def barred(self) -> int:
        """2.2a: the player from whom the taker may not take: they have just taken from each other."""
        taker, loser = self.last
        return taker if self.before == (loser, taker) and loser == self.taker else NOBODY

    def losers(self) -> list[int]:
        """The players from whom the taker may take now."""
        excepted = (self.taker, self.barred())
        return [empire for empire, tokens in enumerate(self.face_up) if tokens and empire not in excepted]


class TakeAnswers(FieldByField):
    """The takes from everybody who may lose something; each sort of token of a player once."""

    def __init__(self, board: Board, taking: Taking) -> None:
        self.board = board
        self.taking = taking
        self.face_up = taking.face_up
        self.losers = taking.losers()

    def check(self, action: Action) -> None:
        if not isinstance(action, Take):
            raise RuleError("2.2", "Take a resource: “take RESOURCE from EMPIRE”.")
        if action.empire in self.losers and action.token in self.face_up[action.empire]:
            return
        name = self.board.empire_names[action.empire]
        if action.empire == self.taking.taker:
            raise RuleError("2.2", "Take from another player, not from yourself.")
        if action.empire == self.taking.barred():
            raise RuleError("2.2a", "You and {name} have just taken from each other.", name=name)
        raise RuleError("2.2", "{name} has no {token} face up.", name=name, token=self.board.tokens[action.token])

    def actions(self) -> Iterable[type[Action]]:
        return (Take,)

    def values(self, action: type[Action], chosen: tuple[int, ...]) -> Iterable[int]:
        if chosen:
            return [empire for empire in self.losers if chosen[0] in self.face_up[empire]]
        return dict.fromkeys([token for empire in self.losers for token in self.face_up[empire]])

    def __iter__(self) -> Iterator[Action]:
        # By player, though a line names the resource first.
        for empire in self.losers:
            for token in dict.fromkeys(self.face_up[empire]):
                yield Take(token, empire)

    def draw(self, below: Below) -> Action:
        empire = self.losers[below(len(self.losers))]
        tokens = self.face_up[empire]
        return Take(tokens[below(len(tokens))], empire)

    def sole(self) -> Action | None:
        tokens = self.face_up[self.losers[0]]
        if len(self.losers) > 1 or tokens.count(tokens[0]) < len(tokens):
            return None
        return Take(tokens[0], self.losers[0])


def proceed(state: State, taking: Taking) -> None:
    """2.2b: the next take, or the end of the trade with its compensation (2.2.1)."""
    if taking.losers():
        state.stack.append(taking)
        return
    for empire, tokens in enumerate(taking.face_up):
        player = state.players[empire]
        state.players[empire] = player.holding(plus(player.hand, tokens))
    if taking.taker != state.leaders[TRADE]:
        state.stack.append(Compensation(taking.taker))


class TakeResource(Question[State, Taking]):
    """2.2: take one face-up resource from another player."""

    accepts = (Take,)
    phases = (2,)
    below = ("Round",)

    def problem(self, state: State, frame: Taking, below: Frame) -> str:
        leader = state.leaders[TRADE]
        if frame.last == NO_TAKE:
            follows = frame.before == NO_TAKE and frame.taker == leader
        else:
            follows = frame.last[1] == frame.taker and frame.before in (NO_TAKE, (frame.before[0], frame.last[0]))
        if not follows:
            return "the Trade Leader takes first, then always the one who was taken from (2.2)."
        if frame.last != NO_TAKE and not any(state.players[leader].hand):
            return "the Trade Leader has taken something, and holds nothing (2.2)."
        return "" if frame.losers() else "the taker has nothing to take (2.2b)."

    def asked(self, state: State, frame: Taking) -> int:
        return frame.taker

    def prompt(self, state: State, frame: Taking) -> Prompt:
        return Prompt("2.2", Message("Take one face-up resource from another player: “take RESOURCE from EMPIRE”."))

    def answers(self, state: State, frame: Taking) -> Answers:
        return TakeAnswers(state.board, frame)

    def apply(self, state: State, frame: Taking, action: Take) -> None:
        state.stack.pop()
        face_up = list(frame.face_up)
        tokens = list(face_up[action.empire])
        tokens.remove(action.token)
        face_up[action.empire] = tuple(tokens)
        player = state.players[frame.taker]
        state.players[frame.taker] = player.holding(changed(player.hand, action.token, 1))
        if state.listener is not None:
            event = Took if TakeAnswers(state.board, frame).sole() is None else TookLast
            state.tell(event(frame.taker, action.token, action.empire))
        proceed(state, Taking(tuple(face_up), action.empire, (frame.taker, action.empire), frame.last))


class Compensation(NamedTuple):
    """A player who came one short; the Trade Leader is one up (2.2.1)."""

    empire: Empire


class GiveCompensation(Question[State, Compensation]):
    """2.2.1: the Leader gives him one resource of the Leader's choice."""

    accepts = (Give,)
    phases = (2,)
    below = ("Round",)

    def problem(self, state: State, frame: Compensation, below: Frame) -> str:
        leader = state.leaders[TRADE]
        if frame.empire == leader or not any(state.players[leader].hand):
            return "the Trade Leader gives a resource of his to another player (2.2.1)."
        return ""

    def asked(self, state: State, frame: Compensation) -> int:
        return state.leaders[TRADE]

    def prompt(self, state: State, frame: Compensation) -> Prompt:
        name = state.board.empire_names[frame.empire]
        return Prompt(
            "2.2.1", Message("{name} is one resource short and you are one up: give one of yours.", name=name)
        )

    def answers(self, state: State, frame: Compensation) -> Answers:
        hand = state.players[state.leaders[TRADE]].hand

        def refuse(action: Action) -> RuleError:
            board = state.board
            if isinstance(action, Give) and action.empire == frame.empire:
                return RuleError("2.2.1", "You have no {token}.", token=board.tokens[action.token])
            return RuleError(
                "2.2.1", "Give a resource: “give RESOURCE to {empire}”.", empire=board.empires[frame.empire]
            )

        return Listed(state.board, [Give(token, frame.empire) for token, held in enumerate(hand) if held], refuse)

    def apply(self, state: State, frame: Compensation, action: Give) -> None:
        state.stack.pop()
        leader = state.leaders[TRADE]
        giver, short = state.players[leader], state.players[frame.empire]
        state.players[leader] = giver.holding(changed(giver.hand, action.token, -1))
        state.players[frame.empire] = short.holding(changed(short.hand, action.token, 1))
        state.tell(Gave(leader, action.token, frame.empire))


def begin_taking(state: State, offers: tuple[Tokens, ...]) -> None:
    """2.2: the Trade Leader takes first."""
    proceed(state, Taking(offers, state.leaders[TRADE], NO_TAKE, NO_TAKE))
