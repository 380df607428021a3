"""Action notation: one spelling for each action, a lenient reader, and words that follow each other."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Decision, NotationError, Over, RuleError, Simultaneous
from core.empires.actions import (
    Attack,
    Build,
    Collect,
    Convert,
    Fight,
    LoseLegion,
    March,
    OccupyMarker,
    Release,
    Remove,
    Sail,
)
from core.empires.rules import EMPIRES, empires_board, new_game
from core.empires.state import Game, Options
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.words import SMALL_WORDS
from core.mare.actions import Announce, Award, Done, Give, LoseFortress, Name, Occupy, Offer, Pillage, Take
from core.mare.kinds import CONTROL, FREE, TRACKS
from tests.core.positions import Position, Table

BOARD = empires_board(5)
parse, parse_strict, text = EMPIRES.notation.parse, EMPIRES.notation.parse_strict, EMPIRES.notation.text
ROME, GREECE, BABYLON, EGYPT, CARTHAGE = range(5)
LATIUM, GALLIA = BOARD.provinces.index("latium"), BOARD.provinces.index("gallia")
IONIUM, AFRICUM = BOARD.seas.index("mare_ionium"), BOARD.seas.index("mare_africum")


def icon(province: int, name: str) -> int:
    return [icon.name for icon in BOARD.icons[province]].index(name)


def tokens(words: str) -> tuple[int, ...]:
    return tuple(BOARD.tokens.index(word) for word in words.split())


SHEEP, GRAIN, MARKET = (icon(GALLIA, name) for name in ("caravan:sheep", "caravan:grain", "market"))

SPELLINGS: list[tuple[str, Action]] = [
    ("done", Done()),
    ("announce 0", Announce(0)),
    ("offer coin coin *sheep", Offer(tokens("coin coin *sheep"))),
    ("take *sheep from greece", Take(BOARD.tokens.index("*sheep"), GREECE)),
    ("give coin to egypt", Give(BOARD.tokens.index("coin"), EGYPT)),
    ("name carthage", Name(CARTHAGE)),
    ("build control gallia free", Build("control", GALLIA, ())),
    ("build legion gallia with coin coin coin", Build("legion", GALLIA, tokens("coin coin coin"))),
    ("build fortress gallia with wood oil *sheep", Build("fortress", GALLIA, tokens("wood oil *sheep"))),
    ("build trireme mare_ionium with coin coin coin", Build("trireme", IONIUM, tokens("coin coin coin"))),
    ("build caravan:sheep gallia with wood oil sheep", Build("caravan:sheep", GALLIA, tokens("wood oil sheep"))),
    ("build circe with coin", Build("circe", FREE, tokens("coin"))),
    ("convert gallia", Convert(GALLIA)),
    ("remove gallia", Remove(GALLIA)),
    ("sail mare_ionium mare_africum 2", Sail(IONIUM, AFRICUM, 2)),
    ("attack babylon in mare_ionium", Attack(BABYLON, IONIUM)),
    ("march latium gallia 2", March(LATIUM, GALLIA, 2)),
    ("march gallia latium 1 from market", March(GALLIA, LATIUM, 1, MARKET)),
    ("march gallia latium 1 from control", March(GALLIA, LATIUM, 1, CONTROL)),
    ("fight rome in gallia", Fight(ROME, GALLIA)),
    ("lose legion gallia", LoseLegion(GALLIA)),
    ("lose legion gallia from caravan:sheep", LoseLegion(GALLIA, SHEEP)),
    ("lose fortress gallia", LoseFortress(GALLIA)),
    ("pillage gallia market", Pillage(GALLIA, MARKET)),
    ("occupy gallia caravan:grain market", Occupy(GALLIA, 1 << GRAIN | 1 << MARKET)),
    ("occupy gallia control", OccupyMarker(GALLIA)),
    ("release gallia", Release(GALLIA)),
    ("collect coin", Collect(False)),
    ("collect legendary", Collect(True)),
    ("award culture to rome", Award(1, ROME)),
]


# ---------------------------------------------------------------------- one spelling


@pytest.mark.parametrize(("line", "action"), SPELLINGS)
def test_an_action_has_one_spelling(line: str, action: Action) -> None:
    assert text(BOARD, action) == line
    assert parse_strict(BOARD, line) == action


@pytest.mark.parametrize(
    ("line", "spelling"),
    [
        ("DONE", "done"),
        ("  done  ", "done"),
        ("March Latium Gallia 2", "march latium gallia 2"),
        ("march from latium to gallia 2", "march latium gallia 2"),
        ("build legion gallia coin coin coin", "build legion gallia with coin coin coin"),
        ("build legion in gallia for coin coin coin", "build legion gallia with coin coin coin"),
        ("build legion gallia with *sheep oil wood", "build legion gallia with wood oil *sheep"),
        ("build control gallia with free", "build control gallia free"),
        ("offer *sheep coin", "offer coin *sheep"),
        ("take sheep greece", "take sheep from greece"),
        ("occupy gallia market caravan:grain", "occupy gallia caravan:grain market"),
        ("march gallia latium 1 market", "march gallia latium 1 from market"),
    ],
)
def test_the_lenient_reader_accepts_what_the_strict_one_refuses(line: str, spelling: str) -> None:
    assert text(BOARD, parse(BOARD, line)) == spelling
    with pytest.raises(NotationError, match="The one spelling of this action is “"):
        parse_strict(BOARD, line)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("", "An action is a line of plain letters"),
        ("   ", "An action is a line of plain letters"),
        ("d\N{GREEK SMALL LETTER OMICRON}ne", "An action is a line of plain letters"),
        ("done \x1b[2J", "An action is a line of plain letters"),
        ("conquer gallia", "There is no action “conquer”; the actions are announce, attack, award, build"),
        ("march latium", "The action ends where a province should follow."),
        ("march latium gallia", "The action ends where a number should follow."),
        ("march latium gallia two", "“two” is not a number."),
        ("march latium gallia -1", "“-1” is not a number."),
        ("march latium gallia 02", "“02” is not a number."),
        ("march latium gallia 1000", "“1000” is not a number."),
        ("march gallia latium 1 from temple", "Gallia has no icon “temple”."),
        ("pillage gallia caravan", "Say which caravan of Gallia you mean: caravan:grain, caravan:sheep."),
        ("march latium gallia 2 from market please", "“please” is one word too many."),
        ("march rome gallia 2", "There is no province “rome” in this game."),
        ("sail mare_nostrum mare_ionium 1", "There is no sea “mare_nostrum” in this game."),
        ("name sparta", "There is no empire “sparta” in this game."),
        ("offer", "The action ends where a resource should follow."),
        ("offer silver", "There is no resource “silver” in this game."),
        ("offer *coin", "There is no resource “*coin” in this game."),
        ("build", "The action ends where what is built should follow."),
        ("build legion", "The action ends where a province should follow."),
        ("build cesar", "There is no piece, building, hero or wonder “cesar” in this game."),
        ("build legion gallia", "Say what you pay with"),
        ("build legion gallia with", "Say what you pay with"),
        ("build legion gallia free coin", "There is no resource “free” in this game."),
        ("build wall gallia with coin", "There is no piece, building, hero or wonder “wall” in this game."),
        ("lose trireme gallia", "“trireme” can't stand there; say one of: legion, fortress."),
        ("occupy gallia", "The action ends where a building should follow."),
        ("occupy gallia market control", "Occupy the control marker or buildings, not both."),
        ("occupy gallia market market", "Name each building once."),
        ("collect sheep", "“sheep” can't be collected; say coin or legendary."),
        ("award glory to rome", "“glory” is no track; say trade, culture or military."),
        ("done done", "“done” is one word too many."),
        ("announce " + "9" * 60, "“" + "9" * 37 + "...” is not a number."),
    ],
)
def test_a_line_that_is_no_action_is_refused_in_a_sentence(line: str, problem: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse(BOARD, line)
    assert refusal.value.rule == "notation"
    assert str(refusal.value.sentence).startswith(problem)


def test_names_of_one_sort_are_never_small_words() -> None:
    names = {*BOARD.provinces, *BOARD.seas, *BOARD.empires, *BOARD.tokens, *(tile.id for tile in BOARD.tiles)}
    assert not names & SMALL_WORDS


# ---------------------------------------------------------------------- what always holds of lines

VERBS = "done announce offer take give name build convert remove sail attack march fight lose pillage occupy release"
NAMES = (
    "legion fortress trireme control free with from legendary trade latium gallia asia mare_ionium mare_africum rome"
)
THINGS = (
    "caravan:grain caravan:metal market temple city capital legendary_city circe pyramids caesar collect award egypt"
)
RESOURCES = "coin coin coin wood oil *sheep sheep 0 1 2 99"
VOCABULARY = f"{VERBS} {NAMES} {THINGS} {RESOURCES}".split()
lines = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=8).map(" ".join)

POSITIONS = {
    "trade": Position().give("carthage", "coin sheep").at_trade(),
    "naming": Position().at_build(),
    "build": Position().give("rome", "coin coin coin wood oil sheep *sheep").at_build_turn("rome"),
    "sail": Position().fleet("mare_ionium", rome=2, egypt=1).at_war_turn("rome"),
    "march": Position().units("cyrenaica", rome=2, egypt=0).occupy("cyrenaica", "rome", "city").at_war_turn("rome"),
    "titles": Position().leaders(trade="rome").at_leadership(),
}


@given(lines)
def test_any_line_is_read_or_refused_and_what_is_read_is_spelled_back(line: str) -> None:
    try:
        action = parse(BOARD, line)
    except NotationError:
        return
    assert parse_strict(BOARD, text(BOARD, action)) == action


@given(lines, st.sampled_from(sorted(POSITIONS)))
def test_any_action_that_can_be_spelled_is_legal_or_refused_by_a_rule(line: str, position: str) -> None:
    table = POSITIONS[position].table()
    try:
        action = table.game.parse(line)
    except NotationError:
        return
    before = table.game.encode()
    if table.allows(table.game.text(action)):
        table.game.apply(action)
    else:
        with pytest.raises(RuleError):
            table.game.apply(action)
        assert table.game.encode() == before


@given(st.lists(st.integers(0, 0x17F), max_size=40).map(lambda codes: "".join(map(chr, codes))))
def test_a_refusal_repeats_no_control_character_of_the_line(line: str) -> None:
    with pytest.raises(NotationError) as refusal:
        parse(BOARD, f"build {line} x")
    assert str(refusal.value.sentence).isprintable()


# ---------------------------------------------------------------------- what handlers declare


@pytest.mark.parametrize("seed", range(3))
def test_an_answer_is_of_a_type_that_its_question_accepts_in_a_phase_that_it_declares(seed: int) -> None:
    chance = random.Random(seed)
    game = new_game(Options(3 + seed, ("random",) * (3 + seed), "open", max_rounds=4))
    while not isinstance(game.node, Over):
        if isinstance(game.node, Decision | Simultaneous):
            asks = game.node.question if isinstance(game.node, Decision) else game.node.secret
            assert game.state.phase in asks.phases
            for answers in questions(game):
                assert type(answers.draw(chance.randrange)) in asks.accepts
        play_on(game, chance)


# ---------------------------------------------------------------------- completion


def completed(answers: Answers, line: str) -> list[str]:
    """The next words after a line of whole words."""
    return answers.complete(line + " " if line else "")


def can_be_typed(answers: Answers, line: str) -> bool:
    """Whether completion offers each word of a line after those before it."""
    words = line.split()
    return all(word in completed(answers, " ".join(words[:place])) for place, word in enumerate(words))


def follow(answers: Answers, chance: random.Random) -> str:
    """A line typed by following completion at random to where it offers nothing more."""
    line = ""
    while words := completed(answers, line):
        assert len(set(words)) == len(words)
        line = f"{line} {chance.choice(words)}".strip()
    return line


def questions(game: Game) -> list[Answers]:
    """The answers of every question that waits now."""
    node = game.node
    if isinstance(node, Decision):
        return [node.answers]
    return list(node.answers.values()) if isinstance(node, Simultaneous) else []


def play_on(game: Game, chance: random.Random) -> None:
    """One step of a random game."""
    game.step(lambda seat, answers: answers.draw(chance.randrange), chance.randrange)


@pytest.mark.parametrize("seed", range(12))
def test_completion_types_every_legal_line_and_no_other(seed: int) -> None:
    chance = random.Random(seed)
    game = new_game(Options(3 + seed % 3, ("random",) * (3 + seed % 3), ("open", "short")[seed % 2]))
    for _ in range(120):
        for answers in questions(game):
            legal = game.text(answers.draw(chance.randrange))
            assert can_be_typed(answers, legal), legal
            typed = follow(answers, chance)
            assert game.parse(typed) in answers, typed
        if isinstance(game.node, Over):
            return
        play_on(game, chance)


@pytest.mark.parametrize("position", sorted(POSITIONS))
def test_completion_types_all_answers_to_a_question(position: str) -> None:
    table = POSITIONS[position].table()
    (answers,) = questions(table.game)
    assert [line for line in table.legal() if not can_be_typed(answers, line)] == []


def build_answers() -> Answers:
    table = Position().give("rome", "coin coin coin wood oil sheep *sheep").at_build_turn("rome").table()
    (answers,) = questions(table.game)
    return answers


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", ["build", "done"]),
        ("d", ["done"]),
        ("BU", ["build"]),
        ("build", ["build"]),
        ("build l", ["legion"]),
        ("build legion ", ["gallia", "latium", "italia"]),
        ("build legion la", ["latium"]),
        ("build legion latium ", ["with"]),
        ("build legion latium with ", ["coin", "wood", "oil", "sheep", "*sheep"]),
        ("build legion latium with coin ", ["coin"]),
        ("build legion latium with wood ", ["oil", "sheep", "*sheep"]),
        ("build legion latium with wood *sheep ", ["oil"]),
        ("build legion latium with sheep *", []),
        ("build legion latium with coin coin coin ", []),
        ("build legion thracia ", []),
        ("build nonsense ", []),
        ("done ", []),
    ],
)
def test_completion_offers_the_words_that_lead_to_a_legal_line(line: str, words: list[str]) -> None:
    assert build_answers().complete(line) == words


def test_a_free_build_completes_to_the_word_free() -> None:
    table = Position().give("babylon", "coin coin coin").at_build_turn("babylon").table()
    (answers,) = questions(table.game)
    assert answers.complete("build control judea ") == ["free", "with"]
    assert answers.complete("build control judea free ") == []
    assert answers.complete("build legion babylonia ") == ["with"]


def test_an_offer_completes_with_what_is_left_of_the_hand() -> None:
    position = Position(3).leaders(trade="rome").give("rome", "coin sheep *sheep").give("greece", "oil oil")
    table = position.at_trade().table()
    table.say("rome", "announce 2")
    node = table.game.node
    assert isinstance(node, Simultaneous)
    answers = node.answers[0]
    assert answers.complete("") == ["offer"]
    assert answers.complete("offer ") == ["coin", "sheep", "*sheep"]
    assert answers.complete("offer *sheep ") == ["coin", "sheep"]
    assert answers.complete("offer coin sheep ") == []


def test_tracks_have_the_names_of_the_rules() -> None:
    assert TRACKS == ("trade", "culture", "military")


def test_a_position_spells_with_the_names_of_its_own_board() -> None:
    small = Table(Position(3).game())
    with pytest.raises(NotationError, match="There is no empire “egypt” in this game"):
        small.game.parse("name egypt")
