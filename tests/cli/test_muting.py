"""Hiding what a player says, on one screen."""

from __future__ import annotations

import pytest
import trio

from cli.empires.view import EMPIRES_VIEW
from cli.play.console_session import Reporter
from cli.play.people import OtherPeople, Players
from cli.play.seating import Seating, card_of
from cli.play.table_with_bots import OnlyBots
from cli.table_game import DEFAULT, new_game, rules_of
from cli.ui.text.dialogue import Dialogue
from core.empires.state import Options
from p2p.game import IllegalAction
from p2p.log.statements import ABSENT, Change
from p2p.session.events import Requested, Said
from p2p.session.session import Session
from p2p.shell.table import Table
from tests.cli.consoles import TypedConsole
from tests.p2p.tables import signer

SENTENCE = "Hear me!"


async def never(seat: int, refused: IllegalAction | None) -> str:
    return await trio.sleep_forever()


def table(player: int | None) -> Table:
    """The table of Ada, Bo and Cy from one player's side, or a guest's."""
    cards = tuple(card_of(name, signer(number), 0) for number, name in enumerate(("Ada", "Bo", "Cy")))
    hand = None if player is None else signer(player)
    session = Session(Seating(DEFAULT, Options(3, ("random",) * 3), cards).charter(), new_game, hand)
    return Table(session, never, lambda event: None)


def seat(people: OtherPeople | Players | OnlyBots, session: Session) -> tuple[Reporter, TypedConsole, Dialogue]:
    """A console among these people, where lines can be typed at any time."""
    console = TypedConsole()
    console.live = True
    own = None if session.me is None else 0
    dialogue = Dialogue(console, rules_of(session.log.game), EMPIRES_VIEW, own, {}, people)
    return Reporter(session, dialogue.conversation, people.muted, only_bots=people.only_bots), console, dialogue


KINDS: list[tuple[type[OtherPeople | Players | OnlyBots], int | None]] = [
    (OtherPeople, 0),
    (OnlyBots, 0),
    (Players, None),
]


@pytest.mark.parametrize(("kind", "player"), KINDS, ids=["player", "alone", "guest"])
async def test_what_a_muted_player_says_is_hidden_until_they_are_unmuted(
    kind: type[OtherPeople | Players | OnlyBots], player: int | None
) -> None:
    at = table(player)
    report, console, dialogue = seat(kind(at), at.session)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dialogue.converse)
        console.type("mute bo")
        await console.until("What Bo says is hidden from now on; “unmute” shows it again.")
        report.show(Said(1, None, SENTENCE))
        report.show(Said(2, None, "I am heard."))
        assert SENTENCE not in console.text
        await console.until("Cy: “I am heard.”")
        console.type("unmute bo")
        await console.until("What Bo says is shown again.")
        report.show(Said(1, None, SENTENCE))
        await console.until(f"Bo: “{SENTENCE}”")
        nursery.cancel_scope.cancel()


async def test_the_votes_of_a_muted_player_are_told() -> None:
    at = table(0)
    people = OtherPeople(at)
    report, console, _ = seat(people, at.session)
    people.commands["mute"]("bo")
    report.show(Requested(1, (Change(ABSENT, 2),)))
    assert "Bo proposes that the autopilot plays for Cy" in console.text


@pytest.mark.parametrize("word", ["mute", "unmute"])
@pytest.mark.parametrize("name", ["", "ada", "nobody"])
async def test_who_is_no_one_else_at_the_table_cannot_be_muted(word: str, name: str) -> None:
    people = OtherPeople(table(0))
    told = people.commands[word](name)
    assert told == (f"“{word}” needs a player. You can name Bo and Cy.")
    assert not people.muted


@pytest.mark.parametrize(("kind", "player"), KINDS, ids=["player", "alone", "guest"])
async def test_the_help_names_it(kind: type[OtherPeople | Players | OnlyBots], player: int | None) -> None:
    assert "mute NAME" in kind(table(player)).help


async def test_a_guest_may_type_nothing_else_about_the_players() -> None:
    people = Players(table(None))
    assert people.commands.keys() == {"mute", "unmute"}
    assert people.proposed() == []
