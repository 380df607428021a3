"""Positions in words: the map, locations, players, and who is near this turn's number."""

from __future__ import annotations

import re
from fractions import Fraction

from cli.i18n.texts import speaking
from cli.sword.view import SWORD_VIEW
from cli.sword.words import WORDS
from cli.ui.screen.panes import asked
from cli.ui.screen.screen import Screen
from core.engine.event import Event
from core.engine.flow import Decision
from core.engine.state import NO_EMPIRE
from core.sword.powers import PLAYER_POWERS
from tests.cli.screen.seats import Seat, silent_shell
from tests.cli.sword.tables import carry_on, game_of

ROMANS = PLAYER_POWERS.index("romans")


def test_the_map_says_turn_number_allies_and_every_location() -> None:
    state = game_of().state
    lines = WORDS.board_lines(state)
    game_map = state.board.map
    first, last = game_map.victory_number[0], game_map.turns
    assert lines[0] == f"Turn 1, Etruscan mines. The last turn is {last}. This turn's number of points is {first}."
    assert "Allies: Gauls and Greeks." in lines
    assert "Tracks: plunder 0." in lines
    assert "Elmgate: Gauls; reinforcement 2, victory 1; 4 CU of the Gauls; Bran" in lines
    assert len(lines) == 3 + len(state.sites)


def test_the_rounds_of_other_editions_are_turns_at_the_end_too() -> None:
    board = game_of().state.board
    assert SWORD_VIEW.ending(board, "round_limit", []) == "The agreed number of turns is over; no one has won."
    assert SWORD_VIEW.ending(board, "last_turn", ["Gauls"]) == "Gauls wins with the most points after the last turn."


def test_a_location_has_its_links_by_kind() -> None:
    state = game_of().state
    assert WORDS.place_lines(state, "southcape") == [
        "Southcape: Greeks; victory 1",
        "  links: Olivebay, Greenhithe",
        "  straits: Shellport",
    ]
    assert "  rough: Thornwood, Lakeside, Windhill" not in WORDS.place_lines(state, "southcape")
    assert WORDS.place_lines(state, "rome") == []


def test_a_location_is_found_by_its_name_or_the_beginning_of_its_word() -> None:
    state = game_of().state
    assert WORDS.place_named(state, "Beyond the Pass") == "beyond_the_pass"
    assert WORDS.place_named(state, "fen") == "fenmarsh"
    assert WORDS.place_named(state, "el") == "elmgate"
    assert WORDS.place_named(state, "s") == ""
    assert WORDS.place_named(state, "atlantis") == ""


def test_a_location_says_that_it_is_isolated_as_it_stands_5_7_1() -> None:
    game = carry_on(game_of(), 4)
    isolated = "  isolated as it stands now (5.7.1)"
    assert isolated not in WORDS.place_lines(game.state, "southcape")
    game.apply(game.parse("move greeks 2 from olivebay to shellport"))
    game.apply(game.parse("control olivebay for romans"))
    game.apply(game.parse("control greenhithe for romans"))
    assert isolated in WORDS.place_lines(game.state, "southcape")


def test_a_victory_location_for_five_players_is_ordinary_with_four_2_2b() -> None:
    assert "victory" not in WORDS.place_lines(game_of(4).state, "greenhithe")[0]
    assert "victory 1" in WORDS.place_lines(game_of(5).state, "greenhithe")[0]


def test_a_player_with_two_powers_has_lines_for_each() -> None:
    lines = WORDS.player_lines(game_of().state, 1, "Bot 2", own=False)
    assert lines[0] == "Etruscans and Samnites (Bot 2)"
    assert re.fullmatch("  Etruscans: [0-9]+ points?, 0 cards in hand, [0-9]+ in the deck", lines[1])
    assert any(line.startswith("  Samnites: ") for line in lines)


def test_cards_that_lie_face_up_are_named_by_number() -> None:
    game = carry_on(game_of(), 4)
    game.apply(game.parse("play gauls 7"))
    assert "    face up: 7" in WORDS.player_lines(game.state, 0, "you", own=True)
    assert WORDS.hand(game.state, 0) == "4 cards of the Gauls"


def test_who_lacks_one_point_and_who_has_the_number_is_said_4_2() -> None:
    game = carry_on(game_of(), 4)
    assert WORDS.near(game.state, NO_EMPIRE) == []
    missing = game.state.board.map.victory_number[0] - game.state.powers[ROMANS].points
    game.apply(game.parse(f"gain romans {missing - 1}"))
    assert WORDS.near(game.state, NO_EMPIRE) == ["The Romans lack one point to this turn's number (4.2)."]
    game.apply(game.parse("gain romans 1"))
    assert WORDS.near(game.state, NO_EMPIRE) == ["The Romans have this turn's number of points (4.2)."]


def test_closeness_is_of_the_best_power_and_of_the_sum_with_two_players() -> None:
    four, two = game_of(4).state, game_of(2).state
    number, points = four.board.map.victory_number[0], [power.points for power in four.powers]
    gauls, etruscans, samnites, greeks, _, romans = points
    best = (gauls, max(etruscans, samnites), greeks, romans)
    assert WORDS.closeness(four) == [Fraction(most, number) for most in best]
    sums = (gauls + greeks, samnites + romans)
    assert WORDS.closeness(two) == [Fraction(total, 2 * number) for total in sums]


def test_what_others_do_to_ones_pieces_is_reported_by_place() -> None:
    game = carry_on(game_of(), 4)
    before, told = game.state.copy(), list[Event]()
    game.listen(told.append)
    game.apply(game.parse("remove romans 1 from riverton"))
    game.apply(game.parse("move gauls 1 from elmgate to lakeside"))
    of_romans = WORDS.reports(before, game.state, told, 3).told
    assert [(report.title, report.place) for report in of_romans] == [("Riverton", "riverton")]
    assert WORDS.reports(before, game.state, told, 0).told == []
    assert WORDS.digest(game.state, told, 3) == [
        (0, "1 CU of the Romans leave the map in Riverton."),
        (0, "1 CU of the Gauls move from Elmgate to Lakeside."),
    ]


def test_facts_for_programs_name_powers_locations_and_links() -> None:
    state = game_of().state
    board, facts = WORDS.board_facts(state.board), WORDS.state_facts(state)
    assert board["powers"]["etruscans_samnites"] == ["etruscans", "samnites"]
    assert board["provinces"]["stonefold"]["links"]["lakeside"] == "rough"
    assert facts["provinces"]["elmgate"]["units"] == {"gauls": 4}
    assert facts["leaders"]["marcus"] == "kingsbridge"
    assert facts["alliances"] == [["gauls", "greeks"]]


def test_a_question_keeps_the_word_with_which_its_translation_ends() -> None:
    """Only what English has as an example goes: here it ends “…, or say “done”.”."""
    game = carry_on(game_of(), 4)
    assert isinstance(game.node, Decision)
    with speaking("hu"):
        seat = Seat(game, screen=Screen(silent_shell(), game, SWORD_VIEW, game.node.seat, {}))
        seat.conversation.begin_question()
        assert asked(seat.scene).endswith("vagy írd be: „done”.")
