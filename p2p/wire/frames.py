"""Frames on a stream: four bytes of length, big-endian, and then a message; with the limits that a peer has to keep.

A frame of no bytes is the last: whoever sent it still reads. The stream's own end would not do, since TLS as we use it
knows only the end of both directions, and anybody on the way can cut a stream but nobody forge a frame.
"""

from __future__ import annotations

from p2p.errors import TableError
from p2p.wire.allowance import Allowance

MAX_MESSAGE = 1 << 18
"""Bytes of the largest frame."""

MAX_GREETING = 1024
"""Bytes of a frame before the other end has proven who it is."""

FRAMES_PER_SECOND = 2000
"""Far more than one person has to say even where bots play as fast as they can verify."""
BYTES_PER_SECOND = 1 << 23
PIECES_PER_SECOND = 600
"""Reads that finish no frame. The longest frames come in 512 a second: records of TLS have 16 KiB, and the last of a
frame finishes it."""
BURST = 2
"""Seconds' worth that may come at once, as after a pause of the machine."""

_PREFIX = 4


LAST = bytes(_PREFIX)
"""The frame of no bytes."""


class FrameError(TableError):
    """A peer broke a limit; the message says which, and follows upon his name."""


def frame(message: bytes) -> bytes:
    """A message as it stands on the stream."""
    return len(message).to_bytes(_PREFIX, "big") + message


class FrameReader:
    """Takes a stream apart again. Keeps no more than what is fed and less than one frame of ``limit`` bytes."""

    def __init__(self, limit: int = MAX_MESSAGE) -> None:
        self.limit = limit
        self.ended = False
        self._buffer = bytearray()
        self._start = 0

    @property
    def has_begun(self) -> bool:
        """Whether there are bytes that no message has been made of."""
        return len(self._buffer) > self._start

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the stream; those after the last frame are nothing to us."""
        if not self.ended:
            del self._buffer[: self._start]
            self._buffer += data
            self._start = 0

    def next(self) -> bytes | None:
        """The next message, None until it is whole; raises FrameError as soon as its length is beyond the limit.

        Once the last frame is reached, ``ended`` is True and there are no more messages.
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
    """An allowance each of frames, of bytes, and of reads that finish no frame.

    The caller tells the time, in seconds of any steady clock. Each raises FrameError where a peer has sent too much.
    """

    def __init__(self, now: float) -> None:
        self._frames = Allowance(FRAMES_PER_SECOND, FRAMES_PER_SECOND * BURST, now)
        self._bytes = Allowance(BYTES_PER_SECOND, BYTES_PER_SECOND * BURST, now)
        self._pieces = Allowance(PIECES_PER_SECOND, PIECES_PER_SECOND * BURST, now)

    def frame(self, now: float) -> None:
        """A frame is whole."""
        if not self._frames.spend(now):
            raise self._too_much()

    def read(self, now: float, size: int, *, is_piece: bool) -> None:
        """Some bytes were read; ``is_piece`` says that they finish no frame."""
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
