"""Positions in words."""

from __future__ import annotations

import re

import pytest

from cli.empires.view import EMPIRES_VIEW
from cli.empires.words import WORDS
from cli.i18n.texts import count, good, speaking
from cli.ui.text.cells import WIDTH, columns
from core.engine.event import Event, message_of
from core.engine.state import Result
from tests.core.positions import Position


def province(position: Position, name: str) -> str:
    """The line or lines of a province, as one."""
    lines = WORDS.board_lines(position.game().state)
    start = next(index for index, line in enumerate(lines) if line.startswith(f"  {name} "))
    end = next(index for index, line in enumerate(lines) if index > start and not line.startswith(" " * 10))
    return " ".join(" ".join(lines[start:end]).split())


def test_a_province_shows_what_stands_and_what_can_be_built() -> None:
    assert province(Position(), "Latium") == (
        "Latium caravan:metal caravan:wine market capital [temple]; Rome 1 legion and fortress"
    )


@pytest.mark.parametrize(
    ("position", "shown"),
    [
        (
            Position().units("libya", rome=2).occupy("libya", "rome", "caravan:oil"),
            "Libya caravan:oil (held by Rome) caravan:sheep [market]; Rome 2 legions",
        ),
        (
            Position().raze("libya", "caravan:oil").units("libya", rome=1).occupy("libya", "rome", "caravan:oil"),
            "legion of Rome on the empty icon caravan:oil",
        ),
        (
            Position().units("libya", rome=1).occupy("libya", "rome", "control"),
            "Rome 1 legion; control marker held by Rome",
        ),
    ],
    ids=["building", "empty icon", "control marker"],
)
def test_what_is_occupied_names_who_holds_it(position: Position, shown: str) -> None:
    assert province(position, "Libya").endswith(shown)


def test_triremes_are_shown_by_sea() -> None:
    lines = WORDS.board_lines(Position().fleet("mare_ionium", rome=2, egypt=1).game().state)
    assert "  Mare Ionium       Rome 2 triremes; Egypt 1 trireme" in lines


def test_a_tile_is_listed_with_the_levels_it_gives_0_6() -> None:
    """0.6: in the display by what one types, beside its owner by its name."""
    state = Position(3, "open").tiles("rome", "circe").game().state
    board = " ".join(" ".join(WORDS.board_lines(state)).split())
    assert "Penthesilea (+2 culture, +2 military), Gilgamesh, Perseus (" in board
    rome = " ".join(" ".join(WORDS.player_lines(state, 0, "Ada", own=True)).split())
    assert "heroes and wonders (2 of 5): Caesar, Circe (+1 trade, +1 military); the next" in rome


def test_the_levels_a_tile_gives_stand_behind_its_name_in_the_language_in_use() -> None:
    state = Position(3).game().state
    with speaking("hu"):
        assert "Circe (Kirké; +1 kereskedelem, +1 katonai erő)" in " ".join(" ".join(WORDS.board_lines(state)).split())


@pytest.mark.parametrize("players", [3, 4, 5])
def test_nothing_is_wider_than_a_terminal(players: int) -> None:
    state = Position(players, "short").give("rome", "*gold *gems *wine coin coin sheep metal gladiators").game().state
    lines = WORDS.board_lines(state) + [
        line for empire in range(players) for line in WORDS.player_lines(state, empire, "x" * 20, own=True)
    ]
    assert max(map(len, lines)) <= WIDTH


@pytest.mark.parametrize(
    ("position", "said"),
    [
        (Position().at_collect(), "Round 1"),
        (Position().at_build_turn("rome"), "Round 1, Build"),
        (Position().round(4).at_war_turn("rome"), "Round 4, Move and battle"),
    ],
)
def test_the_moment_is_round_and_phase(position: Position, said: str) -> None:
    assert WORDS.moment(position.state) == said


@pytest.mark.parametrize(
    ("number", "thing", "said"),
    [(1, "legion", "1 legion"), (0, "legion", "0 legions"), (2, "city", "2 cities"), (3, "fortress", "3 fortresses")],
)
def test_things_are_counted(number: int, thing: str, said: str) -> None:
    assert count(number, thing) == said


@pytest.mark.parametrize(
    ("victory", "winners", "said"),
    [
        ("leadership", ["Rome (Ada)"], "Rome (Ada) wins with all three titles."),
        ("heroes_and_wonders", ["Rome (A)", "Egypt (B)"], "Rome (A) and Egypt (B) win with five heroes and wonders."),
        ("round_limit", [], "The last round is over; there is no winner."),
    ],
)  # fmt: skip
def test_the_end_is_a_sentence(victory: str, winners: list[str], said: str) -> None:
    assert EMPIRES_VIEW.ending(Position(3).board, victory, winners) == said


@pytest.mark.parametrize(
    ("language", "held"),
    [("en", "3 metal, grain"), ("ru", "металл \u00d73, зерно"), ("ko", "금속 3개, 곡식"), ("hu", "3 fém, gabona")],
)
def test_resources_are_counted_as_a_language_counts_them(language: str, held: str) -> None:
    state = Position().game().state
    with speaking(language):
        assert held in " ".join(WORDS.player_lines(state, 0, "Ada", own=True))


@pytest.mark.parametrize(
    ("language", "number", "name", "said"),
    [
        ("en", 1, "gladiators", "1 gladiator"),
        ("en", 2, "gladiators", "2 gladiators"),
        ("en", -1, "spices", "-1 spice"),
        ("en", 1, "papyrus", "1 papyrus"),
        ("ru", 1, "gladiators", "1 gladiators"),
    ],
)
def test_one_of_a_kind_is_not_named_as_several(language: str, number: int, name: str, said: str) -> None:
    with speaking(language):
        assert f"{number} {good(number, name)}" == said


def test_the_help_on_words_says_what_a_star_means() -> None:
    assert (
        "A star marks a legendary resource: *grain counts as grain"
        in WORDS.typed_words(Position().game().state.board)[0]
    )


def test_a_table_of_players_begins_with_the_winners_and_counts_the_titles() -> None:
    state = Position(3).leaders(trade="greece", culture="greece", military="greece").game().state
    state.result = Result((1,), "leadership")
    heading, first, *rest = EMPIRES_VIEW.words.player_table(state, ["Ada", "Bo", "Cy"])
    assert heading.split()[-1] == "titles"
    assert first.startswith(">Greece (Bo)")
    assert first.endswith("3/3")
    assert [line[0] for line in rest] == [" ", " "]
    assert {columns(line) <= WIDTH for line in (heading, first, *rest)} == {True}


@pytest.mark.parametrize("language", ["en", "hu", "ko", "ru"])
def test_the_columns_of_a_table_of_players_end_below_their_headings(language: str) -> None:
    with speaking(language):
        heading, *rows = EMPIRES_VIEW.words.player_table(Position(3).game().state, ["Ada", "Bo", "Cy"])
        ends = [columns(heading[: found.end()]) for found in re.finditer(r"\S+", heading)]
        for row in rows:
            assert [columns(row[: found.end()]) for found in re.finditer(r"\S+(?<!\*)", row)][-7:] == ends
            assert columns(row) <= WIDTH


def test_who_gets_a_title_of_tied_players_is_told_though_it_stays_where_it_is() -> None:
    game = Position(3).leaders(trade="carthage", culture="greece").at_leadership().game()
    events: list[Event] = []
    game.listen(events.append)
    game.apply(game.parse("award trade to carthage"))
    told = [str(message_of(game.state.board, event)) for event in events]
    assert "A tie at 7 (Rome, Carthage): the title Trade Leader goes to Carthage." in told
