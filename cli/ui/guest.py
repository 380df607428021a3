"""Trio as a guest of asyncio, the loop of the library that has the terminal; and the signals that end or stop both."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol, TypeVar

import trio

from cli.command import ended_by
from cli.output.screens import heeded
from cli.ui.text.console import Left

T = TypeVar("T")


class Guest(Protocol):
    """A console that is told of signals."""

    def leave(self) -> bool:
        """Have the person leave, as if they had said so; return whether anything here hears of it."""

    def stop(self) -> None:
        """Give the terminal back, and stop until the shell goes on with this program."""


async def await_asyncio(coroutine: Coroutine[Any, Any, T]) -> T:
    """Await, in a Trio task, a coroutine of the asyncio loop whose guest Trio is; cancelled with the task."""
    token = trio.lowlevel.current_trio_token()
    finished = trio.Event()
    task = asyncio.get_running_loop().create_task(coroutine)
    task.add_done_callback(lambda _: token.run_sync_soon(finished.set))
    try:
        await finished.wait()
    except trio.Cancelled:
        # The editor puts the terminal back in order, so the last word is its.
        task.cancel()
        with trio.CancelScope(shield=True):
            await finished.wait()
        raise
    return task.result()


C = TypeVar("C", bound=Guest)


def run_as_guest(main: Callable[[C], Awaitable[T]], console: C) -> T:
    """Run Trio as a guest of asyncio: one thread, two loops, no locks. Ctrl-C reaches Trio as if it ran alone.

    A signal that ends the program has the person leave. If nothing hears of that, or at a second one, all is
    cancelled. Either way the terminal is in order before the signal is raised as Failure.
    """
    loop = asyncio.new_event_loop()
    scope = trio.CancelScope()
    signals: list[int] = []

    def end(number: int) -> None:
        if signals or not console.leave():
            scope.cancel()
        signals.append(number)

    async def guest(console: C) -> T:
        with scope:
            return await main(console)
        raise Left

    async def host() -> T:
        done: asyncio.Future[Any] = loop.create_future()
        with heeded(end, console.stop):
            trio.lowlevel.start_guest_run(
                guest,
                console,
                run_sync_soon_threadsafe=loop.call_soon_threadsafe,
                done_callback=done.set_result,
                host_uses_signal_set_wakeup_fd=True,
            )
            outcome = await done
        if signals:
            raise ended_by(signals[0])
        result: T = outcome.unwrap()
        return result

    try:
        return loop.run_until_complete(host())
    finally:
        loop.run_until_complete(loop.shutdown_default_executor())
        loop.close()
