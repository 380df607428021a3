"""The door: who gets in, who does not, and what it costs the table."""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

import pytest
import trio
from cryptography.hazmat.primitives.serialization import Encoding

from crypto import canonical
from crypto.identity import PublicKey
from crypto.keyfile import to_pem
from p2p.errors import Text
from p2p.net import door, tls, visitors
from p2p.net.address import Address, AddressError, listen
from p2p.net.connection import Connection
from p2p.net.door import GREETING, DialError, Door, Unwelcome, dial, hello, read_answer
from p2p.net.tls import TABLE_NAME, Credentials, TableSecret, TlsStream, WatchCredentials, peer_key
from p2p.wire import frames
from p2p.wire.frames import BURST, MAX_GREETING, MAX_MESSAGE, PIECES_PER_SECOND, FrameError, frame
from tests.p2p import wiretap
from tests.p2p.ends import GUEST, HOST, SECRET, until
from tests.p2p.tables import identity, raised
from tests.p2p.wiretap import Wiretap, records, versions

OTHER_SECRET = TableSecret(bytes(16))
STRANGER = Credentials(OTHER_SECRET, identity(9))
WATCHER = WatchCredentials(SECRET.watch(), identity(2))
LOCALHOST = Address("127.0.0.1", 0)

SOON = 120.0
"""Seconds after which what has not happened never will."""


class Table:
    """A door with rooms that send back what they hear."""

    def __init__(self, listener: trio.SocketListener) -> None:
        self.address = Address(*listener.socket.getsockname()[:2])
        self.log: list[str] = []
        self.heard: list[tuple[PublicKey, bytes]] = []
        self.failures: list[Exception] = []
        self.door = Door([listener], HOST, lambda line: self.log.append(str(line)), raised)
        self._logged = trio.Event()

    def admit(self, connection: Connection, subject: bytes) -> Text | None:
        """Let everybody in but for the subject b"no"."""
        return Text("This game has ended.") if subject == b"no" else None

    async def echo(self, connection: Connection, subject: bytes) -> None:
        """Send back every message, then a last one; keep how it ended."""
        try:
            while (message := await connection.receive()) is not None:
                connection.settle()
                self.heard.append((connection.peer, message))
                await connection.send(message)
            await connection.send(b"the end")
            await connection.finish()
        except (FrameError, trio.BrokenResourceError) as error:
            self.failures.append(error)
            raise

    async def said(self, words: str) -> str:
        """The first line of the log that contains these words."""
        await until(lambda: any(words in line for line in self.log))
        return next(line for line in self.log if words in line)


@asynccontextmanager
async def table(*purposes: str) -> AsyncIterator[Table]:
    """A table at which there are these rooms."""
    [listener] = await listen([LOCALHOST])
    of = Table(listener)
    for purpose in purposes or ("lobby", "game", "watch"):
        of.door.open(purpose, of.admit, of.echo)
    with trio.fail_after(2 * SOON):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(of.door.serve)
            yield of
            nursery.cancel_scope.cancel()


@asynccontextmanager
async def dialled(
    of: Table, who: Credentials | WatchCredentials = GUEST, purpose: str = "lobby"
) -> AsyncIterator[Connection]:
    """A connection that the table has let in."""
    connection = await dial(of.address, who, purpose, b"", identity(0).public)
    try:
        yield connection
    finally:
        await connection.aclose()


@asynccontextmanager
async def greeting(of: Table, first: bytes, who: Credentials = GUEST) -> AsyncIterator[TlsStream]:
    """An invited player's stream on which they have sent something else than a greeting."""
    stream = who.client(await trio.open_tcp_stream(*of.address))
    try:
        await stream.do_handshake()
        await stream.send_all(first)
        yield stream
    finally:
        stream.close()


@asynccontextmanager
async def knocking(of: Table, first: bytes = b"") -> AsyncIterator[trio.SocketStream]:
    """A stranger's stream, without TLS."""
    async with await trio.open_tcp_stream(*of.address) as stream:
        if first:
            await stream.send_all(first)
        yield stream


async def ended(stream: trio.SocketStream | TlsStream) -> bool:
    """Read until the other end has hung up; whether it has, in time."""
    with trio.move_on_after(SOON) as waiting, suppress(trio.BrokenResourceError):
        while await stream.receive_some():
            pass
    return not waiting.cancelled_caught


async def gone(connection: Connection) -> bool:
    """Whether the other end is gone, with or without a goodbye."""
    with trio.fail_after(SOON), suppress(trio.BrokenResourceError):
        return await connection.receive() is None
    return True


async def echoes(connection: Connection, message: bytes = b"still there") -> bool:
    """Whether a connection still carries messages, there and back."""
    await connection.send(message)
    with trio.fail_after(SOON):
        return await connection.receive() == message


async def test_the_invited_get_in_and_are_known_by_their_keys() -> None:
    async with table() as of, dialled(of) as connection:
        assert connection.peer == identity(0).public
        assert await echoes(connection, b"good evening")
        assert of.heard == [(identity(1).public, b"good evening")]
        assert of.log == []


@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
async def test_a_table_is_dialled_over_ipv4_and_ipv6(host: str) -> None:
    try:
        [listener] = await listen([Address(host, 0)])
    except AddressError as error:
        pytest.skip(f"this machine has no {host}: {error}")
    of = Table(listener)
    of.door.open("lobby", of.admit, of.echo)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(of.door.serve)
        async with dialled(of) as connection:
            assert await echoes(connection)
        nursery.cancel_scope.cancel()


async def test_what_was_sent_arrives_before_the_end_and_the_other_way_stays_open() -> None:
    async def talk(connection: Connection) -> None:
        for _ in range(50):
            await connection.send(bytes(10_000))
        await connection.finish()

    async with table() as of, dialled(of) as connection, trio.open_nursery() as nursery:
        nursery.start_soon(talk, connection)
        received = [await connection.receive() for _ in range(52)]
    assert received == [bytes(10_000)] * 50 + [b"the end", None]


async def test_of_a_peer_that_vanishes_all_that_it_sent_is_heard() -> None:
    async with table() as of:
        connection = await dial(of.address, GUEST, "lobby", b"", None)
        await connection.send(b"my last words")
        connection._stream.close()
        await until(lambda: of.heard != [])
        assert of.heard == [(identity(1).public, b"my last words")]


async def refused(of: Table, who: Credentials | WatchCredentials, purpose: str = "lobby", subject: bytes = b"") -> str:
    """The sentence that a player reads who is not let in."""
    with pytest.raises(DialError) as error:
        await dial(of.address, who, purpose, subject, None)
    return str(error.value)


async def test_with_an_invitation_to_another_table_no_one_gets_in() -> None:
    async with table() as of:
        told = await refused(of, STRANGER)
        assert told.startswith(f"What answers at {of.address} is not the table of this invitation")
        assert told.endswith("ask for a new invitation.")
        assert "as one with an invitation to another table does" in await of.said("hung up")
        assert of.heard == []


async def test_a_stolen_identity_without_an_invitation_opens_nothing() -> None:
    thief = Credentials(OTHER_SECRET, identity(1))
    thief._client.verify_mode = ssl.CERT_NONE
    async with table() as of:
        assert "hung up without a word" in await refused(of, thief, "game")
        assert await of.said("no invitation to this table: it shows a certificate of another table")
        assert of.heard == []


KNOCK = frame(hello("lobby", b"")) + frame(b"let me in")


def name_of(stream: trio.SocketStream) -> str:
    """How the log names the caller at this end of a stream."""
    return f"127.0.0.1:{stream.socket.getsockname()[1]}"


async def test_a_stranger_without_any_invitation_is_not_heard_and_named_in_the_log() -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    async with table() as of, knocking(of, first=b"") as stream:
        secured = trio.SSLStream(stream, context, server_hostname=TABLE_NAME)
        await secured.do_handshake()
        with suppress(trio.BrokenResourceError):
            await secured.send_all(KNOCK)
        line = await of.said("no invitation")
        assert line == f"{name_of(stream)}: no invitation to this table: it shows no certificate"
        with trio.fail_after(SOON), suppress(trio.BrokenResourceError):
            assert await secured.receive_some() == b""
        assert of.heard == []


async def test_the_same_words_of_the_invited_are_heard() -> None:
    async with table() as of, greeting(of, KNOCK):
        await until(lambda: of.heard == [(identity(1).public, b"let me in")])


@pytest.mark.parametrize("purpose", ["lobby", "game"])
async def test_an_invitation_to_watch_is_for_nothing_else(purpose: str) -> None:
    async with table() as of:
        assert await refused(of, WATCHER, purpose) == "This invitation is to watch, and for nothing else."
        assert await of.said("was refused, and told: “This invitation is to watch")


async def test_who_is_invited_to_watch_may_watch() -> None:
    async with table() as of, dialled(of, WATCHER, "watch") as connection:
        assert await echoes(connection)
        assert of.heard == [(identity(2).public, b"still there")]


@pytest.mark.parametrize("purpose", ["lobby", "game", "watch"])
async def test_a_room_that_is_closed_is_said_to_be(purpose: str) -> None:
    async with table() as of:
        of.door.close_room(purpose)
        assert await refused(of, GUEST, purpose) == str(door.CLOSED[purpose])


async def test_who_asks_again_and_again_for_a_game_is_no_news_at_the_door() -> None:
    async with table("watch") as of:
        for purpose in ("game", "lobby"):
            assert await refused(of, GUEST, purpose) == str(door.CLOSED[purpose])
        # What the caller was told to do is not for who reads the log.
        assert "`mare resume`" not in await of.said("someone tried to sit down while a game is being played")


@pytest.mark.parametrize(("room", "closed"), [("watch", False), ("game", True)])
async def test_a_dialler_can_tell_a_closed_room_from_one_that_does_not_want_them(room: str, closed: bool) -> None:
    async with table(room) as of:
        with pytest.raises(DialError) as error:
            await dial(of.address, GUEST, "watch", b"no", None)
        assert error.value.closed is closed


async def test_who_is_in_stays_when_the_room_is_closed() -> None:
    async with table() as of, dialled(of) as connection:
        of.door.close_room("lobby")
        assert await echoes(connection)


async def test_whom_a_room_refuses_reads_why_and_so_does_the_log() -> None:
    async with table() as of:
        assert await refused(of, GUEST, subject=b"no") == "This game has ended."
        assert await of.said("was refused, and told: “This game has ended.”")


async def test_another_than_the_expected_player_is_not_talked_to() -> None:
    async with table() as of:
        with pytest.raises(DialError, match="another player than expected"):
            await dial(of.address, GUEST, "lobby", b"", identity(5).public)
        assert of.heard == []


async def test_the_invited_who_hang_up_without_a_greeting_are_no_news() -> None:
    """As those do who dial several addresses at once, and go on at another."""
    async with table() as of:
        async with greeting(of, bytes(4)) as stream:
            assert await ended(stream)
        async with dialled(of) as connection:
            assert await echoes(connection)
        assert of.log == []


@asynccontextmanager
async def answering(handle: Callable[[trio.SocketStream], Awaitable[None]]) -> AsyncIterator[Address]:
    """Another program than ours, which listens."""
    [listener] = await listen([LOCALHOST])
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.serve_listeners, handle, [listener])
        yield Address(*listener.socket.getsockname()[:2])
        nursery.cancel_scope.cancel()


async def test_a_host_that_says_nothing_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "PATIENCE", 0.2)
    monkeypatch.setattr(door, "PATIENCE_OF_IROH", 0.2)

    async def silent(stream: trio.SocketStream) -> None:
        await trio.sleep_forever()

    async with answering(silent) as address:
        with pytest.raises(DialError, match=f"No answer from {address} within"):
            await dial(address, GUEST, "lobby", b"", None)


async def test_another_protocol_is_named_at_both_ends_by_a_newer_dialler() -> None:
    sentence = f"One end speaks protocol 99, the other protocol {GREETING}"
    async with table() as of:
        async with greeting(of, frame(canonical.encode(("hello", 99, "lobby", b"", "and more")))) as stream:
            answer = await Connection(stream, peer_key(stream)).receive()
        assert answer is not None
        with pytest.raises(Unwelcome, match=f"^{sentence}"):
            read_answer(answer)
        assert await of.said(f"was refused, and told: “{sentence}")


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "is no table that can be joined: it speaks no TLS 1.3 as we do"),
        (b"", "hung up without a word"),
    ],
)
async def test_what_is_no_table_is_said_to_be_none(says: bytes, reason: str) -> None:
    async def web_server(stream: trio.SocketStream) -> None:
        await stream.receive_some()
        if says:
            await stream.send_all(says)

    async with answering(web_server) as address:
        with pytest.raises(DialError, match=reason):
            await dial(address, GUEST, "lobby", b"", None)


@pytest.mark.parametrize(
    "answer", [b"\xc1", canonical.encode(("welcome",)), canonical.encode(("refused", "\x1b[2J", ()))]
)
async def test_an_answer_that_is_none_of_ours_is_shown_to_no_one(answer: bytes) -> None:
    async def other(stream: trio.SocketStream) -> None:
        async with HOST.server(stream) as secured:
            await secured.do_handshake()
            await secured.send_all(frame(answer))
            await ended(secured)

    async with answering(other) as address:
        with pytest.raises(DialError, match=r"^Something else than a table of mare answered\.$"):
            await dial(address, GUEST, "lobby", b"", None)


def refuse_by_alert(listener: socket.socket) -> None:
    """Take one connection as a program does that has the table's certificate, and trusts another authority."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.verify_mode = ssl.CERT_REQUIRED
    other = tls._authority_certificate(OTHER_SECRET.authority())
    context.load_verify_locations(cadata=other.public_bytes(Encoding.DER))
    own = tls._certificate(SECRET.authority(), identity(0).public)
    tls._load(context, own.public_bytes(Encoding.PEM), to_pem(identity(0), None), "unused")
    accepted, _ = listener.accept()
    with context.wrap_socket(accepted, server_side=True, do_handshake_on_connect=False) as secured:
        with pytest.raises(ssl.SSLError, match="CERTIFICATE_VERIFY_FAILED"):
            secured.do_handshake()
        # Closing while there is something to read would reset the connection, and the alert might be lost with it.
        while socket.socket.recv(secured, 4096):
            pass


async def test_a_refusal_that_comes_as_an_alert_after_the_handshake_is_understood() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        address = Address(*listener.getsockname())
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.to_thread.run_sync, refuse_by_alert, listener)
            with pytest.raises(DialError, match=f"The table at {address} does not accept this invitation"):
                await dial(address, GUEST, "lobby", b"", None)


NO_GREETINGS = {
    "a frame beyond the limit": ((MAX_GREETING + 1).to_bytes(4, "big"), "sent a frame of 1025 bytes"),
    "no MessagePack": (frame(b"\xc1" * 40), "that was no greeting"),
    "an unknown purpose": (frame(canonical.encode(("hello", GREETING, "kitchen", b""))), "that was no greeting"),
}


@pytest.mark.parametrize("case", NO_GREETINGS)
async def test_the_invited_who_do_not_greet_are_hung_up_on(case: str) -> None:
    first, reason = NO_GREETINGS[case]
    async with table() as of, dialled(of) as connection:
        async with greeting(of, first) as stream:
            assert await ended(stream)
            assert await of.said(reason)
        assert await echoes(connection)


GARBAGE = {
    "HTTP": b"GET / HTTP/1.1\r\nHost: table\r\n\r\n",
    "a record beyond the limit": b"\x16\x03\x01\xff\xff" + bytes(70_000),
    "our frames without TLS": frame(hello("game", b"")),
}


@pytest.mark.parametrize("case", GARBAGE)
async def test_a_stranger_who_speaks_no_tls_is_hung_up_on(case: str) -> None:
    async with table() as of, dialled(of) as connection:
        async with knocking(of, GARBAGE[case]) as stream:
            assert await ended(stream)
            assert await of.said("no greeting: it ")
        assert await echoes(connection)


async def trickle(stream: trio.SocketStream) -> None:
    """Begin a ClientHello that will take long."""
    with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
        for byte in b"\x16\x03\x01\x02\x00" + bytes(512):
            await stream.send_all(bytes([byte]))
            await trio.sleep(0.02)


async def test_connections_that_say_nothing_or_trickle_are_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table() as of, dialled(of) as connection:
        assert await echoes(connection)
        monkeypatch.setattr(visitors, "PATIENCE", 0.3)
        monkeypatch.setattr(visitors, "PATIENCE_OF_IROH", 5.0)
        async with (
            knocking(of) as silent,
            greeting(of, b"\0\0") as halfway,
            knocking(of) as slow,
            trio.open_nursery() as nursery,
        ):
            nursery.start_soon(trickle, slow)
            assert [await ended(stream) for stream in (silent, halfway, slow)] == [True] * 3
            nursery.cancel_scope.cancel()
        assert sum("no greeting within" in line for line in of.log) == 1
        assert await echoes(connection)


async def test_however_many_knock_and_say_nothing_the_invited_get_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "STRANGERS", 4)
    async with table() as of, AsyncExitStack() as stack:
        silent = [await stack.enter_async_context(knocking(of)) for _ in range(20)]
        async with dialled(of) as connection:
            assert await ended(silent[0])
            assert await echoes(connection)
        assert await of.said("made way for others")


async def test_the_invited_who_say_nothing_in_a_room_leave_it_in_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    async with table() as of, dialled(of) as speaking:
        assert await echoes(speaking)
        monkeypatch.setattr(visitors, "PATIENCE", 0.3)
        monkeypatch.setattr(visitors, "PATIENCE_OF_IROH", 5.0)
        async with dialled(of, Credentials(SECRET, identity(3))) as silent:
            assert await gone(silent)
            assert await of.said("that program did not say who it is within")
        await trio.sleep(0.4)
        assert await echoes(speaking)


async def test_the_silent_make_way_in_a_room_and_those_who_have_spoken_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "STRANGERS", 4)
    async with table() as of, dialled(of) as speaking, AsyncExitStack() as stack:
        assert await echoes(speaking)
        silent = [
            await stack.enter_async_context(dialled(of, Credentials(SECRET, identity(3 + number))))
            for number in range(8)
        ]
        assert [await gone(one) for one in silent[:4]] == [True] * 4
        assert [await echoes(one) for one in (speaking, *silent[4:])] == [True] * 5
        assert await of.said("made way for others before it had said who it is")


async def test_what_was_sent_before_the_connection_was_cut_counts_no_more() -> None:
    async with table() as of, dialled(of) as connection:
        await until(lambda: bool(of.door._strangers._there))
        connection.send_now(frame(b"too late"))
        of.door._strangers.send_away(Text("it is late"))
        assert await gone(connection)
        assert of.heard == []
        assert await of.said("it is late")


async def test_another_secret_lets_no_one_in_by_the_former_one_and_ends_no_one_who_is_in() -> None:
    async with table() as of, dialled(of) as member:
        assert await echoes(member)
        async with dialled(of, Credentials(SECRET, identity(3))) as silent:
            of.door.renew(Credentials(OTHER_SECRET, identity(0)))
            assert await gone(silent)
        assert "is not the table of this invitation" in await refused(of, GUEST)
        async with dialled(of, STRANGER) as friend:
            assert await echoes(friend)
        assert await echoes(member)
        assert await of.said("it came with an invitation that opens nothing any more")


async def test_one_caller_who_tries_again_and_again_is_one_line_of_the_log() -> None:
    async with table() as of:
        for _ in range(4):
            await refused(of, GUEST, subject=b"no")
        await refused(of, WATCHER, "lobby")
        await of.said("This invitation is to watch")
        assert [line.partition(": ")[2] for line in of.log] == [
            "was refused, and told: “This game has ended.”",
            "was refused, and told: “This invitation is to watch, and for nothing else.”",
        ]


async def test_an_insider_who_floods_is_disconnected_and_the_others_play_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "FRAMES_PER_SECOND", 100)
    async with table() as of, dialled(of) as connection:
        async with dialled(of, Credentials(SECRET, identity(3))) as flooding, trio.open_nursery() as nursery:
            nursery.start_soon(ended, flooding._stream)
            with suppress(trio.BrokenResourceError):
                await flooding._stream.send_all(frame(b"x") * 2000)
        assert await of.said("sent more than 100 frames")
        assert await echoes(connection)
        assert [type(error) for error in of.failures] == [FrameError]


async def test_a_connection_that_a_task_of_a_room_fails_on_ends_alone() -> None:
    async with table() as of, dialled(of) as connection:

        async def with_tasks(connection: Connection, subject: bytes) -> None:
            async with trio.open_nursery() as outer, trio.open_nursery() as inner:
                outer.start_soon(trio.sleep_forever)
                inner.start_soon(of.echo, connection, subject)

        of.door.open("game", of.admit, with_tasks)
        async with dialled(of, Credentials(SECRET, identity(3)), "game") as other:
            await other._stream.send_all(b"\xff" * 4)
            assert await of.said("sent a frame of 4294967295 bytes")
        assert await echoes(connection)


async def test_an_insider_who_sends_a_byte_in_each_record_is_disconnected_and_the_others_play_on() -> None:
    async with table() as of, dialled(of) as connection:
        async with dialled(of, Credentials(SECRET, identity(3))) as other:
            await other._stream.send_all(MAX_MESSAGE.to_bytes(4, "big"))
            for _ in range(4 * PIECES_PER_SECOND * BURST):
                other._stream.tls.write(b"x")
            await other._stream.drain()
            assert await of.said(f"sent more than {PIECES_PER_SECOND} pieces of frames a second")
        assert await echoes(connection)


async def test_an_insider_who_sends_a_record_byte_by_byte_is_disconnected_and_the_others_play_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tls, "PIECES_PER_SECOND", 1)
    async with table() as of, dialled(of) as connection:
        async with dialled(of, Credentials(SECRET, identity(3))) as other:
            other._stream.tls.write(bytes(100))
            with suppress(OSError):
                for byte in other._stream._outgoing.read()[:20]:
                    other._stream._socket.send(bytes([byte]))
                    await trio.sleep(0.01)
            assert await of.said("sent its bytes in too many small pieces")
        assert await echoes(connection)


async def test_who_leaves_a_frame_unfinished_is_disconnected_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.net.connection.UNFINISHED", 0.2)
    async with table() as of, dialled(of) as connection:
        async with dialled(of, Credentials(SECRET, identity(3))) as other:
            await other._stream.send_all(frame(b"a whole one")[:-1])
            assert await of.said("left a frame unfinished for")
        assert await echoes(connection)


async def test_the_longest_frames_are_taken_as_fast_as_their_bytes_may_come() -> None:
    taken: list[int] = []

    async def count(connection: Connection, subject: bytes) -> None:
        while (message := await connection.receive()) is not None:
            taken.append(len(message))

    async with table() as of:
        of.door.open("game", of.admit, count)
        async with dialled(of, Credentials(SECRET, identity(3)), "game") as other:
            for _ in range(60):
                await other.send(bytes(MAX_MESSAGE))
            await until(lambda: taken == [MAX_MESSAGE] * 60)
        assert of.log == []


async def test_the_frames_of_strangers_stay_short() -> None:
    """They fetch, in a few bytes each; a message of 256 KiB takes a tenth of a second to look at."""
    async with table("watch") as of, dialled(of, purpose="watch") as connection:
        assert await echoes(connection, bytes(MAX_GREETING))
        await connection._stream.send_all((MAX_GREETING + 1).to_bytes(4, "big"))
        assert await of.said(f"sent a frame of {MAX_GREETING + 1} bytes")


async def test_one_person_takes_no_more_than_their_share_of_a_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "GUESTS_OF_ONE_KEY", 2)
    async with table() as of, dialled(of), dialled(of) as second:
        assert await refused(of, GUEST) == "You are connected here already, more than once."
        await second.aclose()
        await until(lambda: of.door._rooms["lobby"].guests[identity(1).public] == 1)
        async with dialled(of) as again:
            assert await echoes(again)


@asynccontextmanager
async def tapped(of: Table) -> AsyncIterator[Wiretap]:
    """A listener on the way to a table; what dials it, reaches the table."""
    [listener] = await listen([LOCALHOST])
    tap = Wiretap(of.address)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(tap.serve, listener)
        of.address = Address(*listener.socket.getsockname()[:2])
        yield tap
        nursery.cancel_scope.cancel()


async def test_an_eavesdropper_sees_tls_1_3_and_nothing_else() -> None:
    words = b"the legions march at dawn"
    async with table() as of, tapped(of) as tap:
        async with dialled(of) as connection:
            assert await echoes(connection, words)
            assert await echoes(connection, bytes(40_000))
        up, down = list(records(tap.up)), list(records(tap.down))
    # In clear: one hello each. All that follows is encrypted, the certificates with the keys among it.
    for heard in (up, down):
        assert [record.kind for record in heard if record.kind != wiretap.CHANGE_CIPHER_SPEC] == [
            wiretap.HANDSHAKE,
            *[wiretap.APPLICATION_DATA] * (len(heard) - 2),
        ]
        assert versions(heard[0].fragment) == [wiretap.TLS_1_3]
    assert up[0].fragment[0] == wiretap.CLIENT_HELLO
    assert down[0].fragment[0] == wiretap.SERVER_HELLO
    for secret in (words, b"hello", b"lobby", SECRET.reveal(), SECRET.table(), b"mare peer", identity(1).public.raw):
        assert secret not in tap.up + tap.down
    assert TABLE_NAME.encode() in tap.up


@pytest.mark.parametrize("from_the_end", [1, 9, 25])
async def test_a_bit_turned_on_the_way_ends_that_connection_and_nothing_else(from_the_end: int) -> None:
    async with table() as of, dialled(of) as other, tapped(of) as tap, dialled(of) as connection:
        assert await echoes(connection)
        tap.turn = from_the_end
        await connection.send(b"retreat")
        await until(lambda: of.failures != [])
        assert isinstance(of.failures[0].__cause__, ssl.SSLError)
        assert await gone(connection)
        assert await echoes(other)
        assert b"retreat" not in [message for _, message in of.heard]
        assert await of.said("the connection failed")


async def test_a_hello_tampered_with_opens_nothing() -> None:
    async with table() as of, tapped(of) as tap:
        tap.turn = 20
        with pytest.raises(DialError):
            await dial(of.address, GUEST, "lobby", b"", None)
        assert of.heard == []
