"""One connection as a stream of frames, with limits; the refusal that ends one, and faults while one is served.

A refusal is a template and its fields, so that receivers read it in their own language.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from string import Formatter
from typing import Annotated, Final, NamedTuple, Protocol, TypeAlias

import trio

from crypto.identity import PublicKey
from p2p.errors import Text
from p2p.net.tls import TlsStream, TooManyPieces, is_cut_off
from p2p.net.visitors import Visitor
from p2p.wire.codec import MAX_TEXT, SPREAD, Converted, Limits, Line, Number, begins
from p2p.wire.frames import LAST, MAX_GREETING, MAX_MESSAGE, FrameError, FrameReader, RateLimit, frame

GOODBYE = 0.2
"""The most seconds that closing takes if the other end doesn't read."""

KEEPALIVE = 5.0
"""Seconds between two messages by which a player's program shows that it is here; in a lobby, after a silence."""

IDLE_TIMEOUT = 20.0
"""After this many seconds without a message, a connection counts as broken."""

IDLE_TIMEOUT_OF_IROH = 45.0
"""The same over iroh, which may take a while to find another way, and gives up by itself after 30 seconds."""

UNFINISHED = 20.0
"""Seconds in which a frame must be complete once it has begun."""


# A refusal

_Fields: TypeAlias = tuple[tuple[Line, Number | Line], ...]


class _Sent(NamedTuple):
    """A text as it is sent: the template, and the fields by name."""

    template: Annotated[Line, Limits(1, MAX_TEXT)]
    fields: _Fields

    def is_sound(self) -> bool:
        """Return whether the template only names fields, and each name has one value."""
        named = dict(self.fields)
        if len(named) < len(self.fields):
            return False
        return not named or (_is_simple(self.template, named) and len(str(_received(self))) <= MAX_TEXT)


def _sent(text: Text) -> _Sent:
    fields = tuple((name, value if type(value) is int else _plain(str(value))) for name, value in text.fields.items())
    return _Sent(_plain(text.template), fields)


def _received(sent: _Sent) -> Text:
    return Text(sent.template, **dict(sent.fields))


def _plain(text: str) -> str:
    return text.encode("ascii", errors="replace").decode("ascii")[:MAX_TEXT]


def _is_simple(template: str, fields: dict[str, int | str]) -> bool:
    """Return whether each field stands plain or quoted; a format of its own could fill the memory."""
    try:
        slots = list(Formatter().parse(template))
    except ValueError:
        return False
    return all(
        name is None or (name in fields and name.isidentifier() and not spec and conversion in (None, "r"))
        for _, name, spec, conversion in slots
    )


Sentence: TypeAlias = Annotated[Text, Converted(_Sent, _received, _sent), SPREAD]
"""A text as the last field of a message: its template and the array of its fields."""


@begins("refused")
class Refusal(NamedTuple):
    """The receiver can't come in, or can't stay; the text says why. It is the last message."""

    text: Sentence


class Connection:
    """Frames over TLS. Strangers may send only short ones.

    Trio has switched Nagle's delay off. Every failure of TLS, such as a bit changed on the way, is a
    BrokenResourceError and ends this connection only.
    """

    def __init__(
        self, stream: TlsStream, peer: PublicKey, visitor: Visitor | None = None, *, is_iroh: bool = False
    ) -> None:
        """``peer`` is the key that the other end has proven by TLS. If it dialled us, ``visitor`` has what we note."""
        self.peer: Final = peer
        self.visitor: Final = visitor
        self.idle_timeout: Final = IDLE_TIMEOUT_OF_IROH if is_iroh else IDLE_TIMEOUT
        self._stream = stream
        self._reader = FrameReader(MAX_GREETING)
        self._rate = RateLimit(trio.current_time())
        self._since = math.inf
        """When the unfinished frame began."""
        self._first: bytes | None = None
        """A message that has come and was not taken yet."""

    def trust(self) -> None:
        """Allow whole messages: the other end has proven that it belongs to this table."""
        self._reader.limit = MAX_MESSAGE

    @property
    def network(self) -> bytes:
        """Return where the other end dialled from; empty if we dialled."""
        return b"" if self.visitor is None else self.visitor.network

    @property
    def is_settled(self) -> bool:
        """Return whether the other end is no stranger, or no more."""
        return self.visitor is None or not self.visitor.is_stranger

    def settle(self) -> None:
        """The other end has said who they are: they may be silent from now on, and need not make way for strangers."""
        if self.visitor is not None and not self._is_cut:
            self.visitor.settle()

    async def introduced(self) -> bool:
        """Wait for a stranger's first message, which stays to be received; return whether one has come."""
        self._first = await self.receive()
        return self._first is not None

    async def receive(self) -> bytes | None:
        """Return the next message, or None if the other end has sent its last or is gone.

        Raises FrameError if it breaks a limit, BrokenResourceError if the connection fails.
        """
        if self._is_cut:
            return None
        message, self._first = self._first or self._reader.next(), None
        if message is not None:
            await trio.lowlevel.checkpoint()  # so that a peer that has sent much at once doesn't keep others waiting
        while message is None:
            if self._reader.ended:
                return None
            self._since = min(self._since, trio.current_time()) if self._reader.has_begun else math.inf
            data = await self._read()
            if not data or self._is_cut:
                return None
            self._reader.feed(data)
            message = self._reader.next()
            self._rate.read(trio.current_time(), len(data), is_piece=message is None)
        self._since = math.inf
        self._rate.frame(trio.current_time())
        return message

    async def _read(self) -> bytes:
        """Return the next bytes, none if the other end is gone; raise FrameError if it leaves a frame unfinished."""
        try:
            with trio.move_on_at(min(self._since + UNFINISHED, self._deadline)):
                return await self._stream.receive_some()
        except TooManyPieces:
            raise FrameError("sent its bytes in too many small pieces") from None
        except trio.BrokenResourceError as error:
            if not is_cut_off(error):
                raise
            return b""  # the other process ended without a goodbye
        if self._deadline < self._since + UNFINISHED:
            seconds = 0.0 if self.visitor is None else self.visitor.patience
            raise FrameError("did not say who it is within {seconds:.0f} seconds", seconds=seconds)
        raise FrameError("left a frame unfinished for {seconds:.0f} seconds", seconds=UNFINISHED)

    @property
    def _is_cut(self) -> bool:
        return self.visitor is not None and self.visitor.is_cut

    @property
    def _deadline(self) -> float:
        """Return until when the other end may stay a stranger."""
        return math.inf if self.visitor is None else self.visitor.deadline

    async def send(self, message: bytes) -> None:
        """Send a message. If the other end is gone, the task that receives here finds out."""
        await self._stream.send_all(frame(message))

    def send_now(self, framed: bytes) -> None:
        """Send, as far as the network takes it, bytes that are framed already; many connections can share them."""
        self._stream.send_now(framed)

    @property
    def waiting(self) -> int:
        """Return how many bytes the network has not taken yet; `drain` sends them."""
        return self._stream.waiting

    async def drain(self) -> None:
        """Send what waits."""
        await self._stream.drain()

    async def finish(self) -> None:
        """Say, after all that was sent, that nothing more comes; the other end may still send."""
        await self._stream.send_all(LAST)

    def cut(self) -> None:
        """End the connection at once; tasks that send or receive here find the other end gone."""
        if self.visitor is not None:
            self.visitor.cut()
        else:
            self._stream.cut()

    def close(self) -> None:
        """Close both directions at once, without a word."""
        self._stream.close()

    async def aclose(self) -> None:
        """Close both directions, without waiting for the other end."""
        with trio.move_on_after(GOODBYE, shield=True):
            await self._stream.aclose()


Report: TypeAlias = Callable[[BaseExceptionGroup[Exception]], None]
"""Gets a fault of this program in a connection that has ended; must not block."""


@contextmanager
def contained(report: Report) -> Iterator[None]:
    """Report any exception in this block instead of raising it.

    Without this, an unexpected exception in one connection would end the nursery, and so all other connections. An
    OSError still passes, since it means that the screen or the disk is gone. So do cancellation and Ctrl-C.
    """
    try:
        yield
    except* OSError:
        raise
    except* Exception as faults:  # noqa: BLE001 - whatever one connection has led to, the others go on
        report(faults)


class Carrier(Protocol):
    """Carries messages between connections and a session."""

    async def carry(self, player: int | None, connection: Connection) -> None:
        """Carry the messages of a player, or of a spectator (None), as long as they are connected."""


class Connecting(Protocol):
    """Keeps a table connected.

    ``failures`` has by player why the last dialling failed; ``elsewhere`` has those in whose place another game or
    table was found.
    """

    failures: dict[int, str]
    elsewhere: set[int]

    async def keep(self, carrier: Carrier) -> None:
        """Connect, and reconnect, until cancelled."""

    def rest(self) -> None:
        """Begin no more connections; existing ones stay."""

    def changed(self) -> None:
        """A connection has begun or ended, or a player's presence has changed."""
