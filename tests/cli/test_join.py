"""Finding a table: nearby, by its words, by looking around, and again after a game."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
import trio
import trio.testing

from cli.command import Failure
from cli.commands.join import AGAIN, Visit
from cli.play.network import find, look_around
from crypto import Identity, to_words
from p2p.net.address import Address
from p2p.net.discovery import Announcement, DiscoveryError
from p2p.net.door import GREETING, DialError
from p2p.net.invitation import Invitation, parse_invitation
from p2p.net.tls import TableSecret
from tests.cli.consoles import TypedConsole

SECRETS = [TableSecret(bytes([number]) * 16) for number in range(3)]
WORDS = [to_words(secret.reveal()) for secret in SECRETS]
WHERE = (Address("192.168.0.7", 4242),)


def announced(number: int, name: str, protocol: int = GREETING) -> Announcement:
    return Announcement(SECRETS[number].table(), protocol, name, 3 + number, WHERE)


@pytest.fixture
def nearby(monkeypatch: pytest.MonkeyPatch) -> list[Announcement]:
    """The tables that are announced on the network."""
    tables = [announced(0, "Ada"), announced(1, "", GREETING + 1)]

    async def heard(seconds: float) -> list[Announcement]:
        return tables

    monkeypatch.setattr("cli.play.network.tables_nearby", heard)
    return tables


async def test_twelve_words_find_their_table(nearby: list[Announcement]) -> None:
    console = TypedConsole()
    assert await find(console, parse_invitation(WORDS[0])) == WHERE
    assert "The table of Ada has these words." in console.text


async def test_words_whose_table_no_one_announces_are_told_so(nearby: list[Announcement]) -> None:
    with pytest.raises(Failure, match="no table with these words is announced on this network"):
        await find(TypedConsole(), parse_invitation(WORDS[2]))


async def test_who_looks_around_chooses_a_table_and_gives_its_words(nearby: list[Announcement]) -> None:
    console = TypedConsole()
    console.type("2", WORDS[1])
    assert await look_around(console) == (Invitation("table", SECRETS[1], None, ()), WHERE)
    assert "1. the table of Ada at 192.168.0.7:4242, 3 seats" in console.text
    assert (
        "2. the table of an unnamed player at 192.168.0.7:4242, 4 seats,"
        f" which speaks another protocol ({GREETING + 1})" in console.text
    )


@pytest.mark.parametrize(("number", "where"), [(0, WHERE), (2, ())])
async def test_the_words_of_a_table_choose_it(
    nearby: list[Announcement], number: int, where: tuple[Address, ...]
) -> None:
    console = TypedConsole()
    console.type(WORDS[number])
    assert await look_around(console) == (Invitation("table", SECRETS[number], None, ()), where)


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (["3"], "there is no table '3' in the list"),
        (["Ada"], "there is no table 'Ada' in the list"),
        (["1", WORDS[1]], "this is the invitation to another table, not to that of Ada"),
        (["1", "hello"], "This is no invitation"),
        ([], "there is no terminal to ask at; give the invitation in a file with --invitation"),
    ],
)
async def test_a_choice_that_cannot_be_is_one_sentence(
    nearby: list[Announcement], typed: list[str], sentence: str
) -> None:
    console = TypedConsole()
    console.type(*typed)
    console.end()
    with pytest.raises(Failure, match=sentence):
        await look_around(console)


async def test_a_player_who_mistypes_is_asked_again(nearby: list[Announcement]) -> None:
    console = TypedConsole()
    console.type("7", "2", "hello", WORDS[1])
    assert (await look_around(console))[0].secret == SECRETS[1]
    assert "There is no table '7' in the list." in console.text


async def test_where_no_table_is_announced_the_invitation_is_asked_for(nearby: list[Announcement]) -> None:
    nearby.clear()
    console = TypedConsole()
    console.type(WORDS[2])
    assert await look_around(console) == (Invitation("table", SECRETS[2], None, ()), ())
    assert "No table is announced on this network." in console.text


async def test_where_there_is_no_network_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    async def nothing(seconds: float) -> list[Announcement]:
        raise DiscoveryError("There is no network here.")

    monkeypatch.setattr("cli.play.network.tables_nearby", nothing)
    with pytest.raises(Failure, match=r"There is no network here\. Give the whole invitation, or --at\."):
        await look_around(TypedConsole())


async def test_after_a_game_a_guest_waits_for_the_lobby_and_is_told_what_else_there_is(
    monkeypatch: pytest.MonkeyPatch, autojump_clock: trio.testing.MockClock
) -> None:
    async def dial(*where: object) -> None:
        raise DialError("You cannot join this table now.", closed=True)

    monkeypatch.setattr("cli.commands.join.dial_any", dial)
    console, place = TypedConsole(), SimpleNamespace(way=SimpleNamespace(open=None, relays=()))
    invitation = Invitation("table", SECRETS[0], None, WHERE)
    guest = Visit(console, Identity.from_seed(bytes(32)), invitation, cast(Any, place), host=0)
    with pytest.raises(Failure, match="the host plays on without you, or still looks at the end of the game"):
        await guest.approach()
    assert trio.current_time() == AGAIN
    assert console.text.count("Waiting for the host to open the lobby") == 1
