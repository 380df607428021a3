"""Frames on a stream: four bytes of length, big-endian, and then a message; with the limits that a peer has to keep."""

from __future__ import annotations

from p2p.messages import MAX_MESSAGE

MAX_GREETING = 1024
"""Bytes of a frame before the other end has proven who it is."""

FRAMES_PER_SECOND = 4000
"""More than a game takes from all peers together, while every message is verified before it is answered."""
BYTES_PER_SECOND = 1 << 23
BURST = 4
"""Seconds' worth that may come at once, as after a pause of the machine."""

_PREFIX = 4


class FrameError(Exception):
    """A peer broke a limit; the message says which, and follows upon his name."""


def frame(message: bytes) -> bytes:
    """A message as it stands on the stream."""
    return len(message).to_bytes(_PREFIX, "big") + message


class FrameReader:
    """Takes a stream apart again. Keeps less than one frame of ``limit`` bytes."""

    def __init__(self, limit: int = MAX_MESSAGE) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The messages that these bytes complete; raises FrameError as soon as a length is beyond the limit."""
        self._buffer += data
        complete = []
        start = 0
        while len(self._buffer) - start >= _PREFIX:
            size = int.from_bytes(self._buffer[start : start + _PREFIX], "big")
            if not 1 <= size <= self.limit:
                raise FrameError(f"sent a frame of {size} bytes, and 1 to {self.limit} are allowed")
            end = start + _PREFIX + size
            if len(self._buffer) < end:
                break
            complete.append(bytes(self._buffer[start + _PREFIX : end]))
            start = end
        del self._buffer[:start]
        return complete


class RateLimit:
    """A token bucket each for frames and bytes. The caller tells the time, in seconds of any steady clock."""

    def __init__(self, now: float) -> None:
        self._time = now
        self._frames = float(FRAMES_PER_SECOND * BURST)
        self._bytes = float(BYTES_PER_SECOND * BURST)

    def spend(self, now: float, frames: int, size: int) -> None:
        """Note what a peer has sent; raises FrameError when it is too much."""
        passed, self._time = now - self._time, now
        self._frames = min(FRAMES_PER_SECOND * BURST, self._frames + FRAMES_PER_SECOND * passed) - frames
        self._bytes = min(BYTES_PER_SECOND * BURST, self._bytes + BYTES_PER_SECOND * passed) - size
        if self._frames < 0 or self._bytes < 0:
            raise FrameError(
                f"sent more than {FRAMES_PER_SECOND} frames or {BYTES_PER_SECOND} bytes a second for {BURST} seconds"
            )
