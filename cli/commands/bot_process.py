"""A subcommand that the help does not list: it runs one bot as a peer in a process of its own.

``cli.play.processes`` starts it; the two talk in lines of JSON:

    launcher ── {"name", "number", "seed", "port", "secret", "mind", "kept"} ──▶ bot
             ◀── {"card"} ──                                 once it listens
             ── {"seating", "tell", "store"} ──▶
             ◀── {"round": [line, …]} ──                     after every round, if told to tell; and what goes wrong
             ◀── {"end": {…}} or {"failed": sentence} ──

``store`` is the file in which the game is kept, if it is; ``kept`` is {"store", "game", "player"} where the bot
is to take up a game of such a file again.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

import trio

from cli.bots.minds import Chosen, reliable_mind
from cli.command import Failure, first_of
from cli.editions import view_of
from cli.i18n.texts import translated
from cli.output.lines import say
from cli.play.bot_seats import BotSeats, policy_mind
from cli.play.game_session import GameSession
from cli.play.processes import MOST
from cli.play.seating import (
    HOST,
    Seating,
    card_of,
    connecting,
    fresh_signer,
    listen_again,
    seeded_chance,
    seeded_signer,
    session_at,
)
from cli.storage.games import BOT, Notes, begin, pem_of, take_up
from cli.ui.text.console import Lines, stdin_lines
from p2p import (
    Address,
    AddressError,
    CharterError,
    Completed,
    Event,
    JournalError,
    SetupError,
    Show,
    Signer,
    Stopped,
    Store,
    StoredJournal,
    TableSecret,
    listen,
)

EXAMPLES = ()


class _LauncherGone(Exception):
    """The program for which the bot plays is gone."""


def add_arguments(parser: ArgumentParser) -> None:
    """It has none: what it needs comes through its standard input."""


def run(args: Namespace) -> int:
    """Play one game; ends in silence when the launcher goes away."""
    try:
        trio.run(_main)
    except _LauncherGone:
        return 1
    return 0


async def _main() -> None:
    lines = stdin_lines(MOST)
    try:
        await _sit_down(lines, await _hear(lines))
    except* (AddressError, CharterError, SetupError, JournalError, Failure) as errors:
        _tell(failed=translated(first_of(errors)))


async def _sit_down(lines: Lines, setup: dict[str, Any]) -> None:
    seed, number, kept = setup["seed"], setup["number"], setup["kept"]
    listeners = await listen([Address(HOST, setup["port"])]) if kept is None else await listen_again(setup["port"])
    secret = TableSecret(bytes.fromhex(setup["secret"]))
    below = secrets.randbelow if seed is None else seeded_chance(seed, number)
    taken = None if kept is None else take_up(Store(Path(kept["store"])), bytes.fromhex(kept["game"]), kept["player"])
    signer = taken.signer if taken else fresh_signer() if seed is None else seeded_signer(seed, number)
    _tell(card=asdict(card_of(setup["name"], signer, listeners[0].socket.getsockname()[1])))
    order = await _hear(lines)
    seating = Seating.from_json(order["seating"])
    journal = taken.journal if taken else _begin(order["store"], seating, signer)
    session = session_at(seating, signer)
    if taken:
        session.restore(taken.items)
    mind = Chosen(**setup["mind"])
    # A program may fail, and the autopilot then answers; what is built in may not.
    mind_for = partial(reliable_mind, edition=seating.edition, tell=_report) if mind.is_program else policy_mind
    bots = BotSeats(dict.fromkeys(session.charter.seats_of(session.me or 0), mind), mind_for, below)
    game = GameSession(session, bots, journal)
    if order["tell"]:
        game.shows.append(_telling(game))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_end_with_launcher, lines, nursery.cancel_scope)
        async with connecting(session, seating, signer, listeners, secret) as mesh:
            await game.play(mesh)
        _tell_end(game)
        nursery.cancel_scope.cancel()


def _begin(store: str | None, seating: Seating, signer: Signer) -> StoredJournal | None:
    """Keep the game in a file, if the launcher wants that."""
    if store is None:
        return None
    return begin(Store(Path(store)), seating.charter(), signer, Notes(BOT, identity=pem_of(signer)))


def _telling(game: GameSession) -> Show:
    """Return what tells the launcher of every round."""
    chronicle = view_of(game.rules).chronicle()
    game.rules.listen(chronicle.hear)

    def show(event: Event) -> None:
        if not isinstance(event, Completed):
            return
        # Several steps may complete at once; the state is that after the last of them.
        newest = event.step.number == game.session.log.height
        if newest and (lines := chronicle.turn(game.rules.state)):
            _tell(round=lines)

    return show


def _tell_end(game: GameSession) -> None:
    if isinstance(game.end, Stopped):
        _tell(failed=game.ending())
    else:
        record = base64.b64encode(game.session.record() or b"").decode("ascii")
        _tell(end=game.summary() | {"record": record, "process": os.getpid()})


def _report(sentence: str) -> None:
    """Tell the launcher what has gone wrong."""
    _tell(round=[sentence])


async def _hear(lines: Lines) -> dict[str, Any]:
    line = await lines.next()
    if line is None:
        raise _LauncherGone
    message: dict[str, Any] = json.loads(line)
    return message


async def _end_with_launcher(lines: Lines, scope: trio.CancelScope) -> None:
    """End the bot when the launcher is gone: its end of the pipe closes then, however it ends."""
    await lines.next()
    scope.cancel()


def _tell(**message: Any) -> None:
    say(json.dumps(message))
