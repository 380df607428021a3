"""Legal answers as lazy collections.

A collection lists its answers only when it is iterated. Paying 10 from a rich hand has about 100,000 answers. Checking
one of them, or drawing one, must not walk through them all.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Any

from core.engine.action import Action
from core.engine.errors import RuleError
from core.engine.notation import Form, Part, form_of
from core.engine.notation import text as spelled

Below = Callable[[int], int]
"""A source of randomness that the caller passes in: ``below(n)`` returns an integer from 0 to n - 1."""


class Answers:
    """The legal answers to one question. They are valid until the state changes."""

    board: Any
    """The edition's board, which has the names in the answers."""

    @abstractmethod
    def check(self, action: Action) -> None:
        """Raise RuleError with the rule that forbids the action; return if it is legal. This never iterates."""

    @abstractmethod
    def __iter__(self) -> Iterator[Action]:
        """Yield every legal answer once, in an order that is always the same."""

    @abstractmethod
    def draw(self, below: Below) -> Action:
        """Return a random legal answer without iterating over all. Every answer has a chance."""

    def text(self, action: Action) -> str:
        """Return the one spelling of an action."""
        return spelled(self.board, action)

    def __contains__(self, action: Action) -> bool:
        try:
            self.check(action)
        except RuleError:
            return False
        return True

    def sole(self) -> Action | None:
        """Return the answer if it is the only one, else None. The flow doesn't ask a question with one answer."""
        first = list(islice(self, 2))
        return first[0] if len(first) == 1 else None

    def complete(self, line: str) -> list[str]:
        """Return the words that can replace the last, perhaps unfinished, word of the line.

        The line is in action notation, as far as it has been typed. If it ends in a space, the next word is completed.
        """
        words = line.lower().split()
        last = "" if not words or line[-1:].isspace() else words.pop()
        return [word for word in self.next_words(words) if word.startswith(last)]

    def next_words(self, words: list[str]) -> list[str]:
        """Return the words that can follow these whole words in a legal answer, in the order of iteration."""
        number = len(words)
        lines = [line for line in self._lines if line[:number] == words and len(line) > number]
        return list(dict.fromkeys([line[number] for line in lines]))

    @cached_property
    def _lines(self) -> list[list[str]]:
        return [self.text(action).split() for action in self]


class FieldByField(Answers):
    """Answers whose slots are filled from left to right. The values of each slot depend on those before it.

    So completing a typed word needs no search through all answers.
    """

    @abstractmethod
    def actions(self) -> Iterable[type[Action]]:
        """Return the types of the answers in the order of iteration. Each type has at least one legal answer."""

    @abstractmethod
    def values(self, action: type[Action], chosen: tuple[Any, ...]) -> Iterable[Any]:
        """Return the values of an action's next slot after those already chosen. Each value leads to an answer."""

    def __iter__(self) -> Iterator[Action]:
        for action in self.actions():
            form = form_of(action)
            yield from map(form.filled, self._filled(action, len(form.names), ()))

    def sole(self) -> Action | None:
        # Each value leads to an answer. So the first slot with a choice shows that there are two.
        found: Action | None = None
        for action in self.actions():
            form = form_of(action)
            chosen: tuple[Any, ...] = ()
            for _ in form.names:
                values = list(islice(self.values(action, chosen), 2))
                if len(values) > 1:
                    return None
                chosen = (*chosen, *values)
            if found is not None:
                return None
            found = form.filled(chosen)
        return found

    def draw(self, below: Below) -> Action:
        actions = list(self.actions())
        return self.draw_of(actions[below(len(actions))], below)

    def draw_of(self, action: type[Action], below: Below) -> Action:
        """Return a random answer of a type, drawn slot by slot. The type must have an answer."""
        chosen: tuple[Any, ...] = ()
        form = form_of(action)
        for _ in form.names:
            values = list(self.values(action, chosen))
            chosen = (*chosen, values[below(len(values))])
        return form.filled(chosen)

    def _filled(self, action: type[Action], number: int, chosen: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
        """Yield the slots of every answer of a type that begins with these values."""
        if len(chosen) == number:
            yield chosen
            return
        for value in self.values(action, chosen):
            yield from self._filled(action, number, (*chosen, value))

    def next_words(self, words: list[str]) -> list[str]:
        line = tuple(words)
        found = self._found.get(line)
        if found is None:
            found = self._found[line] = list(dict.fromkeys(self._next_words(words)))
        return list(found)

    @cached_property
    def _found(self) -> dict[tuple[str, ...], list[str]]:
        return {}

    def _next_words(self, words: list[str]) -> list[str]:
        found: list[str] = []
        for action in self.actions():
            form = form_of(action)
            if not words:
                found.append(form.verb)
            elif form.verb == words[0]:
                found += self._following(form, form.parts, words[1:], {})
        return found

    def _following(self, form: Form, parts: Sequence[Part], words: list[str], said: dict[str, Any]) -> list[str]:
        """Return what can follow the words, which begin with the first of the parts of a line."""
        if not parts:
            return []
        part, rest = parts[0], parts[1:]
        values: list[Any]
        if isinstance(part, str):
            values, lines = [None], [[part]]
        else:
            values = list(self.values(form.action, tuple(said.values())))
            lines = part.all_written(self.board, values, said)
        found: list[str] = []
        for value, line in zip(values, lines, strict=True):
            if words[: len(line)] == line:
                longer = said if isinstance(part, str) else {**said, part.name: value}
                found += self._following(form, rest, words[len(line) :], longer)
            elif line[: len(words)] == words:
                found.append(line[len(words)])
        return found


class Listed(Answers):
    """A short list of answers; ``refuse`` explains why another action is not among them."""

    def __init__(self, board: Any, actions: Sequence[Action], refuse: Callable[[Action], RuleError]) -> None:
        self.board = board
        self.actions = actions
        self.refuse = refuse

    def check(self, action: Action) -> None:
        if action not in self.actions:
            raise self.refuse(action)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def draw(self, below: Below) -> Action:
        return self.actions[below(len(self.actions))]

    def sole(self) -> Action | None:
        return self.actions[0] if len(self.actions) == 1 else None
