"""What a host reads of callers: few lines, whatever they do."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import trio

from p2p.errors import TableError, Text
from p2p.net.visitors import KINDS, MINUTE, AccessLog

REFUSED = "was refused, and told: “{sentence}”"


@asynccontextmanager
async def access_log() -> AsyncIterator[tuple[AccessLog, list[str]]]:
    """An access log, and what it writes."""
    log: list[str] = []
    of = AccessLog(lambda line: log.append(str(line)))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(of.keep)
        yield of, log
        nursery.cancel_scope.cancel()


def full(seats: int) -> Text:
    """Why someone is refused."""
    return Text(REFUSED, sentence=Text("All of its {seats} seats are taken.", seats=seats))


async def test_of_one_kind_there_is_one_line_at_once_and_one_with_the_number_each_minute(
    autojump_clock: object,
) -> None:
    async with access_log() as (of, log):
        for number in range(122 * 59):
            of.write(f"192.0.2.7:{number}", full(number))
            await trio.sleep(1 / 122)
        assert log == ["192.0.2.7:0: was refused, and told: “All of its 0 seats are taken.”"]
        await trio.sleep(MINUTE)
        assert len(log) == 2
        assert log[1].startswith("7197 more within a minute, the last of them 192.0.2.7:7197: was refused, and told: ")


async def test_who_comes_once_is_told_once_and_after_a_quiet_minute_again(autojump_clock: object) -> None:
    async with access_log() as (of, log):
        of.write("here", full(6))
        await trio.sleep(MINUTE + 1)
        assert len(log) == 1
        of.write("there", full(6))
        assert log[1:] == ["there: was refused, and told: “All of its 6 seats are taken.”"]


async def test_a_flood_that_lasts_is_a_line_each_minute(autojump_clock: object) -> None:
    async with access_log() as (of, log):
        for _ in range(290):
            of.write("here", full(6))
            await trio.sleep(1)
        assert len(log) == 5


async def test_other_words_are_another_kind_though_they_stand_in_one_sentence(autojump_clock: object) -> None:
    async with access_log() as (of, log):
        of.write("here", full(6))
        of.write("here", Text(REFUSED, sentence=Text("This game has ended.")))
        of.write("here", Text("no greeting: it {reason}", reason=TableError("hung up")))
        of.write("here", Text("no greeting: it {reason}", reason=TableError("speaks no TLS")))
        assert len(log) == 4


async def test_whatever_callers_make_up_there_are_few_kinds(autojump_clock: object) -> None:
    async with access_log() as (of, log):
        for number in range(1000):
            of.write("here", Text(f"a sentence that is number {number}"))
        assert len(log) == KINDS + 1
        await trio.sleep(MINUTE + 1)
        assert len(log) == KINDS + 2
