"""The grammar of any edition: lines made of what actions declare."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Annotated, NamedTuple

import pytest

from core import NotationError
from core.engine.action import Action
from core.engine.kind import Kind, Named
from core.engine.notation import Grammar


class Fields(NamedTuple):
    """A board."""

    fields: tuple[str, ...]


Field = Annotated[int, Named("field", lambda board: board.fields)]
Number = Annotated[int, Kind()]


@dataclass(slots=True)
class Plough(Action):
    """A field ploughed, by so many oxen, or by hand."""

    form = "plough {field} [with {oxen}]"
    meaning = "to plough"

    field: Field
    oxen: Number = 0


@dataclass(slots=True)
class SellField(Action):
    """A field sold."""

    form = "sell field {field}"
    meaning = "to sell"

    field: Field


@dataclass(slots=True)
class SellAll(Action):
    """Everything sold."""

    form = "sell all"
    meaning = "to sell"


BOARD = Fields(("hill", "moor"))
GRAMMAR = Grammar([Plough, SellField, SellAll])


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("plough moor", Plough(1)),
        ("plough moor with 2", Plough(1, 2)),
        ("sell field hill", SellField(0)),
        ("sell all", SellAll()),
    ],
)
def test_an_action_is_written_as_its_form_says_and_read_back(line: str, action: Action) -> None:
    assert GRAMMAR.text(BOARD, action) == line
    assert GRAMMAR.parse_strict(BOARD, line) == action


def test_a_small_word_may_be_left_out() -> None:
    assert GRAMMAR.parse(BOARD, "plough moor 2") == Plough(1, 2)


@pytest.mark.parametrize(
    ("begun", "words"),
    [
        ("", ["plough", "sell"]),
        ("plough", ["hill", "moor"]),
        ("plough moor", []),
        ("sell", ["field", "all"]),
        ("sell field", ["hill", "moor"]),
        ("sell moor", []),
    ],
)
def test_the_names_that_can_follow_come_from_the_kinds_of_the_fields(begun: str, words: list[str]) -> None:
    assert GRAMMAR.options(BOARD, begun.split()) == words


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("plough", "The action ends where a field should follow."),
        ("plough sea", "There is no field “sea” in this game."),
        ("sell", "The action ends where field, all should follow."),
        ("sell moor", "“moor” can't stand there; say one of: field, all."),
        ("sell all moor", "“moor” is one word too many."),
        ("sow moor", "There is no action “sow”; the actions are plough, sell."),
    ],
)
def test_a_line_of_no_form_is_refused_by_what_the_forms_say(line: str, problem: str) -> None:
    with pytest.raises(NotationError, match=re.escape(problem)):
        GRAMMAR.parse(BOARD, line)


def test_a_form_has_each_field_of_its_action() -> None:
    @dataclass
    class Harvest(Action):
        """A harvest."""

        form = "harvest"
        meaning = "to harvest"

        hands: Number

    with pytest.raises(TypeError, match="the slots in the form of Harvest differ from its fields"):
        Grammar([Harvest])
