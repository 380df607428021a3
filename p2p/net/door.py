"""Where connections begin, for the dialling and the listening end: TLS, one greeting, and the room that it asks for.

A caller without an invitation gets no further than the handshake. Everyone is a stranger until they have said, in a
room, who they are. The cost of strangers is bounded: their number and time, the length of what they may send, and the
log lines about them. If too many knock at once, the oldest makes way, so silent callers can't shut others out.

The first words, once TLS has proven both ends' keys::

    dialler                                        listener
    ["hello", number, purpose, subject]  ──▶
                                  ◀──  ["welcome", number]  or  ["refused", template, fields]

``purpose`` is one of `PURPOSES`; ``subject`` says which game is meant, where there can be several.
"""

from __future__ import annotations

import ctypes
import os
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Annotated, NamedTuple, NoReturn, TypeAlias, TypeVar

import trio

from crypto import canonical
from crypto.errors import EncodingError
from crypto.identity import PublicKey
from p2p.errors import TableError, Text
from p2p.net.address import Address, NoWayError, Opened, Opener, Origin, accepted, open_tcp
from p2p.net.connection import Connection, Refusal, Report, contained
from p2p.net.iroh import Endpoint
from p2p.net.tls import (
    Credentials,
    TlsError,
    TlsStream,
    WatchCredentials,
    failure,
    hung_up,
    is_refusal,
    is_uninvited,
    peer_key,
)
from p2p.net.visitors import PATIENCE, PATIENCE_OF_IROH, AccessLog, Strangers, Visitor
from p2p.wire.codec import Codec, Limits, MessageError, begins
from p2p.wire.frames import MAX_GREETING, FrameError

GREETING = 15
"""Raised whenever a message changes; `charter.PROTOCOL` is the number of what is signed and hashed."""

PURPOSES = ("lobby", "game", "watch")
"""To join the lobby; to play; to watch without a seat."""

MAX_SUBJECT = 32
"""Bytes of a subject: none, or a game's id."""


CONNECTED = Text("You are connected here already, more than once.")
FULL = Text("As many spectators are here as there is room for; try again in a minute.")
ANOTHER_GAME = Text("Another game is being played here.")
FOR_NOW = (CONNECTED, FULL)
"""Refusals that say nothing against the caller: a little later there may be room."""


class Unwelcome(TableError):
    """The two ends can't talk to each other; the message is one sentence, which either end may show."""


@begins("hello", GREETING)
class Hello(NamedTuple):
    """What the dialler wants."""

    purpose: Annotated[str, PURPOSES.__contains__]
    subject: Annotated[bytes, Limits(0, MAX_SUBJECT)]


@begins("welcome", GREETING)
class Welcome(NamedTuple):
    """The listener lets the dialler in."""


_HELLO: Codec[Hello] = Codec(Hello, MAX_GREETING)
_ANSWER: Codec[Welcome | Refusal] = Codec(Welcome | Refusal, MAX_GREETING)

T = TypeVar("T")


def hello(purpose: str, subject: bytes) -> bytes:
    """Return the dialler's first message."""
    return _HELLO.encode(Hello(purpose, subject))


def read_hello(message: bytes) -> Hello:
    """Return what the dialler wants; raise Unwelcome if that can't be understood."""
    return _read(_HELLO, message, Unwelcome("This is a table of mare, and that was no greeting."))


def welcome() -> bytes:
    """Return the listener's first message to a dialler that it lets in."""
    return _ANSWER.encode(Welcome())


def refusal(sentence: Text) -> bytes:
    """Return the listener's only message to a dialler that it refuses; a name in it may lose its accents."""
    return _ANSWER.encode(Refusal(sentence))


def read_answer(message: bytes) -> None:
    """Take the listener's first message; raise Unwelcome if it is no welcome."""
    answer = _read(_ANSWER, message, Unwelcome("Something else than a table of mare answered."))
    if isinstance(answer, Refusal):
        raise Unwelcome(answer.text)


def _read(codec: Codec[T], message: bytes, otherwise: Unwelcome) -> T:
    """Return the contents of a first message; raise Unwelcome for another protocol number or shape."""
    try:
        value = canonical.decode(message, max_size=MAX_GREETING)
        match value:
            case ("hello" | "welcome", int(other), *_) if type(other) is int and other != GREETING:
                raise _protocols(other)
        return codec.read(value)
    except (EncodingError, MessageError):
        raise otherwise from None


def _protocols(other: int) -> Unwelcome:
    return Unwelcome(
        "One end speaks protocol {other}, the other protocol {own}: install the same release of mare at both.",
        other=other,
        own=GREETING,
    )


E = TypeVar("E", bound=Exception)

Admit: TypeAlias = Callable[[Connection, bytes], Text | None]
"""Given a connection and the subject of its hello: None to let it in, or the sentence of the refusal."""

Room: TypeAlias = Callable[[Connection, bytes], Awaitable[None]]
"""Carries one connection, given the subject of its hello; the connection is closed when it returns.

The room settles a connection once the other end has said who they are, and gives places to settled ones only. It raises
Unwelcome for those that it has told why they can't stay.
"""

STRANGERS = 64
"""The most callers at one time who have not said who they are."""

GUESTS_OF_ONE_KEY = 4
"""The most connections of one player in a room: more than one only until an old one is found dead."""

VOID = Text("it came with an invitation that opens nothing any more")
"""What the log says of strangers who are sent away when the table gets another secret."""

STAGGER = 0.25
"""Seconds from dialling one address to dialling the next beside it (RFC 8305, section 8)."""

CLOSED = {
    "lobby": Text(
        "You cannot join this table now. If a game is being played there, follow it with `mare watch`; if you play in"
        " it, come back with `mare resume`."
    ),
    "game": Text(
        "No game is being played at this table now. To go on with a stopped game, its players must leave the lobby"
        " of this table."
    ),
    "watch": Text("You cannot watch at this table now."),
}

LOGGED = {"lobby": Text("someone tried to sit down while a game is being played")}
"""What the log says of them instead, where the words for the caller would puzzle who reads it."""


class DialError(TableError):
    """No connection was made; the message is one sentence that says why.

    ``somebody_else`` says that there is a table, but another player than expected. ``unanswered`` says that there is no
    answer at all. ``closed`` says that the table lets no player in now for this purpose. ``is_full`` says that there is
    no room at the moment. ``elsewhere`` says that another game or table is found there.
    """

    def __init__(
        self,
        text: str | Text,
        /,
        *,
        somebody_else: bool = False,
        unanswered: bool = False,
        closed: bool = False,
        is_full: bool = False,
        elsewhere: bool = False,
        **fields: object,
    ) -> None:
        super().__init__(text, **fields)
        self.somebody_else = somebody_else
        self.unanswered = unanswered
        self.closed = closed
        self.is_full = is_full
        self.elsewhere = elsewhere


class _Open(NamedTuple):
    """A room that is open."""

    admit: Admit
    run: Room
    guests: Counter[PublicKey]


class _Refused(Exception):
    """A caller is not let in; the message is for the log, unless it ``repeats`` itself and is no news."""

    def __init__(self, sentence: Text, *, repeats: bool = False) -> None:
        super().__init__(str(sentence))
        self.sentence = sentence
        self.repeats = repeats


class Door:
    """The place where a player's program accepts connections."""

    def __init__(
        self,
        listeners: Sequence[trio.SocketListener],
        credentials: Credentials,
        log: Callable[[Text], None],
        report: Report,
        endpoint: Endpoint | None = None,
    ) -> None:
        """``log`` gets a line about each refusal, with the reason; it must not block.

        Others come by the ``listeners`` and, if there is one, by the ``endpoint`` of iroh.
        ``report`` gets faults of this program, here and in everything that serves connections of this table.
        """
        self.report = report
        self._listeners = listeners
        self._endpoint = endpoint
        self._credentials = credentials
        self._access_log = AccessLog(log)
        self._rooms: dict[str, _Open] = {}
        self._strangers = Strangers(STRANGERS)

    def open(self, purpose: str, admit: Admit, room: Room) -> None:
        """Let callers in for one of `PURPOSES` from now on, unless ``admit`` refuses; replace the room open for it."""
        if purpose not in PURPOSES:
            raise ValueError(f"a purpose is one of {', '.join(PURPOSES)}")
        self._rooms[purpose] = _Open(admit, room, Counter())

    def close_room(self, purpose: str) -> None:
        """Let no more callers in for this purpose; those who are in stay."""
        self._rooms.pop(purpose, None)

    def renew(self, credentials: Credentials) -> None:
        """Let in by these credentials from now on. Those who have not said who they are must come again by them."""
        self._credentials = credentials
        self._strangers.send_away(VOID)

    async def serve(self) -> None:
        """Accept connections until cancelled; all rooms run inside. The listeners are closed at the end."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._access_log.keep)
            if self._endpoint is not None:
                nursery.start_soon(self._endpoint.serve, self._take)
            await trio.serve_listeners(self._take_by_tcp, list(self._listeners))

    async def _take_by_tcp(self, transport: trio.SocketStream) -> None:
        await self._take(accepted(transport))

    async def _take(self, opened: Opened) -> None:
        transport, origin = opened
        stream = self._credentials.server(transport)
        visitor = self._strangers.enter(origin.name, origin.network, stream.cut, is_iroh=origin.is_iroh)
        try:
            with contained(self.report):
                await self._receive(stream, visitor)
        finally:
            self._strangers.leave(visitor)
            stream.close()

    async def _receive(self, stream: TlsStream, visitor: Visitor) -> None:
        try:
            connection, asked = await self._meet(stream, visitor)
            room = await self._admit(connection, asked)
        except _Refused as refused:
            if visitor.why is not None or not refused.repeats:
                self._note(visitor, refused.sentence)
            return
        room.guests[connection.peer] += 1
        try:
            if asked.purpose != "watch":  # the messages of spectators are short, so long frames are refused
                connection.trust()
            visitor.greeted()
            await connection.send(welcome())
            await room.run(connection, asked.subject)
            if visitor.why is not None:
                self._note(visitor, visitor.why)
        except* FrameError as errors:
            self._note(visitor, Text("was disconnected, because that program {reason}", reason=_first(errors)))
        except* Unwelcome as errors:
            self._note(visitor, _told(_first(errors).text))
        except* trio.BrokenResourceError:
            self._note(visitor, Text("the connection failed"))
        finally:
            room.guests[connection.peer] -= 1
            await connection.aclose()

    def _note(self, visitor: Visitor, sentence: Text) -> None:
        """Have the log say what became of a visitor."""
        self._access_log.write(str(visitor), visitor.why or sentence)

    async def _meet(self, stream: TlsStream, visitor: Visitor) -> tuple[Connection, Hello]:
        """Return the connection and the hello of a caller; raise _Refused."""
        with trio.move_on_at(visitor.deadline):
            return await self._greet(stream, visitor)
        raise _Refused(Text("no greeting within {seconds:.0f} seconds", seconds=visitor.patience))

    async def _greet(self, stream: TlsStream, visitor: Visitor) -> tuple[Connection, Hello]:
        try:
            await stream.do_handshake()
            connection = Connection(stream, peer_key(stream), visitor, is_iroh=visitor.is_iroh)
            message = await connection.receive()
        except (TlsError, FrameError) as error:
            raise _Refused(Text("no greeting: it {reason}", reason=error)) from None
        except trio.BrokenResourceError as error:
            reason = failure(error)
            raise _Refused(
                Text("no invitation to this table: it {reason}", reason=reason)
                if is_uninvited(error)
                else Text("no greeting: it {reason}", reason=reason)
            ) from None
        if message is None:
            # Someone invited who dials several addresses at once hangs up at all but one.
            raise _Refused(Text("no greeting: it hung up"), repeats=True)
        try:
            asked = read_hello(message)
        except Unwelcome as unwelcome:
            await _refuse(connection, unwelcome.text)
        if self._credentials.only_watches(stream) and asked.purpose != "watch":
            await _refuse(connection, Text("This invitation is to watch, and for nothing else."))
        return connection, asked

    async def _admit(self, connection: Connection, asked: Hello) -> _Open:
        """Return the room that a caller may enter; otherwise tell them why not and raise _Refused."""
        room = self._rooms.get(asked.purpose)
        if room is None:
            # Players, and those invited to watch, ask again and again until there is a game.
            closed = CLOSED[asked.purpose]
            await _refuse(connection, closed, LOGGED.get(asked.purpose), repeats=asked.purpose in ("game", "watch"))
        sentence = room.admit(connection, asked.subject)
        if sentence is None and room.guests[connection.peer] >= GUESTS_OF_ONE_KEY:
            sentence = CONNECTED
        if sentence is not None:
            await _refuse(connection, sentence)
        return room


async def dial(
    address: Address,
    credentials: Credentials | WatchCredentials,
    purpose: str,
    subject: bytes,
    expected: PublicKey | None,
    open_stream: Opener = open_tcp,
) -> Connection:
    """Connect to the player with the ``expected`` key, or to any player of the table; raise DialError.

    When this returns, the other end has let us in, so both ends know of the connection.
    """
    connection, _ = await dial_any([address], credentials, purpose, subject, expected, open_stream)
    return connection


async def dial_any(
    addresses: Sequence[Address],
    credentials: Credentials | WatchCredentials,
    purpose: str,
    subject: bytes,
    expected: PublicKey | None,
    open_stream: Opener = open_tcp,
    failed: Callable[[Address, DialError], None] | None = None,
) -> tuple[Connection, Address]:
    """Connect at the first address that answers, and return which one that is; raise DialError with what says most.

    Later addresses are dialled a little later, beside those before them ("happy eyeballs", RFC 8305). Only one of them
    hears what we want. ``failed`` is told of every address where there is no such player.
    """
    found: list[tuple[Connection, Address]] = []
    failures: list[DialError] = []

    async def attempt(address: Address, pause: float, others: trio.CancelScope) -> None:
        await trio.sleep(pause)
        try:
            connection = await _find(address, credentials, expected, open_stream)
        except DialError as error:
            failures.append(error)
            if failed is not None:
                failed(address, error)
            return
        if found:
            await connection.aclose()
        else:
            found.append((connection, address))
            others.cancel()

    try:
        async with trio.open_nursery() as nursery:
            for number, address in enumerate(addresses):
                nursery.start_soon(attempt, address, number * STAGGER, nursery.cancel_scope)
        if not found:
            raise _most_telling(addresses, failures)
        connection, address = found[0]
        with trio.move_on_after(_patience(address)):
            await _introduce(address, connection, Hello(purpose, subject))
            return connection, address
        raise _silent(address)
    except BaseException:
        for connection, _ in found:
            connection.close()
        raise


def _most_telling(addresses: Sequence[Address], failures: Sequence[DialError]) -> DialError:
    telling = sorted((failure for failure in failures if not failure.unanswered), key=lambda one: not one.is_full)
    if telling or len(failures) == 1:
        return (telling or failures)[0]
    if not failures:
        return DialError("The invitation names no address.")
    tried = ", ".join(map(str, addresses))
    return DialError(
        "No answer at any of {tried}. Is the table still open, and can this machine reach it?",
        unanswered=True,
        tried=tried,
    )


async def _find(
    address: Address, credentials: Credentials | WatchCredentials, expected: PublicKey | None, open_stream: Opener
) -> Connection:
    """Return a connection to the expected player, who has not heard yet what we want; raise DialError."""
    with trio.move_on_after(_patience(address)):
        try:
            opened = await open_stream(address)
        except NoWayError as error:
            raise DialError(error.text, unanswered=True) from None
        except OSError as error:
            raise DialError(
                "No answer from {address} ({reason}).", unanswered=True, address=address, reason=_reason(error)
            ) from None
        stream = credentials.client(opened.stream)
        try:
            return await _identified(address, stream, opened.origin, expected)
        except BaseException:
            stream.close()
            raise
    raise _silent(address)


def _patience(address: Address) -> float:
    return PATIENCE if address.key is None else PATIENCE_OF_IROH


def _silent(address: Address) -> DialError:
    return DialError(
        "No answer from {address} within {seconds:.0f} seconds.",
        unanswered=True,
        address=address,
        seconds=_patience(address),
    )


async def _identified(address: Address, stream: TlsStream, origin: Origin, expected: PublicKey | None) -> Connection:
    """Return the connection, once the other end has proven to be who is expected; raise DialError."""
    try:
        await stream.do_handshake()
        connection = Connection(stream, peer_key(stream), is_iroh=origin.is_iroh)
    except trio.BrokenResourceError as error:
        if is_uninvited(error):
            raise DialError(
                "What answers at {address} is not the table of this invitation: that may be closed, or at another "
                "address; ask for a new invitation.",
                somebody_else=True,
                elsewhere=True,
                address=address,
            ) from None
        if hung_up(error):
            raise _hung_up_at(address) from None
        raise DialError(
            "At {address} is no table that can be joined: it {reason}.", address=address, reason=failure(error)
        ) from None
    except TlsError as error:
        raise DialError(
            "At {address} is no player of this table: it {reason}.", address=address, reason=error
        ) from None
    if expected is not None and connection.peer != expected:
        raise DialError(
            "At {address} is another player than expected: the key there is {key}…, and {expected}… was expected.",
            somebody_else=True,
            address=address,
            key=connection.peer.short,
            expected=expected.short,
        )
    return connection


async def _introduce(address: Address, connection: Connection, asked: Hello) -> None:
    """Say what we want, and return once we are let in; raise DialError."""
    try:
        await connection.send(hello(*asked))
        answer = await connection.receive()
        if answer is None:
            raise trio.BrokenResourceError
        read_answer(answer)
    except Unwelcome as error:
        closed, is_full = str(error) == str(CLOSED[asked.purpose]), error.text in FOR_NOW
        elsewhere = error.text == ANOTHER_GAME
        raise DialError(error.text, closed=closed, is_full=is_full, elsewhere=elsewhere) from None
    except FrameError as error:
        raise DialError("At {address} is a program that {reason}.", address=address, reason=error) from None
    except trio.BrokenResourceError as error:
        if is_refusal(error):
            raise DialError(
                "The table at {address} does not accept this invitation; ask for a new one.", address=address
            ) from None
        raise _hung_up_at(address) from None
    connection.trust()


def _hung_up_at(address: Address) -> DialError:
    return DialError(
        "The table at {address} hung up without a word: perhaps too many knock there; try again in a moment.",
        is_full=True,
        address=address,
    )


async def _refuse(
    connection: Connection, sentence: Text, logged: Text | None = None, *, repeats: bool = False
) -> NoReturn:
    """Tell a caller why they are not let in; raise _Refused. The log says ``logged``, or quotes the sentence."""
    with suppress(trio.BrokenResourceError):
        await connection.send(refusal(sentence))
    await connection.aclose()
    raise _Refused(logged or _told(sentence), repeats=repeats)


def _told(sentence: Text) -> Text:
    return Text("was refused, and told: “{sentence}”", sentence=sentence)


def _first(errors: BaseExceptionGroup[E]) -> E:
    """Return one of the errors with which a room or its tasks ended."""
    [first, *_] = errors.exceptions
    return _first(first) if isinstance(first, BaseExceptionGroup) else first


def _reason(error: OSError) -> Text:
    """Return the system's reason for the last address tried."""
    tried = error.__cause__.exceptions if isinstance(error.__cause__, BaseExceptionGroup) else (error.__cause__,)
    last = tried[-1]
    found = last if isinstance(last, OSError) else error
    if found.errno is None or isinstance(found, socket.gaierror):
        return Text((found.strerror or str(found)).lower())
    if sys.platform == "win32":
        reason = ctypes.FormatError(found.errno).rstrip(". ")
    else:
        reason = os.strerror(found.errno)
    return Text(reason.lower())
