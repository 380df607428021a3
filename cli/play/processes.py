"""Bots as processes of their own, each a peer with its own key.

The program that starts them is no server: it tells each the others' addresses and keys, and then only listens to
what they report. The two talk in lines of JSON over the bot's standard input and output. A bot whose input ends ends
itself: its launcher is gone, however it went.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import trio

from cli.bots.child import open_apart
from cli.bots.minds import Chosen
from cli.command import BOT_COMMAND, Failure, manner
from cli.i18n.texts import VARIABLE, language, tr
from cli.play.seating import PeerCard
from cli.ui.text.console import Lines
from p2p import TableSecret

MOST = 1 << 26
"""Bytes of the longest line: one that carries a whole record."""

GRACE = 5
"""Seconds that a bot has to end by itself."""


program = "mare" if "mare" in sys.modules else "cli"
"""The module that starts a bot: that of an installation or a checkout, unless another one wraps the program.

An embedded Python of Windows ignores ``PYTHONPATH``, and finds `mare` alone.
"""


class BotGone(Failure):
    """A bot has ended or cannot go on; the message says why."""


class BotProcess:
    """One bot, as its launcher sees it."""

    def __init__(self, name: str, process: trio.Process) -> None:
        if process.stdin is None or process.stdout is None:
            raise ValueError("a bot is started with pipes")
        self.name = name
        self._plays = False
        self._process = process
        self._input = process.stdin
        self._lines = Lines(process.stdout.receive_some, MOST)

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    async def send(self, message: dict[str, Any]) -> None:
        """Tell the bot something; one that is gone is noticed when it should answer."""
        self._plays = self._plays or "seating" in message
        try:
            await self._input.send_all(json.dumps(message).encode("ascii") + b"\n")
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            return

    async def receive(self) -> dict[str, Any]:
        """Return what the bot reports next; raises BotGone if it has failed or died."""
        line = await self._lines.next()
        if line is None:
            status = await self._process.wait()
            raise BotGone(
                tr("The process of {name} {manner}, so the game cannot go on.", name=self.name, manner=manner(status))
            )
        message: dict[str, Any] = json.loads(line)
        if "failed" in message:
            raise BotGone(message["failed"])
        return message

    async def close(self) -> None:
        """Let the bot know that its launcher has done with it."""
        await self._input.aclose()

    async def end(self) -> None:
        """Wait until the bot has ended, and see to it that it does: at once where it has not begun to play."""
        with trio.move_on_after(GRACE if self._plays else 0):
            await self._process.wait()
        self.kill()
        await self._process.wait()

    def kill(self) -> None:
        """End the bot, unless it has ended."""
        self._process.kill()


async def call_to_table(
    bots: Sequence[BotProcess],
    minds: Sequence[Chosen],
    ports: Sequence[int],
    secret: TableSecret,
    seed: int | None = None,
    kept: Sequence[Mapping[str, Any]] | None = None,
) -> None:
    """Have all bots listen at these ports and make their keys, which takes a while; then they have their cards.

    ``kept`` says for each where the game is kept that it is to take up again. The table's secret goes to them over
    their standard input, which only they read.
    """
    for number, (bot, mind, port) in enumerate(zip(bots, minds, ports, strict=True)):
        call = {"name": bot.name, "number": number, "seed": seed, "port": port, "secret": secret.reveal().hex()}
        call["mind"] = {"name": mind.name, "think": mind.think, "nodes": mind.nodes, "talks": mind.talks}
        await bot.send(call | {"kept": None if kept is None else dict(kept[number])})


async def cards_of(bots: Sequence[BotProcess]) -> list[PeerCard]:
    """Return the cards of bots that have been called to the table; raises BotGone."""
    return [PeerCard(**(await bot.receive())["card"]) for bot in bots]


async def follow(bots: Sequence[BotProcess], told: Callable[[list[str]], None]) -> list[dict[str, Any]]:
    """Pass on what the bots tell of the rounds, until all have come to the end; returns what each found there.

    Raises BotGone with what the first of them says that cannot go on.
    """
    ends: dict[str, dict[str, Any]] = {}
    failures: list[BotGone] = []

    async def listen(bot: BotProcess) -> None:
        try:
            while "end" not in (report := await bot.receive()):
                told(report["round"])
            ends[bot.name] = report["end"]
        except BotGone as gone:
            failures.append(gone)
            nursery.cancel_scope.cancel()

    async with trio.open_nursery() as nursery:
        for bot in bots:
            nursery.start_soon(listen, bot)
    if failures:
        raise failures[0]
    return [ends[bot.name] for bot in bots]


@asynccontextmanager
async def bot_processes(names: Iterable[str]) -> AsyncIterator[list[BotProcess]]:
    """Start a bot process for each name; none of them outlives the block."""
    bots: list[BotProcess] = []
    try:
        for name in names:
            process = await _start()
            bots.append(BotProcess(name, process))
        yield bots
    finally:
        try:
            with trio.CancelScope(shield=True):
                for bot in bots:
                    await bot.close()
                for bot in bots:
                    await bot.end()
        finally:
            # No shield keeps Ctrl-C out.
            for bot in bots:
                bot.kill()


async def _start() -> trio.Process:
    # The bot takes its modules from where this process takes them, never from the folder it happens to run in (-P),
    # and Ctrl-C reaches the launcher alone, which then ends the bots in order.
    return await open_apart(
        [sys.executable, "-P", "-m", program, BOT_COMMAND],
        os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), VARIABLE: language()},
    )
