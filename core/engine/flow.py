"""The flow of a game: a stack of frames, and one handler for each type of frame.

The handler of the topmost frame says what happens next. There are four kinds: a ``Procedure`` runs by itself, a
``Question`` asks one player, a ``Secret`` asks several at once, a ``Draw`` waits for chance. The outside world sees the
*node* at which the game waits. A forced answer makes no node: the flow goes on by itself.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar, get_args

from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.message import Message
from core.engine.state import Frame, GameState, Result


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question in one sentence, and the rule that asks it."""

    rule: str
    sentence: Message


@dataclass(slots=True)
class Decision:
    """A question to one seat about a frame of the state. Like its answers, it is valid until the state changes."""

    question: Question[Any, Any]
    state: GameState
    frame: Frame
    answers: Answers

    @property
    def empire(self) -> int:
        """Return the empire that answers."""
        return self.question.asked(self.state, self.frame)

    @property
    def seat(self) -> int:
        """Return the seat that plays this empire."""
        return self.state.seats[self.empire]

    @property
    def prompt(self) -> Prompt:
        """Return the question; it is written only when something reads it."""
        return self.question.prompt(self.state, self.frame)

    def carry_out(self, action: Action) -> None:
        """Go on from a legal answer."""
        self.question.apply(self.state, self.frame, action)


@dataclass(slots=True)
class Simultaneous:
    """Several seats answer in secret and reveal together; answers and empires by seat, in seat order.

    ``sole`` has for each empire its only legal answer if the empire is not asked, else None.
    """

    secret: Secret[Any, Any]
    state: GameState
    frame: Frame
    empires: Mapping[int, int]
    answers: Mapping[int, Answers]
    sole: Mapping[int, Action | None]

    @property
    def seats(self) -> tuple[int, ...]:
        """Return the seats that answer, in seat order."""
        return tuple(self.empires)

    @property
    def prompt(self) -> Prompt:
        """Return the question; it is written only when something reads it."""
        return self.secret.prompt(self.state, self.frame)

    def carry_out(self, actions: Mapping[int, Action]) -> None:
        """Go on from the legal answers of the empires that were asked."""
        self.secret.apply(self.state, self.frame, {**self.sole, **actions})


@dataclass(slots=True)
class Chance:
    """The game waits for one random integer below each bound."""

    draw: Draw[Any, Any]
    state: GameState
    frame: Frame
    bounds: tuple[int, ...]

    @property
    def meaning(self) -> Message:
        """Return in a few words what chance decides; written only when something reads it."""
        return self.draw.meaning(self.state, self.frame)

    def carry_out(self, outcome: tuple[int, ...]) -> None:
        """Go on from an outcome within the bounds."""
        self.draw.settle(self.state, self.frame, outcome)


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""

    result: Result


Node = Decision | Simultaneous | Chance | Over

Phases = tuple[int, ...]
"""The numbers of phases. A handler that sets its own names the type, or a compiler would infer a narrower one."""

S = TypeVar("S", bound=GameState)
F = TypeVar("F", bound=Frame)


class Handler(Generic[S, F]):
    """How the game goes on with one type of frame. The base names the type: ``Question[State, Losses]``.

    A handler declares all that other code must know of it. ``accepts`` has the types of its answers. ``phases`` has the
    numbers of the phases in which it occurs. ``below`` has the names of the frame types that its frame can lie on.
    """

    accepts: ClassVar[tuple[type[Action], ...]] = ()
    phases: Phases = ()
    below: ClassVar[tuple[str, ...]] = ()

    def problem(self, state: S, frame: F, below: Any) -> str:
        """Return why the frame can't lie on top of another one; empty if it can.

        Only positions written by hand can have such a fault.
        """
        return ""

    @abstractmethod
    def advance(self, state: S, frame: F) -> Node | None:
        """Take a step. Return the node at which the game waits, or None if it doesn't wait.

        ``frame`` is on top of the stack, and stays there unless the step removes it.
        """


class Procedure(Handler[S, F]):
    """Runs by itself. It must change the stack, or the flow would never end."""

    @abstractmethod
    def run(self, state: S, frame: F) -> None:
        """Do what the frame stands for."""

    def advance(self, state: S, frame: F) -> None:
        self.run(state, frame)


class Question(Handler[S, F]):
    """Asks one player. The flow answers a question with one legal answer without asking."""

    def asked(self, state: S, frame: F) -> int:
        """Return the empire that answers: the frame's ``empire``, unless the question says otherwise."""
        asking: Any = frame
        empire: int = asking.empire
        return empire

    @abstractmethod
    def prompt(self, state: S, frame: F) -> Prompt:
        """Return the question in one sentence."""

    @abstractmethod
    def answers(self, state: S, frame: F) -> Answers:
        """Return the legal answers; there is always at least one."""

    @abstractmethod
    def apply(self, state: S, frame: F, action: Any) -> None:
        """Carry out a legal answer."""

    def advance(self, state: S, frame: F) -> Decision | None:
        answers = self.answers(state, frame)
        sole = answers.sole()
        if sole is not None:
            self.apply(state, frame, sole)
            return None
        return Decision(self, state, frame, answers)


class Secret(Handler[S, F]):
    """Asks several players at once. Players with one legal answer are not asked."""

    @abstractmethod
    def prompt(self, state: S, frame: F) -> Prompt:
        """Return the question in one sentence."""

    @abstractmethod
    def answers(self, state: S, frame: F) -> Mapping[int, Answers]:
        """Return the legal answers of each empire that answers, forced ones included."""

    @abstractmethod
    def apply(self, state: S, frame: F, actions: Mapping[int, Any]) -> None:
        """Carry out one legal answer of every such empire."""

    def advance(self, state: S, frame: F) -> Simultaneous | None:
        answers = self.answers(state, frame)
        sole = {empire: legal.sole() for empire, legal in answers.items()}
        asked = sorted([(state.seats[empire], empire) for empire, action in sole.items() if action is None])
        if not asked:
            self.apply(state, frame, sole)
            return None
        return Simultaneous(self, state, frame, dict(asked), {seat: answers[empire] for seat, empire in asked}, sole)


class Draw(Handler[S, F]):
    """Waits for chance. Bounds that leave no choice are settled without waiting."""

    @abstractmethod
    def meaning(self, state: S, frame: F) -> Message:
        """Return in a few words what chance decides."""

    @abstractmethod
    def bounds(self, state: S, frame: F) -> tuple[int, ...]:
        """Return the bounds: chance draws one integer below each."""

    @abstractmethod
    def settle(self, state: S, frame: F, outcome: tuple[int, ...]) -> None:
        """Carry out an outcome."""

    def advance(self, state: S, frame: F) -> Chance | None:
        bounds = self.bounds(state, frame)
        if max(bounds, default=1) > 1:
            return Chance(self, state, frame, bounds)
        self.settle(state, frame, (0,) * len(bounds))
        return None


Flow = Mapping[type, Handler[Any, Any]]


def flow_of(*handlers: Handler[Any, Any]) -> Flow:
    """Return the flow with these handlers, each for the type of frame in its base."""
    return {frame_of(handler): handler for handler in handlers}


def frame_of(handler: Handler[Any, Any]) -> type:
    """Return the type of frame that a handler is for. Raises TypeError if its base names none."""
    for base in getattr(type(handler), "__orig_bases__", ()):
        for argument in get_args(base):
            if isinstance(argument, type) and issubclass(argument, tuple):
                return argument
    raise TypeError(f"the base of {type(handler).__name__} names no type of frame")


def actions_of(flow: Flow) -> list[type[Action]]:
    """Return all types of answers that the questions of a flow accept, each once."""
    return list(dict.fromkeys(action for handler in flow.values() for action in handler.accepts))
