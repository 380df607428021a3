"""The page that compares the editions of Mare Nostrum: each finds it, and it says what their rules and data say."""

import re

import pytest

from core.classic.edition import ORIGINAL_RULEBOOK, REVISED_RULEBOOK
from core.classic.rules import standard_map as classic_map
from core.classic.variant import ORIGINAL, REVISED
from core.editions import EDITIONS
from core.empires.edition import RULEBOOK
from core.empires.rules import standard_map
from core.engine.rulebook import Rulebook
from core.mare.rulebook import COMPARISON

OF_2003 = (ORIGINAL_RULEBOOK, REVISED_RULEBOOK)
RULEBOOKS = {"Empires": (RULEBOOK,), "2003": OF_2003, "Original": OF_2003[:1], "Revised": OF_2003[1:]}
LABEL = re.compile(rf"\b({'|'.join(RULEBOOKS)}): ")
CITED = re.compile(r"\d+(?:\.\d+)+[a-z]?")


def items() -> dict[str, dict[str, str]]:
    """By subject, what the page says of each edition or of those of 2003."""
    found = {}
    for paragraph in COMPARISON.paragraphs()[1:]:
        subject, *parts = LABEL.split(paragraph.text)
        found[subject.strip(" *.")] = dict(zip(parts[::2], parts[1::2], strict=True))
    return found


@pytest.mark.parametrize("word", ["Differences", *COMPARISON.words.split(", ")])
@pytest.mark.parametrize("rules", [RULEBOOK, *OF_2003], ids=["empires", "original", "revised"])
def test_every_edition_of_mare_nostrum_finds_the_same_page(rules: Rulebook, word: str) -> None:
    assert rules.about(word) == COMPARISON.paragraphs()


def test_the_page_is_found_by_its_words_in_the_reader_s_language() -> None:
    def told(text: str) -> str:
        return "ausgaben, unterschiede" if text == COMPARISON.words else text

    assert RULEBOOK.about("Unterschiede", told) == COMPARISON.paragraphs()
    assert RULEBOOK.about("Unterschiede") == ()


def test_the_page_is_no_part_of_the_rules_and_found_by_no_other_word() -> None:
    for edition in EDITIONS.values():
        page = set(COMPARISON.paragraphs())
        assert not page & set(edition.rulebook.paragraphs())
        assert not page & set(edition.rulebook.about("trireme"))


def test_every_item_speaks_of_all_editions_once() -> None:
    for subject, said in items().items():
        assert set(said) in ({"Empires", "2003"}, {"Empires", "Original", "Revised"}), subject


@pytest.mark.parametrize("label", RULEBOOKS)
def test_every_rule_number_on_the_page_is_one_of_its_edition(label: str) -> None:
    cited = {number for said in items().values() for number in CITED.findall(said.get(label, ""))}
    assert cited
    for rules in RULEBOOKS[label]:
        assert cited - set(rules.numbers()) == set()


def counts(text: str) -> list[int]:
    """The numbers of things in a text, without the numbers of rules."""
    return [int(number) for number in re.findall(r"\d+", re.sub(r"\(.*?\)", "", text))]


def test_the_page_has_the_numbers_of_the_data() -> None:
    said = items()
    for label, facts in (("Empires", standard_map()), ("2003", classic_map(ORIGINAL)), ("2003", classic_map(REVISED))):
        assert counts(said["Board"][label]) == [len(facts.provinces), len(facts.seas)]
        pieces = [facts.legions, facts.triremes, facts.fortresses, facts.markers]
        assert counts(said["Pieces of each player"][label]) == pieces
        assert counts(said["Commodities"][label]) == [len(facts.commodities)]
