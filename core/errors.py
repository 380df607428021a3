"""The two ways in which the engine says no."""

from __future__ import annotations


class RuleError(Exception):
    """An action that the rules do not allow.

    ``rule`` is the number of the rule that forbids it, as in the rules digest (``3.1.1``, ``R6``), and ``sentence`` is
    written for the player who tried. ``str()`` joins the two: ``3.1.1: Dalmatia is controlled by Rome.``
    """

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.rule}: {self.sentence}"


class NotationError(RuleError):
    """A line that is no action at all; its rule is the word ``notation``."""

    def __init__(self, sentence: str) -> None:
        super().__init__("notation", sentence)

    def __reduce__(self) -> tuple[type[NotationError], tuple[str]]:
        return NotationError, (self.sentence,)


class DataError(Exception):
    """Edition data or game options that cannot be played; the message names the key that is wrong."""
