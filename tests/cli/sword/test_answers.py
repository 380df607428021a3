"""Answers are typed word by word; what players do by hand has many thousands of them, and none is walked through."""

from __future__ import annotations

import pytest

from cli.sword.view import SWORD_VIEW
from cli.ui.screen.screen import Screen
from cli.ui.view import Unclear
from core.engine.answers import Answers
from core.engine.flow import Decision
from core.engine.game import Game
from core.sword.position import load_position
from core.sword.state import State
from tests.cli.screen.seats import Seat, silent_shell
from tests.cli.sword.tables import carry_on, game_of

answering = SWORD_VIEW.answering


@pytest.fixture
def active() -> Game[State]:
    """The Gauls are the first active player."""
    return carry_on(game_of(), 4)


def asked(game: Game[State]) -> Answers:
    """Return what may be answered."""
    assert isinstance(game.node, Decision)
    return game.node.answers


def test_each_verb_says_what_it_means(active: Game[State]) -> None:
    ways = answering.ways(active, 0, asked(active))
    notes = {choice.line: choice.note for choice in ways.after("")}
    assert notes["move"] == "to move CU"
    assert notes["play"] == "to play a card"
    assert "besiege" not in notes


def test_what_is_played_stands_first_so_that_a_small_screen_shows_it(active: Game[State]) -> None:
    verbs = [choice.line for choice in answering.ways(active, 0, asked(active)).after("")]
    assert verbs[:4] == ["done", "play", "activate", "respond"]
    capitulating = load_position('phase = "capitulation"\n[locations]\noldwall = { units = { gauls = 1 } }')
    verbs = [choice.line for choice in answering.ways(capitulating, 0, asked(capitulating)).after("")]
    assert verbs[:3] == ["done", "place", "move"]


def test_each_place_says_what_stands_there(active: Game[State]) -> None:
    (choice,) = answering.ways(active, 0, asked(active)).after("move gauls 2 from elm")
    assert choice.line == "move gauls 2 from elmgate"
    assert choice.note == "Gauls; reinforcement 2, victory 1; 4 CU of the Gauls; Bran"
    assert not choice.whole


def test_words_may_be_cut_short_as_long_as_one_fits(active: Game[State]) -> None:
    assert answering.expand(asked(active), "ga rom 1") == "gain romans 1"
    with pytest.raises(Unclear, match="could mean"):
        answering.expand(asked(active), "r romans")


def test_names_of_several_words_are_read(active: Game[State]) -> None:
    board = active.state.board
    assert answering.as_typed(board, "move transalpine gauls 1 from Beyond the Pass to Highmead") == (
        "move transalpine_gauls 1 from beyond_the_pass to Highmead"
    )
    assert answering.as_typed(board, "leader a minor leader of the gauls to elmgate") == "leader minor_gaul to elmgate"
    assert answering.as_typed(board, "done") == "done"
    # Letters that are only alike without capitals stay as typed.
    alike = "move gauls 1 from Beyond the Pass to beyond the pa\u017fs"
    assert answering.as_typed(board, alike) == "move gauls 1 from beyond_the_pass to beyond the pa\u017fs"


def test_a_list_of_answers_names_the_words_that_follow_where_they_are_many(active: Game[State]) -> None:
    listed = answering.outline(asked(active), "", 40)
    assert ("done", False) in listed
    assert ("move", False) in listed
    assert answering.outline(asked(active), "floor", 40) == [
        ("floor etruscans_samnites", True),
        ("floor greeks", True),
        ("floor romans", True),
    ]


def test_a_place_leads_to_all_that_can_be_done_there(active: Game[State]) -> None:
    lines = [choice.line for choice in answering.ways(active, 0, asked(active)).at("elmgate")]
    assert "move gauls 1 from elmgate" in lines
    assert "add romans 1 to elmgate" in lines
    assert "control elmgate" in lines
    assert len(lines) == len(set(lines))


def test_what_stands_in_the_place_that_is_typed_is_shown(active: Game[State]) -> None:
    assert answering.preview_of_words(active.state, "remove gauls 1 from highmead") == [
        "Highmead: Gauls; tribe; 1 CU of the Gauls"
    ]
    assert answering.preview_of_words(active.state, "done") == []


def test_an_answer_is_foreseen_in_the_words_of_what_it_does(active: Game[State]) -> None:
    action = active.parse("gain romans 2")
    points = active.state.powers[active.state.board.powers.index("romans")].points + 2
    assert answering.effects(active, 0, action) == [f"Gauls: points of the Romans: +2, now {points}."]


def test_a_stroke_looks_at_a_place_where_place_is_an_answer() -> None:
    game = load_position('phase = "capitulation"\n[locations]\noldwall = { units = { gauls = 1 } }')
    player = Seat(game, 0, Screen(silent_shell(), game, SWORD_VIEW, 0, {}))
    player.conversation.begin_question()
    player.enter("/oldwall")
    assert player.draft.plan is not None
    assert not player.draft.plan.steps
    player.enter("place oldwall")
    assert player.draft.plan.steps == ["place oldwall"]
