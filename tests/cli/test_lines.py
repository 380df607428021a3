"""Lines from a source of bytes."""

from __future__ import annotations

import os

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from cli.ui.text.console import Lines, LineTooLong, stdin_lines


def lines_of(*chunks: bytes, most: int = 100) -> Lines:
    """The lines of bytes that come in these chunks."""
    left = iter(chunks)

    async def receive() -> bytes:
        return next(left, b"")

    return Lines(receive, most)


async def everything(lines: Lines) -> list[str]:
    """All lines up to the end."""
    found = []
    while (line := await lines.next()) is not None:
        found.append(line)
    return found


@given(st.lists(st.binary(min_size=1, max_size=20)))
def test_how_the_bytes_arrive_makes_no_difference(chunks: list[bytes]) -> None:
    whole = b"".join(chunks)
    wanted = [line.removesuffix(b"\r").decode("utf-8", "replace") for line in whole.split(b"\n")]
    if whole.endswith(b"\n") or not whole:
        wanted.pop()
    assert trio.run(everything, lines_of(*chunks, most=10**6)) == wanted


async def test_the_last_line_needs_no_end() -> None:
    assert await everything(lines_of(b"one\ntwo")) == ["one", "two"]


async def test_after_the_last_line_there_is_none_ever() -> None:
    lines = lines_of(b"one\n")
    await lines.next()
    assert [await lines.next(), await lines.next()] == [None, None]


async def test_an_endless_line_is_refused() -> None:
    with pytest.raises(LineTooLong):
        await lines_of(*[b"x" * 60] * 3).next()


async def test_a_line_that_comes_when_no_one_waits_is_there_for_the_next_who_does() -> None:
    reading, writing = os.pipe()
    lines = stdin_lines(100, reading)
    with trio.move_on_after(0.05):
        await lines.next()
    os.write(writing, b"late\n")
    os.close(writing)
    with trio.fail_after(60):
        assert await everything(lines) == ["late"]
    os.close(reading)


async def test_a_source_that_cannot_be_read_is_an_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with pytest.raises(OSError, match="Bad file descriptor"):
        await stdin_lines(100, reading).next()
    os.close(writing)
