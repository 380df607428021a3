"""The rules of 2003 in words: one text for both editions, of which each shows what it plays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.classic.data import rules_md
from core.classic.edition import ORIGINAL_EDITION, ORIGINAL_RULEBOOK, REVISED_RULEBOOK, text_of
from core.classic.map import TileFacts
from core.classic.rules import standard_map
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.rulebook import Rulebook
from core.mare.buildings import CARAVAN, CITY, MARKET, TEMPLE
from tests.core import rule_coverage, suites

ROOT = Path(__file__).resolve().parents[3]
MAP = standard_map(REVISED)
BOTH = [ORIGINAL_RULEBOOK, REVISED_RULEBOOK]
EDITIONS = [(ORIGINAL, ORIGINAL_RULEBOOK), (REVISED, REVISED_RULEBOOK)]
each_edition = pytest.mark.parametrize("rules", BOTH, ids=["original", "revised"])

ONLY_ORIGINAL = {"2.4a", "K48"}
ONLY_REVISED = {
    *("1.3c", "2.4b", "5.2d", "6.2a", "6.2b", "6.2c", "8.1a", "8.1b", "8.1c", "8.1d", "8.1e", "8.2a", "8.2b", "8.2c"),
    *("K6", "K17", "K36", "K44", "K45", "K47", "K53", "K54"),
}


def cited(folder: Path) -> set[str]:
    """The rule numbers that the Python files below a folder mention."""
    return {
        number for path in folder.rglob("*.py") for number in rule_coverage.numbers_in(path.read_text(encoding="utf-8"))
    }


def known() -> set[str]:
    """All numbers of both editions, and those of which several rules have the letters."""
    numbers = {number for rules in BOTH for number in rules.numbers()}
    return numbers | {number.rstrip("abcdefgh") for number in numbers}


def texts(rules: Rulebook, topic: str) -> str:
    return " ".join(paragraph.text for paragraph in rules.about(topic))


def stated(rules: Rulebook, topic: str) -> set[str]:
    return {number for paragraph in rules.about(topic) for number in paragraph.numbers}


# ---------------------------------------------------------------------- numbers


def test_every_rule_number_cited_in_the_engine_exists() -> None:
    assert cited(ROOT / "core" / "classic") - known() == {ORIGINAL_EDITION.release}


def test_every_rule_number_cited_by_a_test_exists() -> None:
    tests = [test for path in suites.OF_2003.rglob("test_*.py") for test in suites.tests_of(path)]
    found = {(number, name) for name, text in tests for number in rule_coverage.numbers_in(text)}
    assert {(number, name) for number, name in found if number not in known()} == set()


@pytest.mark.parametrize("edition", ["original", "revised"])
def test_every_rule_and_ruling_has_a_test_or_scenario_that_cites_it(edition: str) -> None:
    suite = suites.SUITES[edition]
    assert set(suite.edition.rulebook.numbers()) - set(rule_coverage.citations(suite)) == set()


@each_edition
def test_no_rule_is_stated_twice(rules: Rulebook) -> None:
    assert len(set(rules.numbers())) == len(rules.numbers())


def test_the_editions_state_the_same_numbers_but_for_what_only_one_plays() -> None:
    original, revised = (set(rules.numbers()) for rules in BOTH)
    assert original - revised == ONLY_ORIGINAL
    assert revised - original == ONLY_REVISED


def test_the_rulings_are_numbered_without_a_gap() -> None:
    rulings = {number for rules in BOTH for number in rules.numbers() if number.startswith("K")}
    assert sorted(int(ruling[1:]) for ruling in rulings) == list(range(1, 55))


def test_every_ruling_says_whether_it_fills_a_gap_or_narrows_the_letter() -> None:
    stated_in = re.sub(r"\s+", " ", rules_md())
    assert re.findall(r"\*\*(K\d+)\*\*(?! \((?:fills a gap|narrows the letter)\): )", stated_in) == []


@each_edition
def test_every_number_is_that_of_its_chapter(rules: Rulebook) -> None:
    found = {(paragraph.chapter[0], number) for paragraph in rules.paragraphs() for number in paragraph.numbers}
    assert {(chapter, number) for chapter, number in found if number[0] not in (chapter, "K")} == set()


@each_edition
def test_the_rules_refer_only_to_rules_that_the_edition_plays(rules: Rulebook) -> None:
    numbers = {*rules.numbers(), *(number.rstrip("abcdefgh") for number in rules.numbers())}
    named = {(number, p.text) for p in rules.paragraphs() for number in re.findall(r"\bK\d+|\b\d\.\d[a-h]?\b", p.text)}
    assert {(number, text) for number, text in named if number not in numbers} == set()


# ---------------------------------------------------------------------- editions


@pytest.mark.parametrize(("variant", "rules"), EDITIONS, ids=["original", "revised"])
def test_an_edition_s_text_has_no_marks_and_its_own_names_of_the_titles(variant: Variant, rules: Rulebook) -> None:
    assert not re.search(r"\[[A-Z]\]", text_of(variant))
    others = {*ORIGINAL.titles, *REVISED.titles} - {*variant.titles}
    assert [title for title in others if any(title in paragraph.text for paragraph in rules.paragraphs())] == []


def test_each_edition_leaves_out_what_only_the_other_plays() -> None:
    assert "legions and fortresses cost 2" in texts(ORIGINAL_RULEBOOK, "7.2a")
    assert "legions" not in texts(REVISED_RULEBOOK, "7.2a")
    assert ORIGINAL_RULEBOOK.about("blockade") == ()
    assert stated(REVISED_RULEBOOK, "blockade") >= {"8.1a", "5.3b"}


def test_an_item_of_a_list_can_be_one_edition_s_own() -> None:
    assert "die of your triremes" in texts(ORIGINAL_RULEBOOK, "5.5a")
    assert "die of your triremes" not in texts(REVISED_RULEBOOK, "5.5a")


# ---------------------------------------------------------------------- what they say


def listed_under(rules: Rulebook, number: str) -> list[str]:
    """The items of the list that follows a rule."""
    return [paragraph.text for paragraph in rules.about(number) if paragraph.is_item]


@each_edition
def test_the_rules_have_the_pieces_of_the_data_1_2(rules: Rulebook) -> None:
    """1.2."""
    own = f"{MAP.legions} legions, {MAP.triremes} triremes, {MAP.fortresses} fortresses and {MAP.markers}"
    *goods, last = [f"{number} {name}" for name, number in MAP.commodities]
    assert listed_under(rules, "1.2") == [
        f"*Each civilization* has {own} control markers, its capital's included.",
        f"*The bank* has {MAP.coins} coins, {', '.join(goods)} and {last}.",
    ]


@each_edition
def test_the_rules_have_the_starts_of_the_data_1_3a(rules: Rulebook) -> None:
    """1.3a."""
    heroes = {tile.id: tile.name for tile in MAP.tiles}
    provinces = {province.id: province.name for province in MAP.provinces}
    expected = []
    for start in MAP.empires:
        buildings, units = dict(start.buildings), dict(start.units)
        placed = []
        for place in start.provinces:
            things = [re.sub(r":(\w+)", r" (\1)", building) for building in buildings.get(place, ())]
            things += [unit for unit, number in units.get(place, ()) for _ in range(number)]
            placed.append(f"{provinces[place]}: {', '.join(things) or 'nothing'}.")
        expected.append(f"*{start.name}*: {heroes[start.hero]}. {' '.join(placed)}")
    assert listed_under(rules, "1.3a") == expected


@pytest.mark.parametrize(("variant", "rules"), EDITIONS, ids=["original", "revised"])
def test_the_rules_have_the_bonuses_and_goods_kept_of_the_data(variant: Variant, rules: Rulebook) -> None:
    """2.3c, 4.9b."""
    called = ("commerce", "political", "military")
    for tile in standard_map(variant).tiles:
        for track, plus in zip(called, tile.bonus, strict=True):
            assert not plus or f"*{tile.name}* +{plus} {track}" in texts(rules, "2.3c")
        assert not tile.keep or re.search(rf"keep (up to )?{tile.keep} good", texts(rules, "4.9b"))


@each_edition
def test_the_rules_have_the_buildings_of_each_table_of_the_data(rules: Rulebook) -> None:
    """1.2."""
    first, *others = (
        [table.buildings[kind] for kind in (CARAVAN, CITY, MARKET, TEMPLE)] for _, table in sorted(MAP.tables)
    )
    text = texts(rules, "1.2")
    assert "{} caravans, {} cities, {} markets and {} temples for three".format(*first) in text
    for numbers in others:
        assert "{}, {}, {} and {} for".format(*numbers) in text


# ---------------------------------------------------------------------- topics


@each_edition
def test_a_number_without_its_letter_finds_all_rules_that_have_it(rules: Rulebook) -> None:
    assert stated(rules, "4.5") == {"4.5a", "4.5b", "4.5c", "4.5d", "K28"}


@each_edition
@pytest.mark.parametrize("tile", MAP.tiles, ids=lambda tile: tile.id)
def test_a_hero_or_wonder_is_found_with_what_it_does(rules: Rulebook, tile: TileFacts) -> None:
    found = rules.about(tile.name)
    assert any(number.startswith("7.") for paragraph in found for number in paragraph.numbers)
    assert set(rules.abilities(tile.name)) <= set(found)


@each_edition
def test_what_a_hero_does_is_said_by_the_rule_that_is_its_own(rules: Rulebook) -> None:
    assert [paragraph.numbers[0] for paragraph in rules.abilities("Hannibal")] == ["7.2e"]
    assert [paragraph.numbers[0] for paragraph in rules.abilities("Helen of Troy")] == ["7.3c"]


@each_edition
@pytest.mark.parametrize("kind", [name for name, _ in MAP.commodities])
def test_every_kind_of_good_is_found_as_one(rules: Rulebook, kind: str) -> None:
    assert set(rules.about("good")) <= set(rules.about(kind))


@each_edition
@pytest.mark.parametrize(
    ("word", "number"),
    [("commerce", "3"), ("income", "3"), ("buy", "4"), ("military phase", "5"), ("heroes", "7"), ("titles", "2")],
)
def test_a_phase_is_found_by_its_usual_words(rules: Rulebook, word: str, number: str) -> None:
    assert rules.about(word) == rules.about(number) != ()


@each_edition
@pytest.mark.parametrize(
    ("word", "numbers"),
    [
        ("fight", {"5.4a", "5.4b", "5.5a", "5.5b", "5.5c"}),
        ("dice", {"5.5a", "7.2e"}),
        ("price", {"4.2a", "4.3a", "4.3b", "4.3c", "4.3d"}),
        ("march", {"5.1c", "5.2a", "5.3a"}),
        ("dock", {"0.5", "5.2a", "5.2b", "5.2e"}),
        ("neutral", {"1.5a", "1.5b", "4.4b"}),
        ("trade", {"3.2a", "3.2c", "3.5a"}),
        ("resource", {"3.2b", "3.4a"}),
        ("commodities", {"3.1b", "4.2a"}),
        ("assimilation", {"5.6b", "5.7b"}),
    ],
)
def test_a_topic_finds_the_rules_on_it(rules: Rulebook, word: str, numbers: set[str]) -> None:
    assert numbers <= stated(rules, word)


def test_a_title_is_found_by_the_edition_s_name_of_it() -> None:
    assert stated(ORIGINAL_RULEBOOK, "military leader") == stated(REVISED_RULEBOOK, "great commander") >= {"2.2c"}
