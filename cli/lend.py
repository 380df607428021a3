"""``mare bot``: lend a bot to somebody's table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from cli.company import Manner, name_of
from cli.join import add_invitation_arguments, sit_down
from cli.lobby import Wishes
from cli.options import add_record_argument, add_setup_argument, check_record, setup_of
from cli.profile import Profile, open_bot, open_profile
from cli.setups import edition_of
from cli.terminal import Manners
from p2p.charter import MAX_NAME
from p2p.mesh import GUESTS

SUMMARY = "lend a bot to a friend's table: it plays game after game, for as long as the table is open"


def add_arguments(parser: ArgumentParser) -> None:
    """Whose table, and what the bot is called."""
    add_invitation_arguments(parser)
    parser.add_argument("--name", help="how the others call the bot (default: Bot of, and your own name)")
    add_setup_argument(parser)
    add_record_argument(parser)


def run(args: Namespace) -> int:
    """0 when the table is no more; raises Failure where the bot cannot come in or no game came about."""
    edition = edition_of(setup_of(args))
    check_record(args.record)
    manner = Manner(Wishes(ready=True), autopilot=True, stays=True, record=args.record, watchers=GUESTS)
    return sit_down(args, edition, manner, _bot, Manners(plain=True))


def _bot(args: Namespace) -> tuple[Profile, str]:
    """The bot's own profile and name, by default that of whoever lends it behind ``Bot of``."""
    owner = open_profile()
    name = _bot_of(owner.name) if args.name is None else name_of(args, owner)
    return open_bot(name), name


def _bot_of(name: str) -> str:
    """A bot's name, with as much of its owner's as there is room for."""
    return f"Bot of {name}".encode()[:MAX_NAME].decode("utf-8", errors="ignore").rstrip()
