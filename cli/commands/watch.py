"""``mare watch``: follow a friend's game without a seat, from any moment on."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import trio

from cli.args import (
    add_invitation_arguments,
    add_map_argument,
    add_record_argument,
    address_of,
    check_record,
    given,
    given_or_asked,
    invitation_of,
    map_text_of,
)
from cli.command import Failure
from cli.crash_report import ConnectionFaults
from cli.editions import view_of
from cli.i18n.texts import tr, translated
from cli.play.bot_seats import BotSeats
from cli.play.console_session import ConsoleSession
from cli.play.game_session import GameSession
from cli.play.network import LOOKING, Full, add_reach_arguments, until_let_in, way_to
from cli.play.people import Players
from cli.storage.profile import open_profile
from cli.table_game import new_game
from cli.ui.terminal import add_console_arguments, converse, full_screen, manners_of
from cli.ui.text.console import Console
from p2p import (
    Address,
    Charter,
    DialError,
    DiscoveryError,
    Invitation,
    Session,
    SetupError,
    WatchCredentials,
    Window,
    tables_nearby,
)

EXAMPLES = ("mare watch mare://watch/AQ…",)

AGAIN = 0.5
"""Seconds until we look again whether a game has begun."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare whose game."""
    add_invitation_arguments(
        parser,
        tr("mare://watch/…, or an invitation to a seat; without it, you are asked"),
        tr("the table's address, if the invitation does not have it"),
    )
    add_reach_arguments(parser)
    add_map_argument(parser)
    add_record_argument(parser)
    add_console_arguments(parser)


def run(args: Namespace) -> int:
    """Return 0 when the game has ended or the spectator has left; raises Failure if no game can be followed."""
    map_text = map_text_of(args)
    check_record(args.record)
    named, at = given(args, invitation_of), address_of(args.at)
    profile = open_profile()

    async def watch(console: Console) -> None:
        invitation = await given_or_asked(console, named, invitation_of)
        secret = invitation.secret if invitation.kind == "watch" else invitation.secret.watch()
        addresses = (at,) if at is not None else invitation.addresses or await _nearby(invitation)
        faults = ConnectionFaults("watch", console.say)
        async with way_to(args, console, addresses) as way:
            window = Window(addresses, WatchCredentials(secret, profile.identity), invitation.key, faults, way.open)
            await _follow(console, window, map_text, args.record)

    converse(watch, manners_of(args))
    return 0


async def _follow(console: Console, window: Window, map_text: str | None, record: Path | None) -> None:
    """Wait for a game, follow it to its end, and keep its record; raises Failure if that fails."""
    charter = await _wait(console, window)
    try:
        session = Session(charter, partial(new_game, map_text=map_text), None)
    except SetupError as error:
        raise Failure(tr("this game cannot be followed: {error}", error=translated(error))) from None
    game = GameSession(session, BotSeats({}))
    async with full_screen(console, game.rules, view_of(game.rules)):
        watching = ConsoleSession(console, game, Players(game.table))
        await watching.play(window)
    watching.conclude(record)


async def _wait(console: Console, window: Window) -> Charter:
    """Wait until a game has begun, and for a place; return its charter. Raises Failure if there can be none."""
    said = False

    async def look_in() -> Charter:
        try:
            return await window.charter()
        except DialError as error:
            raise Full(translated(error)) if error.is_full else error from None

    while True:
        try:
            return await until_let_in(console, look_in)
        except DialError as error:
            if not error.closed:
                raise Failure(
                    tr(
                        "{problem} An invitation works only while its table is open.",
                        problem=translated(error),
                    )
                ) from None
        if not said:
            console.say(tr("No game is being played there yet, or it may not be watched; waiting for one to begin."))
            said = True
        await trio.sleep(AGAIN)


async def _nearby(invitation: Invitation) -> Sequence[Address]:
    """Return where the table of an invitation to a seat is, if it is announced nearby; raises Failure."""
    try:
        tables = await tables_nearby(LOOKING)
    except DiscoveryError as error:
        raise Failure(tr("{error} Give the whole invitation, or --at.", error=translated(error))) from None
    for table in tables:
        if table.table == invitation.secret.table():
            return table.addresses
    raise Failure(tr("no table with these words is announced on this network; give the whole invitation, or --at."))
