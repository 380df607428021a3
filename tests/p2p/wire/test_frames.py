"""Frames on a stream, and the limits that a peer has to keep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.wire.frames import (
    BURST,
    BYTES_PER_SECOND,
    FRAMES_PER_SECOND,
    LAST,
    PIECES_PER_SECOND,
    FrameError,
    FrameReader,
    RateLimit,
    frame,
)


@given(st.lists(st.binary(min_size=1, max_size=40)), st.lists(st.integers(1, 50)))
def test_frames_are_the_same_however_the_stream_is_cut(messages: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(frame, messages))
    reader = FrameReader()
    received = []
    for cut in [*cuts, len(stream)]:
        reader.feed(stream[:cut])
        stream = stream[cut:]
        while (message := reader.next()) is not None:
            received.append(message)
    assert received == messages


def test_a_frame_as_long_as_the_limit_is_taken() -> None:
    reader = FrameReader(10)
    reader.feed(frame(bytes(10)))
    assert reader.next() == bytes(10)


@pytest.mark.parametrize("size", [11, 2**32 - 1])
def test_a_frame_beyond_the_limit_is_refused_before_it_is_read(size: int) -> None:
    reader = FrameReader(10)
    reader.feed(size.to_bytes(4, "big"))
    with pytest.raises(FrameError, match=f"a frame of {size} bytes, and 1 to 10 are allowed"):
        reader.next()


def test_nothing_counts_after_the_last_frame() -> None:
    reader = FrameReader(10)
    reader.feed(frame(bytes(5)) + LAST + frame(bytes(6)))
    seen = [(reader.next(), reader.ended) for _ in range(2)]
    assert seen == [(bytes(5), False), (None, True)]
    reader.feed(frame(bytes(7)))
    assert reader.next() is None


def test_the_limit_that_counts_is_that_of_the_moment() -> None:
    reader = FrameReader(10)
    reader.feed(frame(bytes(5)) + frame(bytes(20)))
    assert reader.next() == bytes(5)
    reader.limit = 20
    assert reader.next() == bytes(20)


def spend(rate: RateLimit, now: float, frames: int, size: int = 1) -> None:
    for _ in range(frames):
        rate.read(now, size, is_piece=False)
        rate.frame(now)


def test_a_burst_is_allowed_and_more_is_not() -> None:
    rate = RateLimit(now=5.0)
    spend(rate, 5.0, FRAMES_PER_SECOND * BURST)
    with pytest.raises(FrameError, match="frames"):
        rate.frame(5.0)


def test_bytes_are_limited_as_frames_are() -> None:
    rate = RateLimit(now=5.0)
    rate.read(5.0, BYTES_PER_SECOND * BURST, is_piece=True)
    with pytest.raises(FrameError, match="bytes a second"):
        rate.read(5.0, 1, is_piece=True)


def test_reads_that_finish_no_frame_are_limited_however_few_bytes_they_bring() -> None:
    rate = RateLimit(now=5.0)
    for _ in range(PIECES_PER_SECOND * BURST):
        rate.read(5.0, 1, is_piece=True)
    rate.read(5.0, 1, is_piece=False)
    with pytest.raises(FrameError, match="pieces of frames a second"):
        rate.read(5.0, 1, is_piece=True)


def test_what_a_second_allows_may_be_sent_every_second() -> None:
    rate = RateLimit(now=0.0)
    for second in range(1, 20):
        spend(rate, float(second), FRAMES_PER_SECOND, BYTES_PER_SECOND // FRAMES_PER_SECOND)


def test_silence_saves_up_no_more_than_a_burst() -> None:
    rate = RateLimit(now=0.0)
    spend(rate, 10_000.0, FRAMES_PER_SECOND * BURST)
    with pytest.raises(FrameError):
        rate.frame(10_000.0)
