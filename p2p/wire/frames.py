"""Frames on a stream: the length in four bytes, big-endian, and a message; and the limits that peers must keep.

An empty frame is the last one: its sender writes no more but still reads. The end of the stream itself can't say this.
TLS, as we use it, knows only the end of both directions. Besides, a third party can cut a stream, but can't forge a
frame.
"""

from __future__ import annotations

from p2p.errors import TableError

NETWORKS = 64
"""How many networks a quota counts: those that were asked for last."""


class Allowance:
    """Grants ``rate`` units a second, and at most ``most`` at once after a pause.

    The caller passes ``now`` in seconds of a steady clock.
    """

    def __init__(self, rate: float, most: float, now: float) -> None:
        self._rate = rate
        self._most = most
        self._left = most
        self._time = now

    def has(self, now: float, amount: float = 1) -> bool:
        """Return whether this amount is left."""
        self._left = min(self._most, self._left + self._rate * (now - self._time))
        self._time = now
        return amount <= self._left

    def spend(self, now: float, amount: float = 1) -> bool:
        """Take this amount; if not enough is left, take nothing and return False."""
        if not self.has(now, amount):
            return False
        self._left -= amount
        return True


class Quota:
    """An allowance for each network from which peers come."""

    def __init__(self, rate: float, most: float) -> None:
        self._rate = rate
        self._most = most
        self._allowances: dict[bytes, Allowance] = {}

    def of(self, network: bytes, now: float) -> Allowance:
        """Return the allowance of a network."""
        allowance = self._allowances.pop(network, None) or Allowance(self._rate, self._most, now)
        self._allowances[network] = allowance
        if len(self._allowances) > NETWORKS:
            del self._allowances[next(iter(self._allowances))]
        return allowance


MAX_MESSAGE = 1 << 18
"""Bytes of the largest frame."""

MAX_GREETING = 1024
"""Bytes of the largest frame before the peer has proven its identity."""

FRAMES_PER_SECOND = 2000
"""Far more than one player needs, even if bots play as fast as they can verify."""
BYTES_PER_SECOND = 1 << 23
PIECES_PER_SECOND = 600
"""Reads that finish no frame, per second.

At the rate limit, the longest frames come in 512 such reads: TLS records have 16 KiB, and the last record of a frame
finishes it.
"""
BURST = 2
"""Seconds of the allowance that may come at once, for example after the machine paused."""

_PREFIX = 4


LAST = bytes(_PREFIX)
"""The empty frame."""


class FrameError(TableError):
    """A peer broke a limit. The text says which, and continues a sentence that begins with the peer's name."""


def frame(message: bytes) -> bytes:
    """Return a message as it is sent on the stream."""
    return len(message).to_bytes(_PREFIX, "big") + message


class FrameReader:
    """Splits a stream into frames. Keeps only what it is fed and less than one frame of ``limit`` bytes."""

    def __init__(self, limit: int = MAX_MESSAGE) -> None:
        self.limit = limit
        self.ended = False
        self._buffer = bytearray()
        self._start = 0

    @property
    def has_begun(self) -> bool:
        """Return whether there are bytes of an unfinished frame."""
        return len(self._buffer) > self._start

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the stream; bytes after the last frame are ignored."""
        if not self.ended:
            del self._buffer[: self._start]
            self._buffer += data
            self._start = 0

    def next(self) -> bytes | None:
        """Return the next message, or None until it is whole; raise FrameError as soon as its length exceeds the limit.

        After the last frame, ``ended`` is True and there are no more messages.
        """
        begin = self._start + _PREFIX
        if self.ended or len(self._buffer) < begin:
            return None
        size = int.from_bytes(self._buffer[self._start : begin], "big")
        if size == 0:
            self.ended = True
            self._buffer.clear()
            self._start = 0
            return None
        if size > self.limit:
            raise FrameError("sent a frame of {size} bytes, and 1 to {limit} are allowed", size=size, limit=self.limit)
        if len(self._buffer) < begin + size:
            return None
        self._start = begin + size
        return bytes(self._buffer[begin : self._start])


class RateLimit:
    """Limits on frames, on bytes, and on reads that finish no frame.

    The caller passes the time, in seconds of a steady clock. The methods raise FrameError if a peer has sent too much.
    """

    def __init__(self, now: float) -> None:
        self._frames = Allowance(FRAMES_PER_SECOND, FRAMES_PER_SECOND * BURST, now)
        self._bytes = Allowance(BYTES_PER_SECOND, BYTES_PER_SECOND * BURST, now)
        self._pieces = Allowance(PIECES_PER_SECOND, PIECES_PER_SECOND * BURST, now)

    def frame(self, now: float) -> None:
        """Count a whole frame."""
        if not self._frames.spend(now):
            raise self._too_much()

    def read(self, now: float, size: int, *, is_piece: bool) -> None:
        """Count ``size`` bytes that were read; ``is_piece`` says that they finish no frame."""
        if not self._bytes.spend(now, size):
            raise self._too_much()
        if is_piece and not self._pieces.spend(now):
            raise FrameError(
                "sent more than {pieces} pieces of frames a second for {seconds} seconds",
                pieces=PIECES_PER_SECOND,
                seconds=BURST,
            )

    @staticmethod
    def _too_much() -> FrameError:
        return FrameError(
            "sent more than {frames} frames or {size} bytes a second for {seconds} seconds",
            frames=FRAMES_PER_SECOND,
            size=BYTES_PER_SECOND,
            seconds=BURST,
        )
