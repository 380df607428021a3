"""``mare resume``: go on with a game that was left, or that a crash has ended."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import trio

from cli.bot import listen_again
from cli.command import Failure
from cli.describe import count
from cli.dialogue import Console
from cli.minds import STEADILY
from cli.network import Place, place_of
from cli.options import add_record_argument, check_record
from cli.peer import Peer
from cli.play import SEAT, Game, seat
from cli.processes import bot_processes, call_to_table, cards_of
from cli.profile import open_bot, open_profile
from cli.saved import LENT, Notes, Taken, kept, named, notes_of, open_store, record_named, short, take_up, unknown
from cli.seating import Seating, card_of
from cli.setups import edition_of
from cli.sitting import Sitting
from cli.table import new_game
from cli.terminal import add_console_arguments, converse, full_screen, manners_of
from cli.texts import marked, tr
from crypto import Identity
from p2p.door import Door
from p2p.game import SetupError
from p2p.store import Store, StoredGame
from p2p.tls import Credentials

SUMMARY = marked("go on with a game, by default the one that you played last")

PATIENCE = 600.0
"""Seconds for everybody to come back, once there are enough to go on."""


def add_arguments(parser: ArgumentParser) -> None:
    """Which game, and how it is shown."""
    parser.add_argument("game", nargs="?", metavar="GAME", help=tr("the beginning of its id, as `mare games` shows it"))
    add_record_argument(parser)
    add_console_arguments(parser)


def run(args: Namespace) -> int:
    """0 when the game has ended or the person has left it; raises Failure where it cannot go on."""
    check_record(args.record)
    store = open_store()
    games = named(store.games(), args.game)
    if not games:
        raise _no_game(store, args.game)
    game = games[0]
    if game.progress.is_finished:
        raise Failure(tr("game {short} is over; `mare export {short} FILE` has its record.", short=short(game.charter)))
    notes = notes_of(game)
    taken = take_up(store, game.charter.id, game.person, _key(notes))

    async def go_on(console: Console) -> None:
        with kept(console, game.charter, taken.journal):
            if notes.seating is not None:
                await _with_bots(console, store, game, notes, taken, args.record)
            else:
                await _with_people(console, game, notes, taken, args.record)

    converse(go_on, manners_of(args))
    return 0


def _no_game(store: Store, prefix: str) -> Failure:
    if record_named(store, prefix) is None:
        return unknown(prefix)
    return Failure(
        tr(
            "of game {prefix} only the record is here, without anybody's keys; it goes on where "
            "it was played, not here.",
            prefix=prefix,
        )
    )


def _key(notes: Notes) -> Identity | None:
    """The key of the profile that plays, None where the game has one of its own; raises Failure and OSError."""
    if notes.identity is not None:
        return None
    return (open_bot(notes.name) if notes.keeper == LENT else open_profile()).identity


async def _with_bots(
    console: Console, store: Store, game: StoredGame, notes: Notes, taken: Taken, record: Path | None
) -> None:
    """Go on at a table with bots on this machine, which are started again."""
    before = Seating.from_json(notes.seating or {})
    own, *others = before.cards
    names = [card.name for card in others]
    board = new_game(game.charter.setup, before.edition).rules
    async with full_screen(console, board), bot_processes(names) as bots:
        console.say(
            tr(
                "Going on with game {id}, with {bots} on this machine …",
                id=short(game.charter),
                bots=count(len(names), "bot"),
            )
        )
        listeners = await listen_again(own.port)
        where = {"store": str(store.path), "game": game.charter.id.hex()}
        parts = [where | {"person": person} for person in range(len(before.cards)) if person != SEAT]
        minds = notes.bots or (STEADILY,) * len(others)
        await call_to_table(bots, minds, [card.port for card in others], notes.table, kept=parts)
        card = card_of(own.name, taken.signer, listeners[0].socket.getsockname()[1])
        seating = replace(before, cards=(card, *await cards_of(bots)))
        await seat(bots, seating, store)
        table = Game(console, Peer(seating, taken.signer, taken.journal))
        table.restore(taken.items)
        await table.play(listeners, notes.table, bots)
    table.conclude(record)


async def _with_people(console: Console, game: StoredGame, notes: Notes, taken: Taken, record: Path | None) -> None:
    """Go on where the others find us as before, if that can be."""
    charter = game.charter
    credentials = Credentials(notes.table, taken.signer.identity)
    try:
        edition = edition_of(notes.setup)
        board = new_game(charter.setup, edition).rules
    except SetupError as error:
        raise Failure(tr("game {short} cannot go on: {error}", short=short(charter), error=error)) from None
    async with _place(console, notes) as place, trio.open_nursery() as nursery:
        door = Door(place.listeners, credentials, lambda line: console.say(tr("At the door: {line}", line=line)))
        nursery.start_soon(door.serve)
        async with full_screen(console, board):
            lent, *_ = (*notes.bots, STEADILY)
            sitting = Sitting(console, charter, taken.signer, edition, notes.player, lent, taken.journal, PATIENCE)
            sitting.restore(taken.items)
            await sitting.play(door, credentials, place, notes.addresses, notes.watchers)
        nursery.cancel_scope.cancel()
    sitting.conclude(record)
    if sitting.failure is not None:
        raise Failure(sitting.failure)


@asynccontextmanager
async def _place(console: Console, notes: Notes) -> AsyncIterator[Place]:
    """Listen as before, or, where that port is taken now, at any other; raises Failure."""
    args = Namespace(**(notes.network or {}))
    async with AsyncExitStack() as stack:
        try:
            place = await stack.enter_async_context(place_of(args, console.say))
        except Failure:
            args.port = 0
            place = await stack.enter_async_context(place_of(args, console.say))
        yield place
