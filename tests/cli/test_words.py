"""Lines as people type them."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from cli.empires.answers import ANSWERING
from cli.i18n.texts import speaking
from cli.ui.view import Unclear
from core import Decision
from core.empires.state import Game
from core.engine.answers import Answers
from tests.core.positions import Position

expand, in_short, outline = ANSWERING.expand, ANSWERING.in_short, ANSWERING.outline


def answers(position: Position) -> Answers:
    """The legal answers of the player whose turn it is."""
    node = position.game().node
    assert isinstance(node, Decision)
    return node.answers


def marching() -> Position:
    """Rome moves legions."""
    return Position().units("latium", rome=3).at_war_turn("rome")


def building() -> Position:
    """Rome builds, with coins for anything."""
    return Position().give("rome", "coin " * 12).control("thracia", "rome").raze("thracia").at_build_turn("rome")


def trading() -> Position:
    """Rome takes one of the coins and goods that all others have offered."""
    position = Position().leaders(trade="rome").at_trade()
    for empire in position.board.empires:
        position.give(empire, "coin sheep wine")
    table = position.table()
    table.say("rome", "announce 2")
    table.offers(**dict.fromkeys(position.board.empires, "coin sheep"))
    position.state = table.game.state
    return position


@pytest.mark.parametrize(
    ("position", "typed", "meant"),
    [
        (marching(), "march latium gallia 2", "march latium gallia 2"),
        (marching(), "m lat gal 2", "march latium gallia 2"),
        (marching(), "M  LATIUM\tg 2", "march latium gallia 2"),
        (marching(), "d", "done"),
        (building(), "b tri tyrr coin coin coin", "build trireme mare_tyrrhenum with coin coin coin"),
        (building(), "b mar gal c c c c c c", "build market gallia with coin coin coin coin coin coin"),
        (building(), "build marble thr c c c", "build caravan:marble thracia with coin coin coin"),
        (building(), "build caravan marble thr c c c", "build caravan:marble thracia with coin coin coin"),
        (building(), "build caravan mar thr 3 c", "build caravan:marble thracia with coin coin coin"),
    ],
)
def test_words_may_be_cut_short(position: Position, typed: str, meant: str) -> None:
    assert expand(answers(position), typed) == meant


@pytest.mark.parametrize(
    ("position", "typed", "meant"),
    [
        # A price may be counted.
        (building(), "build legion latium with 3 coin", "build legion latium with coin coin coin"),
        (building(), "leg lat 2 c, coin", "build legion latium with coin coin coin"),
        # A verb may be left out where only one goes on like that.
        (building(), "legion latium c c c", "build legion latium with coin coin coin"),
        (marching(), "lat gal 2", "march latium gallia 2"),
        (trading(), "sheep from greece", "take sheep from greece"),
        # The number of a move may stand anywhere.
        *((marching(), f"march {typed}", "march latium gallia 2") for typed in ("2 latium gallia", "latium 2 gallia")),
        (marching(), "move 2 legions lat gal", "march latium gallia 2"),
        # What players say for an action is that action, in another phase too.
        (marching(), "pass", "done"),
        (marching(), "move lat gallia 2", "march latium gallia 2"),
        (building(), "buy legion latium coin coin coin", "build legion latium with coin coin coin"),
        (marching(), "buy circe", "build circe"),
        # An action that is not legal now stays as it was typed; a commodity that would be built is its caravan.
        (marching(), "announce the moon", "announce the moon"),
        (marching(), "build wine dacia free", "build caravan:wine dacia free"),
    ],
)
def test_an_action_is_typed_as_people_say_it(position: Position, typed: str, meant: str) -> None:
    assert expand(answers(position), typed) == meant


@pytest.mark.parametrize(
    ("position", "typed", "word", "options"),
    [
        (building(), "build c thracia", "c", ["control", "city", "caravan:marble"]),
        (building(), "build trireme mare", "mare", ["mare_tyrrhenum", "mare_hadriaticum"]),
    ],
)
def test_a_word_that_fits_several_is_not_guessed(position: Position, typed: str, word: str, options: list[str]) -> None:
    with pytest.raises(Unclear, match=f"“{word}” could mean ") as unclear:
        expand(answers(position), typed)
    assert [option for option in options if option not in str(unclear.value)] == []


def test_a_word_with_a_meaning_stands_for_nothing_else() -> None:
    position = Position().give("rome", "coin " * 3).control("asia", "rome").at_build_turn("rome")
    assert "build legendary_city asia with coin coin coin" in list(map(position.game().text, answers(position)))
    assert expand(answers(position), "build city asia") == "build city asia"


def offering() -> Answers:
    """Rome is to offer three resources in secret."""
    position = Position(3).give("rome", "metal metal wine coin").give("greece", "coin sheep wine")
    game = position.give("carthage", "coin sheep oil").leaders(trade="rome").at_trade().game()
    game.apply(game.parse("announce 3"))
    assert isinstance(game.node, core.Simultaneous)
    return game.node.answers[0]


@pytest.mark.parametrize(
    "typed",
    [
        *("metal metal wine", "met met wi", "offer metal metal wine", "o met metal w"),
        *("offer 2 metal 1 wine", "2 metal, wine", "2 metal wine", "offer metal, metal, wine", "metal,metal,wine"),
        *("2 met and w", "2 metal and a wine", "offer 1 metal, 1 metal, 1 wine"),
    ],
)
def test_where_one_offers_goods_need_no_verb_and_may_be_counted_and_listed_with_commas(typed: str) -> None:
    assert expand(offering(), typed) == "offer metal metal wine"
    # What cannot be had is refused by its rule, not for its words.
    assert expand(offering(), "gold coin coin") == "offer gold coin coin"


@pytest.mark.parametrize(
    ("language", "typed"),
    [
        ("hu", "offer fém fém bor"),
        ("hu", "2 Fém, bor"),
        ("hu", "felajánlani metal fém bor"),
        ("ru", "металл металл вино"),
        ("ko", "금속, 금속, 포도주"),
    ],
)
def test_what_is_read_in_another_language_may_be_typed_so(language: str, typed: str) -> None:
    with speaking(language):
        assert expand(offering(), typed) == "offer metal metal wine"


@pytest.mark.parametrize("language", ["hu", "ko", "ru"])
def test_in_another_language_every_legal_answer_stands_for_itself(language: str) -> None:
    with speaking(language):
        for position in (marching(), building(), trading()):
            for action in islice(answers(position), 300):
                line = position.game().text(action)
                assert expand(answers(position), line) == line


def test_a_line_in_short_says_the_same() -> None:
    board = building().board
    assert in_short(board, "build legion latium with coin coin coin") == "build legion latium with 3 coin"
    for action in islice(answers(building()), 300):
        line = building().game().text(action)
        assert expand(answers(building()), in_short(board, line)) == line


@pytest.mark.parametrize(
    ("position", "typed", "said"),
    [
        *((marching(), typed, "An answer begins with march or done.") for typed in ("2", "17 sheep", "x9")),
        (marching(), "fly to the moon", "I don't understand “fly”. An answer begins with march or done."),
        (building(), "2", "An answer begins with build or done."),
        (building(), "contrl judea", "An answer begins with build or done. “build” may be left out: control"),
    ],
)
def test_what_begins_no_answer_is_answered_with_what_begins_one(position: Position, typed: str, said: str) -> None:
    with pytest.raises(Unclear, match=re.escape(said)):
        expand(answers(position), typed)


def test_a_commodity_is_the_legendary_one_where_no_other_can_be_named() -> None:
    rich = Position(3).give("rome", "papyrus *gold grain oil *oil").at_build_turn("rome")
    typed = "build legion latium with papyrus gold grain"
    assert expand(answers(rich), typed) == "build legion latium with papyrus *gold grain"
    assert expand(answers(rich), "legion latium gold grain oil") == "build legion latium with *gold grain oil"
    assert expand(answers(rich), "build legion latium with wine gold") == "build legion latium with wine gold"


def test_a_verb_that_could_be_two_is_not_guessed() -> None:
    conquering = Position(3).units("libya", rome=2).at_war_turn("rome", "carthage").game()
    node = conquering.node
    while isinstance(node, Decision) and "occupy" not in node.answers.next_words([]):
        conquering.apply(conquering.parse("done"))
        node = conquering.node
    assert isinstance(node, Decision)
    assert {"occupy", "pillage"} <= set(node.answers.next_words([]))
    with pytest.raises(Unclear, match="I don't understand “libya”"):
        expand(node.answers, "libya")


def test_an_illegal_action_is_made_whole_so_that_its_rule_can_refuse_it() -> None:
    position = building().control("dalmatia", "greece")
    whole = "build control dalmatia coin coin wine"
    assert expand(answers(position), "build con dalmatia c coi wi") == whole
    assert expand(answers(position), "build con dalm p c c") == "build control dalmatia p coin coin"


def conquering(*provinces: str) -> Position:
    """Rome has conquered these provinces of Greece; Dacia has two caravans and a market."""
    position = Position().disarm().build("dacia", "caravan:wine", "caravan:marble", "market")
    for province in provinces:
        position.control(province, "greece").units(province, rome=3)
    table = position.at_war_turn("rome", "greece").table()
    table.say("rome", "done")
    position.state = table.game.state
    return position


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("occupy market", "occupy dacia market"),
        ("occ wine marble", "occupy dacia caravan:wine caravan:marble"),
        ("occupy marble wine", "occupy dacia caravan:marble caravan:wine"),
        ("pillage market", "pillage dacia market"),
        ("pillage temple", "pillage dacia temple"),
        ("occupy wine, marble", "occupy dacia caravan:wine caravan:marble"),
        ("occupy caravan:wine, caravan:marble, market", "occupy dacia caravan:wine caravan:marble market"),
        ("occupy dacia caravan wine , caravan marble", "occupy dacia caravan:wine caravan:marble"),
    ],
)
def test_the_only_province_that_is_conquered_need_not_be_named(typed: str, meant: str) -> None:
    assert expand(answers(conquering("dacia")), typed) == meant
    with pytest.raises(Unclear, match="Name the province before “market”: dacia or thracia"):
        expand(answers(conquering("dacia", "thracia")), "occupy market")


def test_a_caravan_is_one_of_the_province_that_is_named() -> None:
    position = Position().give("rome", "coin " * 12).raze("gallia").raze("italia").at_build_turn("rome")
    with pytest.raises(Unclear, match="“caravan” could mean caravan:grain or caravan:sheep"):
        expand(answers(position), "build caravan gallia c c c")
    assert expand(answers(position), "build caravan dacia c c c") == "build caravan dacia coin coin coin"


@given(st.data())
def test_every_legal_answer_stands_for_itself(data: st.DataObject) -> None:
    position = data.draw(st.sampled_from([marching, building]))()
    game: Game = position.game()
    assert isinstance(game.node, Decision)
    line = game.text(game.node.answers.draw(lambda bound: data.draw(st.integers(0, bound - 1))))
    assert expand(game.node.answers, line) == line


@given(st.data())
def test_an_outline_covers_every_answer_once(data: st.DataObject) -> None:
    position = data.draw(st.sampled_from([marching, building, trading]))()
    legal = answers(position)
    most = data.draw(st.integers(2, 60))
    lines = outline(legal, "", most)
    texts = [position.game().text(action) for action in legal]
    assert len(lines) <= most
    for text in texts:
        covering = [line for line, whole in lines if (text == line if whole else text.startswith(f"{line} "))]
        assert len(covering) == 1, (text, covering)
    assert {line for line, whole in lines if whole} <= set(texts)


def test_what_begins_with_a_resource_is_listed_as_far_as_there_is_room() -> None:
    lines = outline(answers(trading()), "take coin", 3)
    assert lines == [("take coin from greece", True), ("take coin from babylon", True), ("take coin", False)]


def test_resources_in_another_order_begin_an_answer_too() -> None:
    position = Position().give("rome", "sheep oil wine").at_build_turn("rome")
    assert outline(answers(position), "build legion latium with wine", 9) == [("build legion latium with wine", False)]


def test_what_begins_no_answer_has_no_outline() -> None:
    assert outline(answers(marching()), "march gallia", 9) == []
