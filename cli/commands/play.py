"""``mare play``: a person at the table, with bots as the other peers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import trio

from cli.args import (
    add_bots_argument,
    add_table_arguments,
    add_talk_argument,
    add_think_argument,
    check_record,
    edition_named,
    map_text_of,
    options_of,
    ports_of,
    seconds_of,
    strengths_of,
)
from cli.bots.minds import ENGINE, Chosen, introduce
from cli.bots.protocol import Unanswered
from cli.command import Failure
from cli.editions import view_of
from cli.i18n.texts import count, term, tr, translated
from cli.play.processes import BotProcess, bot_processes, call_to_table, cards_of
from cli.play.seating import HOST, SEAT, Seating, card_of, fresh_signer
from cli.play.table_with_bots import GameWithBots
from cli.storage.games import MYSELF, Notes, begin, kept, open_store, pem_of
from cli.storage.profile import own_name
from cli.table_game import board_of, map_of
from cli.ui.terminal import add_console_arguments, add_notice_argument, converse, full_screen, manners_of, unless_left
from cli.ui.text.console import Console, Left
from core.engine.edition import RANDOM
from p2p import MAX_NAME, Address, AddressError, Signer, TableSecret, listen, shown

EXAMPLES = (
    "mare play",
    "mare play --empire rome --players 5 --bots strong",
    "mare play --edition revised --start points",
    "mare play --bots 'engine:python3 mybot.py'",
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the table, and what the player wants to play."""
    parser.add_argument(
        "--empire",
        type=str.lower,
        default=RANDOM,
        help=tr("what you play, for example rome (default: chance decides)"),
    )
    add_bots_argument(parser, engines=True)
    add_think_argument(parser)
    add_talk_argument(parser)
    add_table_arguments(parser)
    add_console_arguments(parser)
    add_notice_argument(parser)


def run(args: Namespace) -> int:
    """Return 0 when the game has ended or the person has left it; raises Failure if it cannot go on."""
    edition = edition_named(args)
    map_text = map_text_of(args, edition)
    options = options_of(args, edition, map_of(map_text, edition), args.empire)
    strengths = strengths_of(args, options.players - 1, edition, engines=True)
    minds = [Chosen(strength, seconds_of(args), talks=not args.no_talk) for strength in strengths]
    names = _names_of(minds)
    ports = ports_of(args, options.players)
    check_record(args.record)

    async def sit_down(console: Console) -> None:
        await play_on(console, Seating(edition, options, (), map_text), minds, names, ports, args.record)

    converse(sit_down, manners_of(args))
    return 0


def _names_of(minds: Sequence[Chosen]) -> list[str]:
    """Return the bots' names, a program's as it names itself; raises Failure if a program does not work."""
    called: dict[str, str] = {}
    for mind in minds:
        if mind.is_program and mind.name not in called:
            try:
                called[mind.name] = trio.run(introduce, mind.name.removeprefix(ENGINE))
            except Unanswered as error:
                raise Failure(f"--bots {mind.name}: {error}", status=2) from None
    names = [called.get(mind.name, "Bot") for mind in minds]
    return [f"{_shortened(name)} {number}" for number, name in enumerate(names, start=1)]


def _shortened(name: str) -> str:
    """Return a program's name, with room for a number after it."""
    return shown(name).encode("utf-8")[: MAX_NAME - 3].decode("utf-8", errors="ignore").strip() or "Bot"


async def play_on(
    console: Console,
    table: Seating,
    minds: Sequence[Chosen],
    names: Sequence[str],
    ports: Sequence[int],
    record: Path | None,
) -> None:
    """Play at a table, which has no cards yet, as often as the person wants another game there."""
    while True:
        rematch = await _play(console, table, minds, names, ports, record)
        if not rematch:
            return
        # Another record has another name, and the ports may not be free again at once.
        table, ports, record = again(table, rematch), [0] * len(ports), None


def again(table: Seating, empires: tuple[str, ...]) -> Seating:
    """Return the table of a rematch, with what is then played at each seat."""
    return replace(table, options=table.options._replace(empires=empires))


async def _play(
    console: Console,
    table: Seating,
    minds: Sequence[Chosen],
    names: Sequence[str],
    ports: Sequence[int],
    record: Path | None,
) -> tuple[str, ...]:
    """Play one game; returns what is played at each seat in the next one, nothing if that is not wanted."""
    game: GameWithBots | None = None
    store = open_store()
    try:
        board = board_of(table.edition, table.options, table.map)
        async with full_screen(console, board, view_of(board)):
            strengths = ", ".join(dict.fromkeys(_strength(mind) for mind in minds))
            bots_named = f"{count(len(names), 'bot')} ({strengths})"
            console.say(
                tr("Setting up a table for you and {bots_named}, on this machine only …", bots_named=bots_named)
            )
            secret = TableSecret.generate()
            async with bot_processes(names) as bots:
                async with unless_left(console):
                    listeners, seating, signer = await _set_up(bots, minds, table, ports, secret)
                journal = begin(store, seating.charter(), signer, _notes(seating, signer, secret, minds))
                with kept(console, seating.charter(), journal, with_bots=True):
                    game = GameWithBots(console, seating, signer, journal, minds)
                    game.at_console.conversation.rematches = True
                    await game.play(listeners, secret, bots, store)
    except* Left:
        console.say(tr("You left before the game began."))
    if game is None:
        return ()
    game.conclude(record)
    return game.rematch


def _strength(mind: Chosen) -> str:
    """Return how strong a bot is; a program is called so."""
    return tr("a program") if mind.is_program else term(mind.name)


async def _set_up(
    bots: Sequence[BotProcess],
    minds: Sequence[Chosen],
    table: Seating,
    ports: Sequence[int],
    secret: TableSecret,
) -> tuple[Sequence[trio.SocketListener], Seating, Signer]:
    """Bring the bots to the table; returns where we listen, who sits there, and our own hand. Raises Failure."""
    try:
        listeners = await listen([Address(HOST, ports[SEAT])])
    except AddressError as error:
        raise Failure(translated(error)) from None
    await call_to_table(bots, minds, ports[SEAT + 1 :], secret)
    signer = await trio.to_thread.run_sync(fresh_signer, abandon_on_cancel=True)
    own = card_of(own_name(), signer, listeners[0].socket.getsockname()[1])
    return listeners, replace(table, cards=(own, *await cards_of(bots))), signer


def _notes(seating: Seating, signer: Signer, secret: TableSecret, minds: Sequence[Chosen]) -> Notes:
    """Return what it takes to sit down again with the same bots."""
    own, table = pem_of(signer), secret.reveal().hex()
    return Notes(MYSELF, seating.cards[SEAT].name, table, seating.map_text, own, seating.to_json(), bots=tuple(minds))
