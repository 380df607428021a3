"""Frames on a stream, and the limits that a peer has to keep."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2p.framing import BURST, BYTES_PER_SECOND, FRAMES_PER_SECOND, FrameError, FrameReader, RateLimit, frame


@given(st.lists(st.binary(min_size=1, max_size=40)), st.lists(st.integers(1, 50)))
def test_frames_are_the_same_however_the_stream_is_cut(messages: list[bytes], cuts: list[int]) -> None:
    stream = b"".join(map(frame, messages))
    reader = FrameReader()
    received = []
    for cut in [*cuts, len(stream)]:
        received += reader.feed(stream[:cut])
        stream = stream[cut:]
    assert received == messages


def test_a_frame_as_long_as_the_limit_is_taken() -> None:
    assert FrameReader(10).feed(frame(bytes(10))) == [bytes(10)]


@pytest.mark.parametrize("size", [0, 11, 2**32 - 1])
def test_a_frame_beyond_the_limit_is_refused_before_it_is_read(size: int) -> None:
    with pytest.raises(FrameError, match=f"a frame of {size} bytes, and 1 to 10 are allowed"):
        FrameReader(10).feed(size.to_bytes(4, "big"))


def test_a_burst_is_allowed_and_more_is_not() -> None:
    rate = RateLimit(now=5.0)
    rate.spend(5.0, FRAMES_PER_SECOND * BURST, 0)
    with pytest.raises(FrameError, match="frames"):
        rate.spend(5.0, 1, 0)


def test_bytes_are_limited_as_frames_are() -> None:
    rate = RateLimit(now=5.0)
    rate.spend(5.0, 0, BYTES_PER_SECOND * BURST)
    with pytest.raises(FrameError, match="bytes a second"):
        rate.spend(5.0, 0, 1)


def test_what_a_second_allows_may_be_sent_every_second() -> None:
    rate = RateLimit(now=0.0)
    for second in range(1, 100):
        rate.spend(float(second), FRAMES_PER_SECOND, BYTES_PER_SECOND)


def test_silence_saves_up_no_more_than_a_burst() -> None:
    rate = RateLimit(now=0.0)
    with pytest.raises(FrameError):
        rate.spend(10_000.0, FRAMES_PER_SECOND * BURST + 1, 0)
