"""Lines from a source of bytes."""

from __future__ import annotations

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from cli.lines import Lines, LineTooLong


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
