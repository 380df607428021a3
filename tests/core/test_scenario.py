"""Scenario files: how they are read, and how a scenario says that it did not go as written."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import DataError
from core.empires.data import empires_toml
from core.empires.map import Map
from core.empires.rules import load_map, standard_map
from core.empires.scenario import TEXTS
from core.engine.errors import ScenarioFailure
from core.engine.position import NO_EMPIRE_WORD
from tests.core.suites import EMPIRES_SUITE

BATTLE = """\
scenario: A battle
rules: 4.2 R17
position:
  phase = "war"
  turn = "rome"
  waiting = "egypt"
  stage = "land_battles"
  [provinces]
  cyrenaica = { controller = "egypt", buildings = "market", legions = { rome = 3, egypt = 2 } }
play:
"""
BUILD = """\
scenario: A turn
position:
  phase = "build"
  turn = "rome"
  waiting = "egypt"
  [empires]
  rome = { resources = "9 coin" }
  egypt = { resources = "3 coin" }
play:
"""
TRADE = """\
scenario: A trade
position:
  players = 3
  phase = "trade"
  leaders = { trade = "rome" }
  [empires]
  rome = { resources = "coin wine" }
  greece = { resources = "coin oil" }
  carthage = { resources = "coin" }
play:
  rome: announce 1
"""
DRAW = """\
scenario: A draw
position:
  leaders = { trade = "rome" }
  [provinces]
  sicilia = { controller = "greece", buildings = "legendary_city" }
play:
"""
DRAW_WITHOUT_WINE = DRAW.replace("[provinces]", '[empires]\n  rome = { resources = "*wine" }\n  [provinces]')
SHORT = 'scenario: Tiles\nposition:\n  display = "short"\n  phase = "start"\nplay:\n'
DEAL = 'scenario: Seats\nposition:\n  players = 3\n  seats = "random rome random"\n  phase = "start"\nplay:\n'
OVER = 'scenario: The end\nposition:\n  phase = "over"\n  winners = "rome"\n  victory = "leadership"\nplay:\n'


def failure(text: str) -> ScenarioFailure:
    (scenario,) = TEXTS.parse_scenarios(text)
    with pytest.raises(ScenarioFailure) as failed:
        scenario.run()
    return failed.value


# ---------------------------------------------------------------------- what is found


@pytest.mark.parametrize(
    ("text", "expected", "found"),
    [
        (BATTLE + "rome: done", "Rome to be asked", "chance awaited for the battle of Rome against Egypt (dice)"),
        (
            BATTLE + "draw: *sheep",
            "chance awaited (draw)",
            "chance awaited for the battle of Rome against Egypt (dice)",
        ),
        (BATTLE + "dice: rome 1 2 3, egypt 1", "dice of rome (3), egypt (1)", "dice of rome (3), egypt (2)"),
        (BATTLE + "dice: rome 1 2 3", "dice of rome (3)", "dice of rome (3), egypt (2)"),
        (BATTLE + "expect asked: rome", "asked: rome", "dice"),
        (BATTLE + "expect cyrenaica legions: rome 3", "cyrenaica legions: rome 3", "rome 3, egypt 2"),
        (BATTLE + "expect cyrenaica legions: none", "cyrenaica legions: none", "rome 3, egypt 2"),
        (BATTLE + "expect cyrenaica controller: nobody", "cyrenaica controller: nobody", "egypt"),
        (BATTLE + "expect cyrenaica fortress: rome", "cyrenaica fortress: rome", "nobody"),
        (BATTLE + "expect cyrenaica buildings: none", "cyrenaica buildings: none", "market"),
        (BATTLE + "expect cyrenaica occupied: rome market", "cyrenaica occupied: rome market", "none"),
        (BATTLE + "expect mare_ionium triremes: rome 2", "mare_ionium triremes: rome 2", "none"),
        (BATTLE + "expect rome levels: military 4", "rome levels: military 4", "military 3"),
        (BATTLE + "expect rome supply: legion 4 control 7", "rome supply: legion 4, control 7", "legion 5, control 7"),
        (BATTLE + "expect rome tiles: caesar circe", "rome tiles: caesar circe", "caesar"),
        (BATTLE + "expect rome copied: circe", "rome copied: circe", "none"),
        (BATTLE + "expect rome resources: 2 coin wine", "rome resources: 2 coin wine", "none"),
        (
            BATTLE + "expect leaders: military rome trade rome",
            "leaders: trade rome, military rome",
            "trade carthage, military rome",
        ),
        (BATTLE + "expect exchange: 5/0", "exchange: 5/0", "5/0 2/1 4/3"),
        (BATTLE + "expect reserve: wine 8", "reserve: wine 8", "wine 9"),
        (BATTLE + "expect supply: market 25", "supply: market 25", "market 24"),
        (BATTLE + "expect discard: *wine", "discard: *wine", "none"),
        (BATTLE + "expect peace: rome egypt", "peace: rome egypt", "none"),
        (BATTLE + "expect round: 2", "round: 2", "1"),
        (BATTLE + "expect winners: rome by leadership", "winners: rome by leadership", "none"),
        (OVER + "expect winners: egypt by leadership", "winners: egypt by leadership", "rome by leadership"),
        (OVER + "rome: done", "Rome to be asked", "the game over"),
        (OVER + "expect asked: rome", "asked: rome", "nobody"),
        (BUILD + "egypt: done", "Egypt to be asked", "Rome asked (3.1: Build"),
        (BUILD + "dice: rome 1", "chance awaited (dice)", "Rome asked (3.1: Build"),
        (
            BUILD + "rome: build legion gallia with coin coin coin",
            "“build legion gallia with coin coin coin” to be legal",
            "3.1.2: Gallia is uncontrolled",
        ),
        (
            BUILD + "legal rome: build legion latium with coin",
            "“build legion latium with coin” to be legal",
            "3.0a: Legion costs",
        ),
        (BUILD + "illegal 3.1.2 rome: done", "3.1.2 to forbid “done”", "it legal"),
        (
            BUILD + "illegal 3.1.2 rome: build legion latium with coin",
            "3.1.2 to forbid “build legion latium with coin”",
            "3.0a: Legion costs",
        ),
        (BUILD + "illegal notation rome: Done", "“Done” to be no action", "it read as “done”"),
        (BUILD + "expect asked: rome 3.0", "asked: rome 3.0", "rome 3.1"),
        (TRADE + "carthage: offer coin", "Carthage to be asked", "Rome and Greece asked (2.1a: Offer"),
        (
            TRADE + "rome: offer coin\nrome: offer coin",
            "Rome to be asked",
            "that Rome has said something in secret already",
        ),
        (TRADE + "rome: offer oil", "“offer oil” to be legal", "2.1a: You do not hold"),
        (TRADE + "rome: offer wine\ndice: rome 1", "chance awaited (dice)", "Rome and Greece asked (2.1a: Offer"),
        (TRADE + "rome: offer wine", "all who were asked to say something", "Rome and Greece asked (2.1a: Offer"),
        (DRAW + "draw: *wine\ndraw: *wine", "chance awaited (draw)", "Egypt asked (3.0: Name"),
        (DRAW_WITHOUT_WINE + "draw: *wine", "*wine in the pile", "none there"),
        (SHORT + "turn up: circe hercules", "2 to be turned up", "5 turned up"),
        (SHORT + "turn up: pyramids circe hercules ramses perseus", "pyramids to lie face down", "that it does not"),
        (SHORT + "expect face_up: circe", "face_up: circe", "pyramids"),
        (DEAL + "deal: rome greece carthage", "rome in seat 1", "random agreed there"),
    ],
)
def test_what_was_expected_and_found_is_said(text: str, expected: str, found: str) -> None:
    failed = failure(text)
    assert failed.line == text.count("\n") + 1
    assert failed.expected == expected
    assert failed.found.startswith(found)
    assert str(failed) == f"line {failed.line}: expected {failed.expected}; found {failed.found}."


BROKE = BUILD.replace("9 coin", "2 coin")
NAMING = BUILD.replace('turn = "rome"', 'turn = "egypt"\n  leaders = { culture = "rome" }').replace(
    'waiting = "egypt"', 'waiting = "rome"'
)


@pytest.mark.parametrize(
    ("text", "unasked"),
    [
        (BROKE + "rome: done", "“done” (3.1)"),
        (BROKE + "illegal 3.0a rome: build legion latium with coin", "“done” (3.1)"),
        (BATTLE + "legal rome: fight egypt in cyrenaica", "“fight egypt in cyrenaica” (4.1.2)"),
        (BATTLE + "dice: rome 1 1 1 egypt 1 1\nrome: fight egypt in cyrenaica", "“done” (4.1.2), “name egypt” (4.0)"),
        (TRADE + "rome: offer coin\ncarthage: offer coin", "“offer coin” (2.1a)"),
        (NAMING + "egypt: done\nrome: name rome", "“name rome” (3.0)"),
        (NAMING + "egypt: done\nillegal 3.0 rome: build legion gallia free", ""),
        (BUILD + "egypt: done", ""),
    ],
)
def test_a_question_that_was_answered_by_itself_is_named(text: str, unasked: str) -> None:
    found = failure(text).found
    assert found.partition("; ")[2].partition("only one answer was legal: ")[2] == unasked


@pytest.mark.parametrize(
    "text",
    [
        DEAL + "deal: carthage rome greece",
        DEAL + "deal: greece rome carthage",
        SHORT + "turn up: circe hercules ramses perseus antigone",
        DRAW + "draw: *sheep\nexpect greece resources: coin *sheep",
        BATTLE + "dice: egypt 1 2 rome 3, 3, 3\nexpect cyrenaica legions: egypt 0, rome 3",
        TRADE + "greece: offer oil\nexpect asked: greece rome\nrome: offer coin\nexpect asked: rome 2.2",
        BUILD + "ROME: Build   LEGION at latium coin coin coin # as a player types it".replace("ROME", "rome"),
        OVER + "expect winners: rome by leadership\nexpect asked: nobody",
        "scenario: The printed start\nplay:\nexpect rome levels: trade 7 culture 1 military 3",
    ],
)
def test_what_goes_as_written_says_nothing(text: str) -> None:
    (scenario,) = TEXTS.parse_scenarios(text)
    scenario.run()
    scenario.run()


def test_several_scenarios_stand_in_a_file() -> None:
    text = f"# A file.\n\n{BUILD}rome: done\n\n{BATTLE}dice: rome 1 1 1 egypt 1 1\n"
    scenarios = TEXTS.parse_scenarios(text)
    assert [(scenario.line, scenario.title, scenario.rules) for scenario in scenarios] == [
        (3, "A turn", ()),
        (14, "A battle", ("4.2", "R17")),
    ]


# ---------------------------------------------------------------------- what can't be read


@pytest.mark.parametrize(
    ("text", "line", "problem"),
    [
        ("", 1, "There is no scenario here"),
        ("# nothing\n", 1, "There is no scenario here"),
        ("rome: done", 1, "This is no scenario: a scenario begins with one of “scenario:”"),
        ("play:\nrome: done", 1, "“play:” does not come here"),
        ("scenario:", 1, "A scenario has a title"),
        ("scenario: a\x1b[2J\nplay:\nrome: done", 1, "A scenario has a title"),
        ("scenario: A\nplay:\n", 1, "shows nothing"),
        ("scenario: A\nplay:\nrome: done\nposition:\n", 4, "“position:” does not come here"),
        ("scenario: A\nplay:\nrome: done\nscenario: A\nplay:\nrome: done", 4, "of this title already"),
        ("scenario: A\nrules:\nplay:", 2, "Something should follow “rules:”"),
        ("scenario: A\nrules: 4.2, R1", 2, "“4.2,” is no number of a rule"),
        ("scenario: A\nmap: other.toml\nplay:\nrome: done", 2, "No other map can be read here"),
        ("scenario: A\nplay: rome: done", 2, "begins on the next line"),
        ("scenario: A\nposition:\n\n  round = 0\nplay:\nrome: done", 4, "round: expected a whole number"),
        ("scenario: A\nposition:\n  round = \nplay:\nrome: done", 3, "This is no TOML"),
        (BUILD + "rome done", 10, "Expected a step such as"),
        (BUILD + "\n# Rome:\nthule: done", 12, "There is no empire “thule”"),
        (BUILD + "rome greece: done", 10, "“rome greece” begins no step"),
        (BUILD + "rome: conquer gallia", 10, "There is no action “conquer”"),
        (BUILD + "legal 3.1 rome: done", 10, "Expected “legal EMPIRE: ACTION”"),
        (BUILD + "illegal rome: done", 10, "Expected “illegal RULE EMPIRE: ACTION”"),
        (BUILD + "illegal because rome: done", 10, "Expected “illegal RULE EMPIRE: ACTION”"),
        (BUILD + "dice: 4 5", 10, "“4” is no die"),
        (BUILD + "dice: rome 7", 10, "“7” is no die"),
        (BUILD + "dice: rome 1 rome 2", 10, "“rome” is named twice"),
        (BUILD + "draw: sheep", 10, "no legendary commodity “sheep”"),
        (BUILD + "draw: *sheep *wine", 10, "Expected the legendary commodity"),
        (BUILD + "turn up: zeus", 10, "no hero or wonder “zeus”"),
        (BUILD + "deal: rome greece", 10, "the empire of every seat"),
        (BUILD + "expect: rome", 10, "Expected a fact such as"),
        (BUILD + "expect rome resources:", 10, "Expected a value after the colon"),
        (BUILD + "expect thule controller: rome", 10, "There is no empire, province or sea “thule”"),
        (BUILD + "expect rome controller: rome", 10, "“controller” is no fact here; there are resources"),
        (BUILD + "expect weather: fine", 10, "“weather” is no fact here; there are asked"),
        (BUILD + "expect rome resources: 3 coins", 10, "There is no resource “coins”"),
        (BUILD + "expect rome levels: trade", 10, "Expected a number after each track"),
        (BUILD + "expect latium legions: rome two", 10, "Expected a number after each empire"),
        (BUILD + "expect latium buildings: temple shop", 10, "Latium has no icon “shop”"),
        (BUILD + "expect latium occupied: rome", 10, "Expected what is occupied after “rome”"),
        (BUILD + "expect latium controller: rome egypt", 10, "Expected one word"),
        (BUILD + "expect latium fortress: none", 10, f"“none” in this game; “{NO_EMPIRE_WORD}” stands"),
        (BUILD + "expect asked: tomorrow", 10, "Expected empires and perhaps a rule"),
        (BUILD + "expect asked: rome soon", 10, "“soon” is no number of a rule"),
        (BUILD + "expect winners: rome", 10, "Expected “EMPIRE by VICTORY”"),
        (BUILD + "expect leaders: trade", 10, "Expected an empire after each track"),
        (BUILD + "expect round: two", 10, "Expected a number"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(text: str, line: int, problem: str) -> None:
    with pytest.raises(DataError) as refusal:
        TEXTS.parse_scenarios(text)
    assert refusal.value.line == line
    assert problem in refusal.value.sentence


# ---------------------------------------------------------------------- other maps

SMALLER = re.sub(r"coins = 44", "coins = 7", empires_toml())
COINS = 'scenario: Few coins\nmap: few.toml\nposition:\n  phase = "build"\nplay:\nexpect reserve: coin 7'


def maps(name: str) -> Map:
    if name != "few.toml":
        raise DataError("", f"{name}: There is no such file.")
    return load_map(SMALLER)


def test_a_scenario_may_name_another_map() -> None:
    (scenario,) = TEXTS.parse_scenarios(COINS, open_map=maps)
    scenario.run()
    assert scenario.game.state.board.map.digest != standard_map().digest


def test_all_scenarios_of_a_file_may_be_played_on_another_map() -> None:
    (scenario,) = TEXTS.parse_scenarios(COINS.replace("map: few.toml\n", ""), load_map(SMALLER))
    scenario.run()


def test_what_is_wrong_with_a_map_is_said_where_it_is_named() -> None:
    with pytest.raises(DataError) as refusal:
        TEXTS.parse_scenarios(COINS.replace("few", "no"), open_map=maps)
    assert (refusal.value.line, refusal.value.sentence) == (2, "no.toml: There is no such file.")


# ---------------------------------------------------------------------- nonsense

EXAMPLES = [path.read_text("utf-8") for path in EMPIRES_SUITE.scenario_files()]
SCENARIOS = [f"scenario:{text}" for whole in EXAMPLES for text in whole.split("\nscenario:")[1:]]
WORDS = sorted({word for text in SCENARIOS for word in re.findall(r"[\w:*/.-]+", text)})


@settings(max_examples=200)
@given(st.data())
def test_an_altered_scenario_is_refused_fails_or_passes(data: st.DataObject) -> None:
    pieces = re.findall(r"[\w:*/.-]+|\s+|.", data.draw(st.sampled_from(SCENARIOS)))
    for _ in range(data.draw(st.integers(1, 3))):
        pieces[data.draw(st.integers(0, len(pieces) - 1))] = data.draw(st.sampled_from([*WORDS, "\n", "", '"', "{"]))
    try:
        scenarios = TEXTS.parse_scenarios("".join(pieces))
    except DataError as error:
        scenarios, line = [], error.line
        assert line
    for scenario in scenarios:
        try:
            scenario.run()
        except ScenarioFailure as failed:
            line = failed.line
            assert line


@given(st.text())
def test_any_text_is_refused_with_a_line(text: str) -> None:
    with pytest.raises(DataError) as refusal:
        TEXTS.parse_scenarios(text)
    assert refusal.value.line
