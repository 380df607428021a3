"""A whole turn of a player, as recordings of keys and screens in real terminals.

The bots follow from their programs, and Rome's three legions under Caesar beat the one Greek legion whatever the dice
say. So the same keys lead to the same questions every time.
"""

from __future__ import annotations

import re
from itertools import dropwhile, takewhile
from pathlib import Path

import pytest

pytest.importorskip("termios", reason="this system has no terminals")

from cli.ui.screen.rows import Size
from tests.cli.bots.programs import program
from tests.cli.screen.seats import SMALL
from tests.cli.screen.terminals import ENTER, Terminal

MIDDLE = Size(120, 40)
AT_BOTH_SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=["80x24", "120x40"])
BAR = "│"
MAP = "\x1bOQ"
"""The key F2."""

IDLE = """\
for message in questions():
    answers = message["answers"]
    say({"type": "answer", "id": message["id"], "action": "done" if "done" in answers else answers[0]})
"""
"""Builds and moves nothing."""

BUSY = """\
for message in questions():
    answers = message["answers"]
    say({"type": "answer", "id": message["id"], "action": next((one for one in answers if one != "done"), "done")})
"""
"""Builds and moves all that it can."""

SHIP = "mare_hadriaticum"
FORCES = ("build legion italia with metal oil wine", f"build trireme {SHIP} with metal grain sheep")
LAST_SHIP_SAILS = f"sail {SHIP} mare_ionium 1"
ATTACK = "march latium,italia > macedonia all"
CHANGED = "The question has changed since your last answer. Now “done” ends your moves on land"
BATTLE = "Battle in Macedonia: Rome against Greece"
TOLD = re.compile(
    r"Rome in Macedonia: [⚀-⚅]\d [⚀-⚅]\d [⚀-⚅]\d \+3 = \d+, hits \d\. "
    r"Greece in Macedonia: [⚀-⚅]\d \+2 = \d, hits [01]\. "
    r"Greece loses 1 legion in Macedonia\. "
    r"(Rome loses 1 legion in Macedonia\. )?"
    r"In Macedonia now: Rome [23] legions; controlled by Greece\. "
    r"Alone there, Rome may pillage or occupy after the battles of each of its turns \(4\.3\)\."
)
"""The dice with what is added to them, the losses of both, who holds what now, and what may follow."""


def table(folder: Path, size: Size, bots: str, *arguments: str) -> Terminal:
    """Return a terminal at which Rome sits down with bots of a program."""
    engine = f"engine:{program(folder, bots)}"
    return Terminal(folder, size, "play", "--empire", "rome", "--no-talk", "--bots", engine, *arguments)


def give(terminal: Terminal, line: str, *then: str) -> None:
    """Give a line as one that is pasted comes, once the screen stands still, and wait for what follows."""
    terminal.settle()
    terminal.press(line, ENTER)
    if then:
        terminal.await_text(*then)


def go_to_war(terminal: Terminal) -> None:
    """Build a legion and the only trireme, and be the first to move."""
    terminal.await_text("3.1 ·", "3.1:")
    legion, trireme = FORCES
    give(terminal, legion, "hold 6 resources", "holds 6 resources")
    give(terminal, trireme, "4.0 ·", "4.0:")
    give(terminal, "name rome", "4.1.1 ·", "4.1.1:")


def stay_at_sea(terminal: Terminal) -> None:
    """Leave the trireme where it is, once the question can have been read."""
    terminal.settle(1.5)
    give(terminal, "done", "4.1.2 ·", "4.1.2:")


def answers(shown: str) -> list[str]:
    """The rows of the pane under the question, in which the answers or what happened to the player stand."""
    rows = shown.splitlines()
    question = max(number for number, row in enumerate(rows) if row.startswith("─ "))
    beside = dropwhile(lambda row: BAR not in row, rows[question:])
    return [row.partition(BAR)[0].strip() for row in takewhile(lambda row: BAR in row, beside)]


def read(rows: list[str]) -> str:
    """The words of rows, as if no line were broken."""
    return " ".join(" ".join(rows).split())


# ---------------------------------------------------------------------- done, after the question has changed by itself


def test_done_after_the_last_trireme_has_sailed_is_asked_once_more_and_then_counts(tmp_path: Path) -> None:
    with table(tmp_path, MIDDLE, IDLE) as terminal:
        go_to_war(terminal)
        give(terminal, LAST_SHIP_SAILS, "4.1.2 ·")
        give(terminal, "done", "Now “done”", "4.0 ·")
        terminal.await_words(CHANGED)
        assert "4.1.2 ·" in terminal.shown
        terminal.press(ENTER)
        terminal.await_text("4.0 ·")


def test_line_by_line_too_that_done_is_asked_once_more_and_then_counts(tmp_path: Path) -> None:
    with table(tmp_path, MIDDLE, IDLE, "--plain") as terminal:
        go_to_war(terminal)
        give(terminal, LAST_SHIP_SAILS, "4.1.2:")
        give(terminal, "done", "Now “done”", "Rome moves no legions.")
        assert CHANGED in read(terminal.shown.splitlines())
        assert "Rome moves no legions." not in terminal.shown
        give(terminal, "done", "Rome moves no legions.")


# ---------------------------------------------------------------------- a battle of the player


@AT_BOTH_SIZES
def test_a_battle_is_shown_in_full_and_waits_for_enter(tmp_path: Path, size: Size) -> None:
    with table(tmp_path, size, IDLE) as terminal:
        go_to_war(terminal)
        stay_at_sea(terminal)
        give(terminal, ATTACK, BATTLE, "4.3 ·")
        terminal.settle(1.0)
        assert f"─ {BATTLE} ─" in terminal.shown
        assert TOLD.match(read(answers(terminal.shown)))
        assert "Enter goes on." in answers(terminal.shown)
        assert "4.3 ·" not in terminal.shown
        terminal.press(ENTER)
        terminal.await_text("4.3 · You are conqueror in Macedonia")
        assert BATTLE not in terminal.shown


def test_without_pauses_the_question_comes_at_once(tmp_path: Path) -> None:
    with table(tmp_path, MIDDLE, IDLE) as terminal:
        go_to_war(terminal)
        give(terminal, "pauses off", "What happened to you is in the log only")
        stay_at_sea(terminal)
        give(terminal, ATTACK, "4.3 · You are conqueror in Macedonia")
        assert b"Battle in Macedonia" not in terminal.raw


def test_line_by_line_a_battle_is_said_in_full_and_waits_for_nothing(tmp_path: Path) -> None:
    with table(tmp_path, SMALL, IDLE, "--plain") as terminal:
        go_to_war(terminal)
        stay_at_sea(terminal)
        give(terminal, ATTACK, "4.3:")
        told, _, asked = read(terminal.shown.splitlines()).partition(f"== {BATTLE} ")[2].partition(" -- Round 1")
        assert TOLD.fullmatch(told)
        assert "4.3: You are conqueror in Macedonia" in asked


# ---------------------------------------------------------------------- answers, map and digest


@AT_BOTH_SIZES
def test_answers_have_nine_rows_and_the_map_is_there_when_it_is_asked_for(tmp_path: Path, size: Size) -> None:
    has_room = size.height > 24
    with table(tmp_path, size, IDLE) as terminal:
        terminal.await_text("3.1 ·")
        terminal.settle()
        assert len(answers(terminal.shown)) >= 9
        assert ("G Thracia" in terminal.shown) == has_room
        terminal.press(MAP)
        terminal.await_text("G Thracia")
        terminal.press(MAP)
        terminal.settle()
        assert ("G Thracia" in terminal.shown) == has_room
        assert len(answers(terminal.shown)) >= 9


def test_a_digest_that_is_cut_says_something_and_ends_in_no_comma(tmp_path: Path) -> None:
    with table(tmp_path, SMALL, BUSY, "--players", "5") as terminal:
        terminal.await_text("3.1 ·")
        give(terminal, "done", "Enter it")
        terminal.press(ENTER)
        terminal.await_text("4.0 ·")
        give(terminal, "name rome", "4.1.2 ·")
        for width in (SMALL.width, *range(60, 80, 8)):
            terminal.resize(Size(width, SMALL.height))
            terminal.settle()
            shown = [row.rpartition(BAR)[2].strip() for row in terminal.shown.splitlines()]
            digest = shown[shown.index("Since your last turn") + 1 : shown.index("Log")]
            told = [row for row in digest if "“since”" not in row]
            assert told[0].startswith("Greece: control marker"), terminal.shown
            assert not told[-1].endswith(","), terminal.shown
