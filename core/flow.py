"""The flow of a game: a stack of frames, and one handler for each type of frame.

The handler of the topmost frame says what happens next. There are four kinds: a ``Procedure`` runs by itself, a
``Question`` asks one player, a ``Secret`` asks several at once, a ``Draw`` waits for chance. What the world outside
sees is the *node* at which the game waits. Where an answer is forced there is no node: the flow goes on by itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from core.actions import Action
from core.answers import Answers
from core.state import Frame, Result, State


@dataclass(frozen=True, slots=True)
class Prompt:
    """What is asked, in a sentence, and the rule that asks it."""

    rule: str
    sentence: str


@dataclass(slots=True)
class Decision:
    """One seat is to answer one question about a frame of the state; valid, like its answers, until that changes."""

    question: Question[Any]
    state: State
    frame: Frame
    answers: Answers

    @property
    def empire(self) -> int:
        """The empire that answers."""
        return self.question.asked(self.state, self.frame)

    @property
    def seat(self) -> int:
        """The seat that plays it."""
        return self.state.seats[self.empire]

    @property
    def prompt(self) -> Prompt:
        """What is asked; written when somebody reads it."""
        return self.question.prompt(self.state, self.frame)

    def carry_out(self, action: Action) -> None:
        """Go on from a legal answer."""
        self.question.apply(self.state, self.frame, action)


@dataclass(frozen=True, slots=True)
class Simultaneous:
    """Several seats answer in secret and reveal together; answers and empires by seat, in seat order.

    ``carry_out`` takes the legal answers of these empires.
    """

    seats: tuple[int, ...]
    empires: Mapping[int, int]
    prompt: Prompt
    answers: Mapping[int, Answers]
    carry_out: Callable[[Mapping[int, Action]], None]


@dataclass(frozen=True, slots=True)
class Chance:
    """Chance is to give one integer below each bound; ``meaning`` says what for, ``carry_out`` takes the outcome."""

    bounds: tuple[int, ...]
    meaning: str
    carry_out: Callable[[tuple[int, ...]], None]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended."""

    result: Result


Node = Decision | Simultaneous | Chance | Over

F = TypeVar("F", bound=Frame)


class Handler(ABC, Generic[F]):
    """What is to be done about one type of frame."""

    @abstractmethod
    def advance(self, state: State, frame: F) -> Node | None:
        """The node at which the game waits here, or None once a step has been taken without waiting.

        ``frame`` is on top of the stack, and stays there unless the step removes it.
        """


class Procedure(Handler[F]):
    """Runs by itself. It must change the stack, or the flow would stand still."""

    @abstractmethod
    def run(self, state: State, frame: F) -> None:
        """Do what the frame stands for."""

    def advance(self, state: State, frame: F) -> None:
        self.run(state, frame)


class Question(Handler[F]):
    """Asks one player; a question with one legal answer is answered without asking."""

    @abstractmethod
    def asked(self, state: State, frame: F) -> int:
        """The empire that answers."""

    @abstractmethod
    def prompt(self, state: State, frame: F) -> Prompt:
        """What is asked, in a sentence."""

    @abstractmethod
    def answers(self, state: State, frame: F) -> Answers:
        """The legal answers; there is always at least one."""

    @abstractmethod
    def apply(self, state: State, frame: F, action: Any) -> None:
        """Carry out a legal answer."""

    def advance(self, state: State, frame: F) -> Decision | None:
        answers = self.answers(state, frame)
        sole = answers.sole()
        if sole is not None:
            self.apply(state, frame, sole)
            return None
        return Decision(self, state, frame, answers)


class Secret(Handler[F]):
    """Asks several players at once; those with one legal answer are not asked."""

    @abstractmethod
    def prompt(self, state: State, frame: F) -> Prompt:
        """What is asked, in a sentence."""

    @abstractmethod
    def answers(self, state: State, frame: F) -> Mapping[int, Answers]:
        """The legal answers of each empire that answers, forced ones included."""

    @abstractmethod
    def apply(self, state: State, frame: F, actions: Mapping[int, Any]) -> None:
        """Carry out one legal answer of every such empire."""

    def advance(self, state: State, frame: F) -> Simultaneous | None:
        answers = self.answers(state, frame)
        forced = {empire: legal.sole() for empire, legal in answers.items()}
        asked = {state.seats[empire]: empire for empire, sole in forced.items() if sole is None}
        if not asked:
            self.apply(state, frame, forced)
            return None
        seats = tuple(sorted(asked))
        return Simultaneous(
            seats,
            {seat: asked[seat] for seat in seats},
            self.prompt(state, frame),
            {seat: answers[asked[seat]] for seat in seats},
            lambda chosen: self.apply(state, frame, {**forced, **chosen}),
        )


class Draw(Handler[F]):
    """Waits for chance; bounds that leave no choice are settled without it."""

    @abstractmethod
    def meaning(self, state: State, frame: F) -> str:
        """What chance decides, in a few words."""

    @abstractmethod
    def bounds(self, state: State, frame: F) -> tuple[int, ...]:
        """One integer below each of these is drawn."""

    @abstractmethod
    def settle(self, state: State, frame: F, outcome: tuple[int, ...]) -> None:
        """Carry out an outcome."""

    def advance(self, state: State, frame: F) -> Chance | None:
        bounds = self.bounds(state, frame)
        if max(bounds, default=1) > 1:
            return Chance(bounds, self.meaning(state, frame), partial(self.settle, state, frame))
        self.settle(state, frame, (0,) * len(bounds))
        return None


Flow = Mapping[type, Handler[Any]]
