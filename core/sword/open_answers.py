"""The answers of a player who has the floor: what the frame asks, and all that they can do by hand.

Each type of action is a *deed*. It lists its values for completion, checks an action, and carries it out.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from core.engine.action import Action
from core.engine.answers import Below, FieldByField
from core.engine.errors import RuleError
from core.sword.actions import Finish
from core.sword.state import State

A = TypeVar("A", bound=Action)


class Deed(Generic[A]):
    """What a player can do while they have the floor."""

    action: ClassVar[type[Action]]

    @abstractmethod
    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[Any]:
        """Return the values of the action's next slot after those chosen. Each value leads to an action."""

    @abstractmethod
    def check(self, state: State, side: int, action: A) -> None:
        """Raise RuleError if the action can't be done. It is legal exactly if its values are listed."""

    @abstractmethod
    def do(self, state: State, side: int, action: A) -> None:
        """Carry out an action that can be done, and tell of it."""


class Plain(Deed[A]):
    """A deed without values, which is always possible."""

    def values(self, state: State, side: int, chosen: tuple[Any, ...]) -> Sequence[Any]:
        return ()

    def check(self, state: State, side: int, action: A) -> None:
        pass

    def do(self, state: State, side: int, action: A) -> None:
        pass


Deeds = Mapping[type[Action], Deed[Any]]


def deeds_of(*deeds: Deed[Any]) -> Deeds:
    """Return deeds by the type of their action."""
    return {deed.action: deed for deed in deeds}


class OpenAnswers(FieldByField):
    """The legal answers of a side with these deeds, of which `Finish` is one.

    ``refused`` says why another type of action is none of them.
    """

    def __init__(self, state: State, side: int, deeds: Deeds, refused: Callable[[Action], RuleError]) -> None:
        self.board = state.board
        self.state = state
        self.side = side
        self.deeds = deeds
        self.refused = refused

    def check(self, action: Action) -> None:
        deed = self.deeds.get(type(action))
        if deed is None:
            raise self.refused(action)
        deed.check(self.state, self.side, action)

    def draw(self, below: Below) -> Action:
        """Return a random legal answer. Half of them end what the player does, so that play at random ends."""
        return Finish() if below(2) else super().draw(below)

    def actions(self) -> Iterable[type[Action]]:
        for action, deed in self.deeds.items():
            if isinstance(deed, Plain) or deed.values(self.state, self.side, ()):
                yield action

    def values(self, action: type[Action], chosen: tuple[Any, ...]) -> Sequence[Any]:
        return self.deeds[action].values(self.state, self.side, chosen)
