"""The errors with which the engine refuses an action, a line, data or a scenario."""

from __future__ import annotations

from core.engine.message import Message


class RuleError(Exception):
    """An action that the rules do not allow.

    ``rule`` is the number of the rule that forbids it, as in the rules digest (``3.1.1``, ``R6``). ``sentence`` tells
    the player why; the fields fill it in. ``str()`` joins the two: ``3.1.1: Dalmatia is controlled by Rome.``
    """

    def __init__(self, rule: str, sentence: str | Message, /, **fields: object) -> None:
        self.rule = rule
        self.sentence = sentence if isinstance(sentence, Message) else Message(sentence, **fields)
        self.template = "{rule}: {sentence}"
        self.fields = {"rule": rule, "sentence": self.sentence}
        super().__init__(rule, self.sentence)

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


class NotationError(RuleError):
    """A line that spells no action; its rule is the word ``notation``."""

    def __init__(self, sentence: str | Message, /, **fields: object) -> None:
        super().__init__("notation", sentence, **fields)
        self.template = "{sentence}"

    def __reduce__(self) -> tuple[type[NotationError], tuple[Message]]:
        return NotationError, (self.sentence,)


class DataError(Exception):
    """An edition, a position, a scenario or the options of a game that cannot be played.

    ``key`` names the place, as in ``provinces.gallia.land``, or is empty. ``problem`` is an English sentence about it,
    and ``message`` is the same in a translatable form. ``line`` counts from 1; it is 0 for data without lines.
    ``str()`` joins those that are set.
    """

    def __init__(self, key: str, problem: str | Message, line: int = 0) -> None:
        super().__init__(key, problem, line)
        self.key = key
        self.message = problem if isinstance(problem, Message) else Message(problem)
        self.problem = str(problem)
        self.line = line

    @property
    def sentence(self) -> str:
        """Return what is wrong, without the line."""
        return f"{self.key}: {self.problem}" if self.key else self.problem

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}" if self.line else self.sentence


class ScenarioFailure(Exception):
    """A scenario that did not go as written: the line, what it expects there, and what the game shows."""

    def __init__(self, line: int, expected: str, found: str) -> None:
        super().__init__(line, expected, found)
        self.line = line
        self.expected = expected
        self.found = found

    @property
    def sentence(self) -> str:
        """Return what was expected and found, without the line."""
        return f"expected {self.expected}; found {self.found}."

    def __str__(self) -> str:
        return f"line {self.line}: {self.sentence}"
