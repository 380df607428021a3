"""Asking for a seat at the door: what a stranger is told before the claim is known, and what after it."""

from __future__ import annotations

import unicodedata
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Literal

import pytest
import trio

from crypto import canonical
from p2p.log import messages
from p2p.log.charter import MAX_NAME, Charter
from p2p.log.keys import SignedClaim, sign_claim
from p2p.log.messages import Fetch, Have
from p2p.log.talk import SignedTalk
from p2p.net import door, visitors
from p2p.net.address import Address
from p2p.net.connection import Connection
from p2p.net.door import dial
from p2p.net.greeting import Unwelcome
from p2p.net.tls import Credentials
from p2p.session.events import Claimed, Started
from p2p.shell import claimants, claiming, mesh
from p2p.shell.claimants import Askers
from p2p.shell.claiming import NoSuchPlayer, Seat, find_seat, hand_in
from p2p.wire.text import composed
from tests.p2p.lost_keys import LOST as GIVEN
from tests.p2p.lost_keys import given
from tests.p2p.newcomers import claim_of, hand, key_of
from tests.p2p.shell.test_table import SECRET, Peer, Thinker, addresses, bound
from tests.p2p.tables import NAMES, charter, identity

NEW = 12
LOST = 1


async def until(condition: Callable[[], object]) -> None:
    """Wait for what happens in another task."""
    with trio.fail_after(60):
        while True:
            if condition():
                return
            await trio.sleep(0.01)


class Played:
    """A game of two that is being played, in which Ada has said something."""

    def __init__(self, where: list[Address], ada: Peer, bo: Peer) -> None:
        self.ada, self.bo = ada, bo
        self.charter: Charter = ada.session.charter
        self.where = where[0]

    @asynccontextmanager
    async def asked(self, number: int = NEW, subject: bytes = b"") -> AsyncIterator[Connection]:
        """A connection of a newcomer of this number to Ada's door."""
        credentials = Credentials(SECRET, hand(number).identity)
        connection = await dial(self.where, credentials, "rejoin", subject, None)
        try:
            yield connection
        finally:
            await connection.aclose()

    def claim(self, number: int = NEW) -> SignedClaim:
        """What this newcomer asks for."""
        return sign_claim(hand(number).identity, claim_of(self.charter, LOST, number))


@asynccontextmanager
async def played() -> AsyncIterator[Played]:
    """Such a game, in which no one plays the first move."""
    of = charter(2)
    listeners = await bound(2)
    where = addresses(listeners)
    ada, bo = Thinker(of, 0), Thinker(of, 1)
    with trio.fail_after(60):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ada.play, listeners[0], {1: [where[1]]})
            nursery.start_soon(bo.play, listeners[1], {0: [where[0]]})
            await until(lambda: ada.of(Started) and bo.of(Started))
            ada.table.say("no one else hears this")
            yield Played(where, ada, bo)
            nursery.cancel_scope.cancel()


async def heard(connection: Connection, seconds: float = 0.5) -> list[bytes]:
    """All that comes within some time."""
    found = []
    with trio.move_on_after(seconds), suppress(trio.BrokenResourceError):
        while (message := await connection.receive()) is not None:
            found.append(message)
    return found


@pytest.mark.parametrize("names_the_game", [False, True])
async def test_who_has_made_no_claim_is_sent_nothing(names_the_game: bool) -> None:
    async with played() as game, game.asked(subject=game.charter.id if names_the_game else b"") as connection:
        assert await heard(connection) == []


async def test_who_names_a_player_learns_what_a_claim_has_to_name_and_nothing_else() -> None:
    async with played() as game:
        for called in (NAMES[LOST], NAMES[LOST].upper(), str(LOST + 1)):
            async with game.asked() as connection:
                assert await find_seat(connection, called) == Seat(game.charter.id, LOST, *game.charter.setup)
                assert await heard(connection) == []
        assert game.ada.of(Claimed) == []


def test_nothing_in_that_tells_who_plays_or_with_which_keys() -> None:
    of = charter(3)
    told = claiming.answer(of, canonical.encode(("who", NAMES[LOST].encode())))
    for player in of.players:
        assert not any(secret in told for secret in (player.key.raw, player.chat, player.tip))
    assert not any(name.encode() in told for name in NAMES)


@pytest.mark.parametrize("called", ["", "B", "Boo", "0", "3", "zz"])
async def test_a_name_that_is_no_single_player_s_is_answered_with_the_names_of_all(called: str) -> None:
    async with played() as game, game.asked() as connection:
        with pytest.raises(NoSuchPlayer) as told:
            await find_seat(connection, called)
        assert told.value.names == NAMES[:2]


def named(*names: str) -> Charter:
    """A charter of players with these names."""
    of = charter(len(names))
    seats = zip(of.seats, names, strict=True)
    return replace(of, seats=tuple(seat._replace(name=name.encode()) for seat, name in seats))


def found(of: Charter, called: str) -> int | None:
    """The player who is found by a name."""
    told = claiming._SEAT.decode(claiming.answer(of, canonical.encode(("who", called.encode()))))
    return told.player if isinstance(told, Seat) else None


@pytest.mark.parametrize("form", ["NFC", "NFD", "NFKC", "NFKD"])
@pytest.mark.parametrize("name", ["Zoë Árpád", "Łukasz", "ﬁona", "ÅNGSTRÖM", "강아지", "Straße"])
def test_a_player_is_found_by_their_name_in_any_form_and_case(name: str, form: Literal["NFC", "NFD"]) -> None:
    for cased in (name, name.upper(), name.lower(), name.casefold()):
        assert found(named("Ada", name), unicodedata.normalize(form, cased)) == 1


def test_of_names_that_differ_in_case_only_the_exact_one_counts() -> None:
    assert found(named("ada", "Ada"), "Ada") == 1
    assert found(named("ada", "Ada"), "ADA") is None


def test_the_longest_name_is_found_though_its_other_form_is_longer() -> None:
    name = "é" * (MAX_NAME // 2)
    assert found(named("Ada", name), composed(unicodedata.normalize("NFD", name))) == 1


async def test_a_player_who_asks_for_a_seat_hears_of_the_game_once_everybody_knows_of_the_claim() -> None:
    async with played() as game, game.asked(subject=game.charter.id) as connection:
        assert await hand_in(connection, game.claim()) == game.charter
        assert game.ada.of(Claimed) == [Claimed(LOST, key_of(hand(NEW)))]
        await until(lambda: game.bo.of(Claimed))
        assert any(type(messages.decode(message)) is SignedTalk for message in await heard_of_all(connection))


async def heard_of_all(connection: Connection) -> list[bytes]:
    """What comes to a player who claims to have nothing."""
    await connection.send(messages.encode(Have(0, 0, (0, 0))))
    return await heard(connection)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (lambda game: b"garbage", "sent what is no canonical encoding"),
        (lambda game: messages.encode(Have(0, 0, (0, 0))), "asked for no seat of this game"),
        (lambda game: messages.encode(game.claim(13)), "asked for a seat with another key than its own"),
        (lambda game: messages.encode(game.claim()._replace(signature=bytes(64))), "not signed with its own key"),
    ],
)
async def test_what_is_no_claim_with_the_key_of_its_sender_ends_the_connection(
    wrong: Callable[[Played], bytes], reason: str
) -> None:
    async with played() as game, game.asked(subject=game.charter.id) as connection:
        await connection.send(wrong(game))
        assert await heard(connection) == []
        await until(lambda: any(reason in line for line in game.ada.log))
        assert game.ada.of(Claimed) == []


async def test_who_says_nothing_at_the_door_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with played() as game:
        monkeypatch.setattr(visitors, "PATIENCE", 0.3)
        async with game.asked(subject=game.charter.id) as connection:
            await until(lambda: any("did not say who it is within" in line for line in game.ada.log))
            assert await heard(connection) == []


def test_whose_claim_was_granted_while_the_asker_was_cut_off_is_let_in_to_hear_of_it() -> None:
    table, number = given()
    of, new = table.sessions[0], table.hands[number]
    signed = messages.encode(new.claim(of.charter.id, GIVEN))
    assert of.claimed(new.identity.public, signed) == []
    assert of.claims == {}


# Room for everybody


async def test_the_longest_silent_make_way_for_who_comes_now(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "STRANGERS", mesh.ASKERS)
    async with played() as game, AsyncExitStack() as stack:
        silent = [await stack.enter_async_context(game.asked(20 + number)) for number in range(2 * mesh.ASKERS)]
        async with game.asked() as connection:
            assert await find_seat(connection, NAMES[LOST]) == Seat(game.charter.id, LOST, *game.charter.setup)
        async with game.asked(subject=game.charter.id) as connection:
            assert await hand_in(connection, game.claim()) == game.charter
        assert await heard(silent[0]) == []


async def test_who_has_asked_stays_however_many_say_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "STRANGERS", mesh.ASKERS)
    async with played() as game, AsyncExitStack() as stack, game.asked(subject=game.charter.id) as first:
        await hand_in(first, game.claim())
        for number in range(2 * mesh.ASKERS):
            await stack.enter_async_context(game.asked(20 + number))
        assert messages.encode(game.claim()) not in await heard_of_all(first)
        await first.send(messages.encode(Fetch(1)))
        assert await heard(first) != []


async def test_of_two_connections_of_one_key_the_newer_counts() -> None:
    async with played() as game, game.asked(subject=game.charter.id) as first:
        await hand_in(first, game.claim())
        async with game.asked(subject=game.charter.id) as second:
            await hand_in(second, game.claim())
            await until_over(first)
            assert await heard_of_all(second) != []


async def until_over(connection: Connection) -> None:
    """Read until the other end has hung up."""
    with trio.fail_after(60), suppress(trio.BrokenResourceError):
        while await connection.receive() is not None:
            pass


async def test_one_key_makes_one_claim() -> None:
    async with played() as game:
        async with game.asked(subject=game.charter.id) as connection:
            await hand_in(connection, game.claim())
        other = game.claim().content._replace(player=0)
        async with game.asked(subject=game.charter.id) as connection:
            await connection.send(messages.encode(sign_claim(hand(NEW).identity, other)))
            await until_over(connection)
        await until(lambda: any("a second claim with one key" in line for line in game.ada.log))
        assert game.ada.of(Claimed) == [Claimed(LOST, key_of(hand(NEW)))]


async def test_from_one_place_few_claims_are_taken_and_the_known_one_always() -> None:
    async with played() as game:
        for number in range(20, 20 + claimants.CLAIMS_AT_ONCE):
            async with game.asked(number, game.charter.id) as connection:
                await hand_in(connection, game.claim(number))
        async with game.asked(subject=game.charter.id) as connection:
            with pytest.raises(Unwelcome, match="Too many ask for a seat from where you are"):
                await hand_in(connection, game.claim())
        async with game.asked(number, game.charter.id) as connection:
            assert await hand_in(connection, game.claim(number)) == game.charter
        assert len(game.ada.of(Claimed)) == claimants.CLAIMS_AT_ONCE


def test_who_makes_way_is_the_oldest_of_the_place_from_which_most_come() -> None:
    gone: list[int] = []
    of = Askers(3)
    for number, place in enumerate([b"a", b"b", b"b"]):
        of.enter(identity(number).public, place, partial(gone.append, number))
    of.enter(identity(3).public, b"c", partial(gone.append, 3))
    of.enter(identity(4).public, b"c", partial(gone.append, 4))
    assert gone == [1, 0]
