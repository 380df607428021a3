"""``docs/notation.md`` on the editions of 2003: its examples can be read, and what it lists is all there is."""

from __future__ import annotations

import re

import pytest

from core.classic.deeds import WarTurn
from core.classic.edition import ORIGINAL_EDITION, REVISED_EDITION
from core.classic.position import EMPIRE_KEYS, KEYS, OVER, PHASES, PROVINCE_KEYS
from core.classic.scenario import FACTS, texts_of
from core.classic.variant import REVISED
from core.engine.position import keys_of, written_frames
from core.engine.scenario import read_step
from tests.core.classic.tables import FIVE, board_of
from tests.core.test_notation_page import OF_2003, blocks, prose_of, quoted, tables

EDITIONS = [ORIGINAL_EDITION, REVISED_EDITION]
NOTATION = REVISED_EDITION.rules.notation
TEXTS = texts_of(REVISED)
BOARD = board_of(FIVE, REVISED)
ACTIONS, POSITION, DONE, GOING_ON, STEPS = tables(prose_of(OF_2003))


@pytest.mark.parametrize("line", [quoted(row[1])[0] for row in ACTIONS])
def test_an_action_stands_there_in_its_one_spelling(line: str) -> None:
    assert NOTATION.text(BOARD, NOTATION.parse_strict(BOARD, line)) == line


def test_every_kind_of_action_stands_there() -> None:
    assert {type(NOTATION.parse_strict(BOARD, quoted(row[1])[0])) for row in ACTIONS} == set(NOTATION.actions)


def test_the_position_can_be_read_and_written() -> None:
    (example,) = blocks("toml", OF_2003)
    game = TEXTS.load_position(example)
    assert TEXTS.load_position(TEXTS.dump_position(game)).digest() == game.digest()


def test_all_that_can_have_been_done_in_a_turn_stands_there_and_can_be_read() -> None:
    examples = [example for row in DONE for example in quoted(row[1])]
    assert [example.split()[0] for example in examples] == keys_of(WarTurn)
    text = f"""
edition = "revised"
phase = "military"
turn = "greece"
did = {{ {", ".join(examples)} }}
[provinces]
latium = {{ legions = {{ greece = 3 }} }}
achaia = {{ fortresses = 1 }}
syria = {{ controller = "babylon", buildings = "city", legions = {{ greece = 2 }}, occupied = {{ greece = "city" }} }}
[seas]
mare_ionium = {{ greece = 3 }}
"""
    turn = TEXTS.load_position(text).state.stack[-1]
    assert isinstance(turn, WarTurn)
    assert all(turn[1:])


def test_all_that_can_be_going_on_stands_there_with_its_keys() -> None:
    shown = {
        name: [key.strip() for key in keys.split(",") if key]
        for row in GOING_ON
        for name, keys in re.findall(r"`(\w+)`(?: \(([\w, ]+)\))?", row[1])
    }
    assert shown == {name: keys_of(frame) for name, frame in written_frames(REVISED_EDITION.rules.flow).items()}


def test_all_keys_of_a_position_stand_there() -> None:
    assert sorted(key for row in POSITION for key in quoted(row[0])) == sorted(KEYS)
    inside = {row[0]: tuple(quoted(row[1])) for row in POSITION}
    assert inside["`empires`"] == EMPIRE_KEYS
    assert inside["`provinces`"] == PROVINCE_KEYS
    assert inside["`phase`"] == (*PHASES, OVER)


def test_the_scenario_goes_as_written() -> None:
    (example,) = blocks("scenario", OF_2003)
    for edition in EDITIONS:
        for scenario in edition.texts.parse_scenarios(example, None, lambda name: None):
            scenario.run()


def test_all_facts_stand_there_and_can_be_read() -> None:
    steps = [step for row in STEPS for step in quoted(row[1])]
    assert all(read_step(TEXTS.language, BOARD, 7, step).line == 7 for step in steps)
    named = {step.partition(":")[0].split()[-1] for step in steps if step.startswith("expect")}
    assert named == {*FACTS.table, *(name for subjects in FACTS.about for name in subjects.facts)}
