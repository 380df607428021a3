"""``docs/notation.md``: every example on the page can be read, and what it lists is all there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.empires.position import (
    EMPIRE_KEYS,
    END_OF_BUILD,
    END_OF_WAR,
    KEYS,
    OVER,
    PHASES,
    PROVINCE_KEYS,
    STAGE_NAMES,
    dump_position,
    load_position,
)
from core.empires.rules import EMPIRES, empires_board
from core.empires.scenario import EMPIRE_FACTS, LANGUAGE, PROVINCE_FACTS, SEA_FACTS, TABLE_FACTS, TEXTS
from core.engine.position import keys_of, written_frames
from core.engine.scenario import read_step
from core.engine.words import SMALL_WORDS

PAGE, _, OF_2003 = (
    (Path(__file__).parents[2] / "docs/notation.md").read_text("utf-8").partition("\n## The editions of 2003\n")
)


def prose_of(page: str) -> str:
    """A page without its code blocks."""
    return re.sub(r"^```.*?^```\n", "", page, flags=re.MULTILINE | re.DOTALL)


PROSE = prose_of(PAGE)
BOARD = empires_board(5)
parse, parse_strict, text = EMPIRES.notation.parse, EMPIRES.notation.parse_strict, EMPIRES.notation.text


def section(heading: str) -> str:
    """What stands under a heading, up to the next one of its rank or a higher one."""
    _, _, rest = PROSE.partition(f"\n{heading}\n")
    assert rest, heading
    return re.split(rf"\n#{{1,{heading.count('#')}}} ", rest)[0]


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a section: their rows, without the heading, as cells."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [[[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()[2:]] for table in found]


def quoted(text: str) -> list[str]:
    """What stands in backquotes."""
    return re.findall(r"`([^`]*)`", text)


def blocks(language: str, page: str = PAGE) -> list[str]:
    """The code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


ACTIONS, TYPED = tables(section("## Actions"))


@pytest.mark.parametrize("line", [quoted(row[1])[0] for row in ACTIONS])
def test_an_action_stands_there_in_its_one_spelling(line: str) -> None:
    assert text(BOARD, parse_strict(BOARD, line)) == line


def test_every_kind_of_action_stands_there() -> None:
    shown = {type(parse_strict(BOARD, quoted(row[1])[0])) for row in ACTIONS}
    assert shown == set(EMPIRES.notation.actions)


@pytest.mark.parametrize(("typed", "read"), [(quoted(row[0])[0], quoted(row[1])[0]) for row in TYPED])
def test_what_is_typed_is_read_as_it_says_there(typed: str, read: str) -> None:
    assert parse(BOARD, typed) == parse_strict(BOARD, read)
    assert typed != read


def test_the_words_of_the_notation_stand_there() -> None:
    words = set(" ".join(quoted(section("## Words"))).split())
    assert {*BOARD.empires, *(token for token in BOARD.tokens if "*" not in token)} <= words
    assert (
        set(next(words for words in quoted(section("## Actions")) if words.startswith("with ")).split()) == SMALL_WORDS
    )


@pytest.mark.parametrize("example", blocks("toml"))
def test_a_position_can_be_read_and_written(example: str) -> None:
    game = load_position(example)
    assert load_position(dump_position(game)).digest() == game.digest()


def test_all_keys_of_a_position_stand_there() -> None:
    (keys,) = tables(section("## Positions").partition("### ")[0])
    named = [key for row in keys for key in quoted(row[0])]
    assert sorted(named) == sorted(KEYS)
    inside = {row[0]: quoted(row[1]) for row in keys}
    assert tuple(inside["`empires`"]) == EMPIRE_KEYS
    assert tuple(inside["`provinces`"]) == PROVINCE_KEYS


def test_all_phases_and_stages_stand_there() -> None:
    named = quoted(section("### What is going on"))
    assert {*PHASES, END_OF_BUILD, END_OF_WAR, OVER, *STAGE_NAMES} <= set(named)


def test_all_that_can_be_going_on_stands_there_with_its_keys() -> None:
    (rows,) = tables(section("### What is going on"))
    shown = {
        name: [key.strip() for key in keys.split(",") if key]
        for row in rows
        for name, keys in re.findall(r"`(\w+)`(?: \(([\w, ]+)\))?", row[1])
    }
    assert shown == {name: keys_of(frame) for name, frame in written_frames(EMPIRES.flow).items()}


@pytest.mark.parametrize("example", blocks("scenario"))
def test_the_scenarios_go_as_written(example: str) -> None:
    for scenario in TEXTS.parse_scenarios(example):
        scenario.run()


STEPS, FACTS = tables(section("## Scenarios"))


@pytest.mark.parametrize("step", [quoted(row[0])[0] for row in STEPS])
def test_a_step_can_be_read(step: str) -> None:
    board = empires_board(3) if step.startswith("deal") else BOARD
    assert read_step(LANGUAGE, board, 7, step).line == 7


def test_all_facts_stand_there_and_can_be_read() -> None:
    facts = [fact for row in FACTS for fact in quoted(row[1]) if ":" in fact]
    assert all(read_step(LANGUAGE, BOARD, 7, f"expect {fact}").line == 7 for fact in facts)
    named = {fact.partition(":")[0].split()[-1] for fact in facts}
    assert named == {*EMPIRE_FACTS, *PROVINCE_FACTS, *SEA_FACTS, *TABLE_FACTS}
