"""Alone with bots: what is voted among people is simply done, and what needs people says so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.play.people import OtherPeople
from cli.play.seating import Seating, card_of
from cli.play.table_with_bots import OnlyBots
from cli.table_game import DEFAULT, new_game, rules_of
from core.empires.state import Options
from p2p.log.statements import Change
from p2p.session.session import Session
from p2p.shell.table import Table
from tests.cli.test_company import player
from tests.cli.typists import typists
from tests.p2p.tables import signer


@pytest.fixture
def table() -> Table:
    cards = tuple(card_of(name, signer(number), 0) for number, name in enumerate(("Ada", "Bot 1", "Bot 2")))
    session = Session(Seating(DEFAULT, Options(3, ("random",) * 3), cards).charter(), new_game, signer(0))

    async def answer(*asked: object) -> str:
        return ""

    return Table(session, answer, lambda event: None)


async def test_whatever_can_be_typed_among_people_has_an_answer_here_too(table: Table) -> None:
    alone, among_people = OnlyBots(table), OtherPeople(table)
    assert {*alone.commands, *alone.links} == {*among_people.commands, *among_people.links}


@pytest.mark.parametrize("line", ["table", "watch", "absent", "back", "agree", "refuse", "votes"])
async def test_what_needs_people_says_why_not(line: str, table: Table) -> None:
    said = OnlyBots(table).commands[line]("bot 1")
    assert said.endswith(".")
    assert said.count("\n") == 0


@pytest.mark.parametrize(
    ("line", "is_understood"),
    [
        ("say hello, will you trade?", False),
        ("say I leave Gallia alone if you stay out of Italia", False),
        ("say I leave Gallia alone if Greece stays out of Italia", True),
        ("say yes, Greece", True),
        ("say help against Rome: Greece, take Italia", True),
        ("say help against Rome", False),
        ("tell greece hello", False),
        ("tell greece I leave Gallia alone if you stay out of Italia", True),
        ("tell greece help against Rome: take Italia", True),
        ("tell greece help against Rome", False),
        ("tell greece yes", True),
    ],
)
async def test_what_no_bot_understands_is_answered_with_what_bots_do(
    line: str, is_understood: bool, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules_of(table.session.log.game).state.seats = (0, 1, 2)
    monkeypatch.setattr(table, "say", lambda text, to: None)
    word, _, rest = line.partition(" ")
    told = OnlyBots(table).commands[word](rest)
    assert told == "" if is_understood else told.startswith("Bots understand only deals and calls for help.")


async def test_of_bots_that_do_not_talk_one_hears_that(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table, "say", lambda text, to: None)
    told = OnlyBots(table, talks=False).commands["say"]("I leave Gallia alone if Greece stays out of Italia")
    assert told == "The bots at this table do not talk (`--no-talk`)."


def test_the_help_says_how_deals_are_made(table: Table) -> None:
    for people in (OnlyBots(table), OtherPeople(table)):
        words = " ".join(people.help.split())
        assert re.search(r"“tell \w+ I leave \w+ alone if you stay out of [\w ]+”; “say yes, \w+”", words)


@pytest.mark.parametrize("people", [OnlyBots, OtherPeople])
async def test_pause_proposes_nothing_and_says_how_all_stop_for_now(
    people: type[OnlyBots | OtherPeople], table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed: list[Change] = []
    monkeypatch.setattr(table, "agree", proposed.append)
    told = people(table).commands["pause"]("")
    assert told == "To stop for now, all players leave with “quit”; `mare resume` goes on later, at the same step."
    assert proposed == []


@pytest.mark.parametrize("people", [OnlyBots, OtherPeople])
@pytest.mark.parametrize(("word", "once"), [("end", "To end your turn, type “done”."), ("resign", "cannot be undone")])
async def test_what_cannot_be_undone_is_proposed_only_when_it_is_said_twice(
    people: type[OnlyBots | OtherPeople], word: str, once: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    proposed: list[Change] = []
    monkeypatch.setattr(table, "agree", proposed.append)
    commands = people(table).commands
    told = commands[word]("")
    assert once in told
    assert "once more" in told
    assert proposed == []
    other = "end" if word == "resign" else "resign"
    commands[other]("")
    assert commands[word]("") == told
    assert proposed == []
    commands[word]("")
    assert [change.kind for change in proposed] == [word]


async def test_no_one_is_told_anything_under_a_name_that_only_the_charter_has(table: Table) -> None:
    rules_of(table.session.log.game).state.seats = (2, 0, 1)
    told = OnlyBots(table).commands["tell"]("zed hi")
    assert told.endswith("You can name Carthage (Bot 1) and Rome (Bot 2).")


def test_alone_with_bots_one_takes_back_leaves_resumes_and_ends(tmp_path: Path) -> None:
    with player(tmp_path, "ada", "play", "--empire", "rome") as ada:
        while ada.until("Round 1, (Trade|Build). You are Rome") != "Round 1, Build. You are Rome":
            ada.type("answers", "1")
        ada.type("answers", "1")
        ada.until("You are Rome; you hold ")
        ada.type("takeback")
        ada.until("Your “.+” is taken back, and all that followed it.")
        ada.until("Voted: the game goes back to step")
        ada.until("You are Rome; you hold ")
        ada.type("pause")
        ada.until("To stop for now, all players leave with “quit”; `mare resume` goes on later, at the same step.")
        ada.type("quit")
        ada.until("The game is kept: `mare resume [0-9a-f]{8}` goes on with it.")
        assert ada.end() == (0, "")
    with player(tmp_path, "ada", "resume") as ada:
        ada.until("You are Rome; you hold ")
        ada.type("log")
        ada.until("Voted: the game goes back to step")
        ada.type("end")
        ada.until("Type it once more to do so")
        ada.type("end")
        ada.until("All have agreed to end the game; there is no winner.")
        ada.until("All 3 players have the same log.")
        assert ada.end() == (0, "")


def test_a_game_that_was_resumed_has_a_rematch_of_the_same_bots_with_the_seats_turned(
    tmp_path: Path,
) -> None:
    with typists(tmp_path, "ada") as (ada,):
        ada.run("play", "--players", "3", "--max-rounds", "1", "--empire", "rome", "--bots", "novice,steady")
        ada.until("You are Rome; ")
        ada.type("quit")
        assert ada.end() == 0
        ada.run("resume")
        ada.until("You are Rome; ")
        ada.type("resign")
        ada.until("Type it once more to do so")
        ada.type("resign")
        ada.until("Voted: .* has resigned, and the autopilot plays on")
        greece_or_carthage = ada.until(r"(Greece|Carthage) \(Bot 1\)").split()[0]
        ada.until("“rematch” plays again")
        ada.type("rematch")
        ada.until("Setting up a table for you and 2 bots .novice, steady.")
        ada.until(f"You are {greece_or_carthage}; ")
        ada.type("quit")
        ada.until("The game is kept: `mare resume ")
        assert ada.end() == 0
