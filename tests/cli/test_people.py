"""Whom the words of a player among people can mean, and who is said to speak."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.play import speakers
from cli.play.people import OtherPeople
from cli.play.speakers import speaker, speaking_seat
from crypto import fingerprint
from p2p.net.address import Address
from p2p.net.invitation import Invitation, parse_invitation
from p2p.net.tls import TableSecret
from p2p.session.events import Said
from p2p.session.session import Session
from tests.p2p.tables import charter, identity, session

EMPIRES = ("Rome", "Carthage", "Greece")
LENDER = (0, 0, 1)
"""By seat who plays: the first player lends a bot."""


@pytest.fixture
def dealt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every seat play the empire of its number."""
    state = SimpleNamespace(seats=(0, 1, 2), board=SimpleNamespace(empire_names=EMPIRES))
    monkeypatch.setattr(speakers, "rules_of", lambda game: SimpleNamespace(state=state))


def at(me: int) -> Session:
    """Return the table at which the first player lends a bot, as one player sees it."""
    return session(charter(2, LENDER), me)


def others(me: int) -> OtherPeople:
    """Return what that player can say to the others."""
    return OtherPeople(cast(Any, SimpleNamespace(session=at(me))))


@pytest.mark.usefixtures("dealt")
def test_at_a_table_with_lent_bots_a_person_is_called_by_their_own_name() -> None:
    assert others(0).tell("zed Psst").endswith("You can name Greece (Bo).")


@pytest.mark.usefixtures("dealt")
def test_each_lent_bot_is_listed_beside_its_lender() -> None:
    own, bot = (seat.name.decode() for seat in at(1).charter.seats[:2])
    assert others(1).tell("zed Psst").endswith(f"You can name Rome ({own}) and Carthage ({bot}).")


@pytest.mark.usefixtures("dealt")
@pytest.mark.parametrize(("text", "seat"), [("Hello", 0), ("Rome: Agreed.", 0), ("Carthage: Agreed.", 1)])
def test_a_lent_bot_speaks_by_its_own_name(text: str, seat: int) -> None:
    table, said = at(1), Said(0, None, text)
    assert speaking_seat(table, said) == seat
    assert speaker(table, said) == f"{table.charter.seats[seat].name.decode()} ({EMPIRES[seat]})"


@pytest.mark.usefixtures("dealt")
def test_what_the_player_s_own_bot_says_is_not_said_by_them() -> None:
    assert speaker(at(0), Said(0, None, "Carthage: Agreed.")).endswith("(Carthage)")
    assert speaker(at(0), Said(0, None, "Agreed.")) == "You"


def test_a_player_is_meant_by_the_first_word_of_their_key() -> None:
    word = fingerprint(identity(1).public).partition("-")[0]
    assert others(0).commands["unmute"](word) == "What Bo says is not hidden."


@pytest.mark.usefixtures("dealt")
def test_a_name_of_several_words_is_addressed_whole() -> None:
    of = charter(3)
    names = (b"Ada", b"Bot 2", b"Bot 3")
    seats = tuple(seat._replace(name=name) for seat, name in zip(of.seats, names, strict=True))
    said: list[tuple[str, int]] = []
    told = SimpleNamespace(session=session(replace(of, seats=seats), 0), say=lambda text, to: said.append((text, to)))
    tell = OtherPeople(cast(Any, told)).commands["tell"]
    for line in ("bot 2 stay out of Gallia", "Bot 3 2 coin?", "greece hello"):
        assert tell(line) == ""
    assert said == [("stay out of Gallia", 1), ("2 coin?", 2), ("hello", 2)]
    assert tell("bot hello").startswith("“tell” needs a player")


def test_a_player_with_a_new_key_comes_back_by_another_table_of_the_same_game() -> None:
    people = others(1)
    assert f"`mare continue {at(1).charter.id.hex()[:8]}`" in people.commands["invite"]("")
    assert "newkey" not in people.commands


def test_an_invitation_to_watch_is_good_for_nothing_else() -> None:
    people = others(1)
    assert "at the moment" in people.links["watch"]().told
    people.invitation = Invitation("table", TableSecret.generate(), None, (Address("192.0.2.1", 4242),))
    command, text = people.links["watch"]().line.removeprefix("mare ").split()
    watching = parse_invitation(text)
    assert (command, watching.kind, watching.secret) == ("watch", "watch", people.invitation.secret.watch())
