"""``mare bot``: lend a bot to a friend's table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

import trio

from cli.args import (
    BOT_SECONDS,
    add_map_argument,
    add_record_argument,
    add_strength_argument,
    add_talk_argument,
    bot_of,
    check_record,
    seconds_of,
)
from cli.bots.minds import ENGINE, PROGRAM_SECONDS, Chosen, introduce
from cli.bots.protocol import Unanswered
from cli.command import Failure
from cli.commands.join import add_guest_arguments, sit_down
from cli.i18n.texts import reason_of, tr
from cli.play.company import Manner, name_of, notes_for
from cli.play.lobby import Wishes
from cli.storage.games import LENT
from cli.storage.profile import Profile, open_bot, open_profile
from cli.ui.terminal import Manners
from p2p import MAX_NAME

EXAMPLES = ("mare bot mare://join/AQ… --strength strong", "mare bot mare://join/AQ… --engine 'python3 mybot.py'")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare whose table, and the bot's name."""
    add_guest_arguments(parser)
    parser.add_argument("--name", help=tr("the bot's name at this table (default: Bot of, and your name)"))
    add_strength_argument(parser)
    add_talk_argument(parser)
    parser.add_argument(
        "--engine", metavar="COMMAND", help=tr("the command of a program that plays instead; see docs/bots.md")
    )
    parser.add_argument(
        "--think",
        type=float,
        metavar="SECONDS",
        help=tr(
            "how long an answer may take (default: {most_seconds:g}; for a program {think:g})",
            most_seconds=BOT_SECONDS,
            think=PROGRAM_SECONDS,
        ),
    )
    parser.add_argument(
        "--engine-log",
        type=Path,
        metavar="FILE",
        help=tr("append all that the program says and is told to this file"),
    )
    add_map_argument(parser)
    add_record_argument(parser)


def run(args: Namespace) -> int:
    """Return 0 when the table is no more; raises Failure if the bot cannot come in or no game came about."""
    check_record(args.record)
    notes = notes_for(args, LENT, _player(args))
    manner = Manner(Wishes(ready=True), notes, stays=True, record=args.record)
    return sit_down(args, manner, _bot, Manners(plain=True))


def _player(args: Namespace) -> Chosen:
    """Return who plays; raises Failure if that is a program that cannot."""
    if args.think is None:
        args.think = BOT_SECONDS if args.engine is None else PROGRAM_SECONDS
    if args.engine is None:
        return bot_of(args)
    seconds = seconds_of(args)
    try:
        if args.engine_log is not None:
            args.engine_log.open("ab").close()
        trio.run(introduce, args.engine)
    except OSError as error:
        raise Failure(f"--engine-log {args.engine_log}: {reason_of(error)}.", status=2) from None
    except Unanswered as error:
        raise Failure(f"--engine: {error}", status=2) from None
    return Chosen(f"{ENGINE}{args.engine}", seconds, args.engine_log)


def _bot(args: Namespace) -> tuple[Profile, str]:
    """Return the bot's own profile and name, by default ``Bot of`` and the lender's name."""
    owner = open_profile()
    name = _bot_of(owner.name) if args.name is None else name_of(args, owner)
    return open_bot(name), name


def _bot_of(name: str) -> str:
    """Return a bot's name, with as much of its owner's as there is room for."""
    return f"Bot of {name}".encode()[:MAX_NAME].decode("utf-8", errors="ignore").rstrip()
