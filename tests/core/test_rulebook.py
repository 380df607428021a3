"""The rules in words: what the code cites is there, and every ruling has a test."""

import re
from functools import cache
from pathlib import Path

import pytest

from core.empires.edition import EMPIRES_EDITION, RULEBOOK
from core.empires.map import TITLES, TileFacts
from core.empires.rules import standard_map
from core.mare.buildings import BUILDING_KINDS
from core.mare.kinds import TRACKS
from core.mare.odds import FACES
from tests.core import rule_coverage

ROOT = Path(__file__).resolve().parents[2]


@cache
def citations() -> dict[str, list[str]]:
    """The tests and scenarios by the number that they cite, which takes a while."""
    return rule_coverage.citations()


def numbers_below(folder: Path) -> dict[str, list[str]]:
    """Every rule number that the Python files below a folder mention, with the files that do."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for number in rule_coverage.numbers_in(path.read_text(encoding="utf-8")):
            found.setdefault(number, []).append(path.name)
    return found


def rulings() -> list[str]:
    return [number for number in RULEBOOK.numbers() if number.startswith("R")]


def test_every_rule_number_cited_in_the_engine_exists() -> None:
    found = numbers_below(ROOT / "core" / "empires")
    known = {*RULEBOOK.numbers(), EMPIRES_EDITION.release}
    assert found
    assert {number: files for number, files in found.items() if number not in known} == {}


def test_every_rule_number_cited_by_a_test_or_scenario_exists() -> None:
    assert {number: places for number, places in citations().items() if number not in RULEBOOK.numbers()} == {}


def test_a_number_that_does_not_exist_would_be_noticed() -> None:
    assert rule_coverage.numbers_in('raise RuleError("9.9.9", "…")  # R99') == ["9.9.9", "R99"]
    assert not {"9.9.9", "R99"} & set(RULEBOOK.numbers())


def test_every_rule_and_ruling_has_a_test_that_cites_it() -> None:
    assert set(RULEBOOK.numbers()) - set(citations()) == set()


def test_a_rule_without_a_test_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert rule_coverage.main([]) == 0
    assert capsys.readouterr().out.endswith("; without a test: none.\n")
    monkeypatch.setattr(RULEBOOK, "numbers", lambda: ("R1", "7.7", "6.4"))
    assert rule_coverage.main([]) == 1
    assert capsys.readouterr().out.endswith("3 numbers and rulings; without a test: 7.7.\n")


def test_the_rulings_are_numbered_without_a_gap() -> None:
    assert sorted(int(ruling[1:]) for ruling in rulings()) == list(range(1, len(rulings()) + 1))


def test_every_ruling_says_whether_it_fills_a_gap_or_narrows_the_letter() -> None:
    stated_in = " ".join(paragraph.text for paragraph in RULEBOOK.paragraphs())
    assert re.findall(r"\*\*(R\d+)\*\*(?! \((?:fills a gap|narrows the letter)\): )", stated_in) == []


def test_no_rule_is_stated_twice() -> None:
    assert len(set(RULEBOOK.numbers())) == len(RULEBOOK.numbers())


def listed_under(number: str) -> list[str]:
    """The items of the list that follows a rule."""
    return [paragraph.text for paragraph in RULEBOOK.about(number) if paragraph.is_item]


def test_the_rules_have_the_leadership_bonuses_of_the_data_0_6() -> None:
    """0.6."""
    bonuses = [
        f"{tile.name} {', '.join(f'+{plus} {track}' for track, plus in zip(TRACKS, tile.bonus, strict=True) if plus)}"
        for tile in standard_map().tiles
        if any(tile.bonus)
    ]
    assert listed_under("0.6") == [f"*Leadership bonuses*: {'. '.join(bonuses)}. The others have none."]


def test_the_rules_have_the_numbers_of_pieces_of_the_data_0_5() -> None:
    """0.5, R1."""
    game_map = standard_map()
    own = f"{game_map.legions} legions, {game_map.triremes} triremes, {game_map.fortresses} fortresses"
    kinds = [kind.replace("_", " ").replace("city", "citie") + "s" for kind in BUILDING_KINDS]
    *buildings, last = [f"{number} {kind}" for number, kind in zip(game_map.buildings, kinds, strict=True)]
    *commodities, most = [f"{number} {name}" for name, number in game_map.commodities]
    legendary = f"{game_map.legendary_each} legendary commodity of each kind"
    reserve = f"*The reserve* has {game_map.coins} coins, and {legendary}."
    assert listed_under("0.5") == [
        f"*Each empire* has {own} and {game_map.markers} control markers. A capital's province needs no marker.",
        f"*All empires share* {', '.join(buildings)} and {last}.",
        f"{reserve} Of ordinary commodities it has {', '.join(commodities)} and {most}.",
    ]


def test_the_rules_have_the_empires_closed_provinces_and_first_leaders_of_the_data_0_7() -> None:
    """0.7."""
    game_map = standard_map()
    empires = {empire.id: empire.name for empire in game_map.empires}
    provinces = {province.id: province.name for province in game_map.provinces}
    expected = []
    for players, table in sorted(game_map.tables):
        closed = ", ".join(provinces[name] for name in table.closed) or "none"
        led = ", ".join(f"{track} {empires[name]}" for track, name in zip(TRACKS, table.leaders, strict=True))
        seats = ", ".join(empires[name] for name in table.empires)
        expected.append(f"*{players} players*: {seats}. Closed: {closed}. First leaders: {led}.")
    assert listed_under("0.7") == expected


def test_the_rules_have_the_starts_of_the_data_0_7a() -> None:
    """0.7a."""
    game_map = standard_map()
    heroes = {tile.id: tile.name for tile in game_map.tiles}
    provinces = {province.id: province.name for province in game_map.provinces}
    expected = []
    for start in game_map.empires:
        buildings, units = dict(start.buildings), dict(start.units)
        placed = []
        for place in start.provinces:
            things = [re.sub(r":(\w+)", r" (\1)", building) for building in buildings.get(place, ())]
            things += [unit for unit, number in units.get(place, ()) for _ in range(number)]
            placed.append(f"{provinces[place]}: {', '.join(things)}.")
        expected.append(f"*{start.name}*: {heroes[start.hero]}. {' '.join(placed)}")
    assert listed_under("0.7a") == expected


def test_the_rules_say_what_each_title_gives_5_1() -> None:
    """5.1."""
    assert [text.partition("*: ")[0] for text in listed_under("5.1")] == [f"*{title}" for title in TITLES]


def test_a_rule_is_found_by_its_number_with_the_list_that_follows() -> None:
    first, *rest = RULEBOOK.about("3.0b")
    assert first.numbers == ("3.0b",)
    assert [paragraph.is_item for paragraph in rest] == [True, True, True]


def test_what_a_wonder_does_matters_where_a_player_has_it() -> None:
    found = RULEBOOK.about("4.0")
    assert [RULEBOOK.matters(paragraph, ["Caesar"]) for paragraph in found] == [True, False]
    assert [RULEBOOK.matters(paragraph, ["Statue of Zeus"]) for paragraph in found] == [True, True]


def test_a_ruling_is_found_by_its_number_in_any_case() -> None:
    assert RULEBOOK.about("r12") == RULEBOOK.about("R12") != ()


def test_a_chapter_is_found_by_its_number_or_name() -> None:
    assert RULEBOOK.about("trade") == RULEBOOK.about("2") != ()


def test_a_hero_is_found_by_name() -> None:
    assert all("circe" in paragraph.text.lower() for paragraph in RULEBOOK.about("Circe"))
    assert len(RULEBOOK.about("Circe")) == 4


def test_a_wonder_is_found_by_its_whole_name_where_the_rules_have_a_shorter_one() -> None:
    assert [p.numbers for p in RULEBOOK.about("Colossus of Rhodes")] == [()]
    assert RULEBOOK.about("Colossus of Rhodes")[0].text.startswith("*Colossus*: take")


@pytest.mark.parametrize("tile", standard_map().tiles, ids=lambda tile: tile.id)
def test_a_tile_is_found_as_the_screen_writes_it(tile: TileFacts) -> None:
    found = RULEBOOK.about(tile.id)
    assert found
    assert set(RULEBOOK.abilities(tile.name)) <= set(found)


@pytest.mark.parametrize(
    "forms",
    [
        "lose loses lost losing loss losses",
        "tie ties tied",
        "sea seas",
        "city cities",
        "building buildings",
        "build builds built",
        "occupy occupies occupied occupying",
        "bonus bonuses",
        "roll rolls rolled",
    ],
)
def test_a_word_finds_itself_in_its_forms_and_no_longer_words(forms: str) -> None:
    wanted = set(forms.split())
    having = [p for p in RULEBOOK.paragraphs() if wanted & set(re.findall("[a-z]+", p.text.lower()))]
    for form in wanted - {"build"}:
        assert list(RULEBOOK.about(form)) == having, form


def test_the_beginning_of_a_word_is_looked_for_where_no_whole_word_is_found() -> None:
    assert RULEBOOK.about("commod") == RULEBOOK.about("commodity") != ()
    assert RULEBOOK.about("ommodity") == ()


def test_the_die_is_found_in_either_number_with_the_faces_it_has() -> None:
    assert RULEBOOK.about("die") == RULEBOOK.about("dice")
    assert any(f"faces 1 to {FACES}" in paragraph.text for paragraph in RULEBOOK.about("dice"))


@pytest.mark.parametrize("kind", [name for name, _ in standard_map().commodities])
def test_every_kind_of_commodity_is_found_as_one(kind: str) -> None:
    assert set(RULEBOOK.about("commodity")) <= set(RULEBOOK.about(kind))


@pytest.mark.parametrize(
    ("one", "more"), [("resource", "resources"), ("commodity", "commodities"), ("fortress", "fortresses")]
)
def test_the_plural_finds_what_the_singular_finds(one: str, more: str) -> None:
    assert RULEBOOK.about(more) == RULEBOOK.about(one) != ()


@pytest.mark.parametrize(
    ("word", "number"), [("collect", "1"), ("collection", "1"), ("tax", "1"), ("trading", "2"), ("buy", "3")]
)
def test_a_phase_is_found_by_its_usual_words(word: str, number: str) -> None:
    assert RULEBOOK.about(word) == RULEBOOK.about(number) != ()


def stated(topic: str) -> set[str]:
    """The numbers of all that the rules say on a topic."""
    return {number for paragraph in RULEBOOK.about(topic) for number in paragraph.numbers}


@pytest.mark.parametrize("word", ["battle", "battles", "fight", "attack"])
def test_on_battles_one_reads_of_their_dice_and_of_fortresses(word: str) -> None:
    assert {"4.1.1", "4.1.2", "4.2", "4.2a", "4.2b", "4.3a"} <= stated(word)


@pytest.mark.parametrize("word", ["price", "prices", "cost", "costs"])
def test_on_prices_one_reads_the_list_of_them_and_how_they_are_paid(word: str) -> None:
    assert {"3.0a", "3.1"} <= stated(word)


@pytest.mark.parametrize("word", ["move", "movement", "march", "sail"])
def test_on_movement_one_reads_of_triremes_and_legions(word: str) -> None:
    assert {"4.1.1", "4.1.2"} <= stated(word)


def test_what_is_not_english_is_looked_for_in_what_the_reader_is_told() -> None:
    def told(text: str) -> str:
        return text.replace("Trade", "Handel").replace("legion", "Legion").replace("trireme", "Galeere")

    assert RULEBOOK.about("handel", told) == RULEBOOK.about("trade")
    assert RULEBOOK.about("GALEERE", told) == RULEBOOK.about("trireme")
    assert RULEBOOK.about("aleere", told) == ()
    assert RULEBOOK.about("handel") == ()


def test_what_the_rules_do_not_mention_is_not_found() -> None:
    assert RULEBOOK.about("spaceship") == ()


def test_several_words_that_stand_nowhere_side_by_side_find_the_paragraphs_with_all_of_them() -> None:
    found = RULEBOOK.about("occupy marker")
    assert found
    assert all("occup" in p.text.lower() and "marker" in p.text.lower() for p in found)
