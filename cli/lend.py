"""``mare bot``: lend a bot to somebody's table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from cli.company import Manner
from cli.join import add_invitation_arguments, sit_down
from cli.lobby import Wishes
from cli.options import add_record_argument, add_setup_argument, check_record, setup_of
from cli.setups import edition_of
from p2p.mesh import GUESTS

SUMMARY = "lend a bot to a friend's table: it plays game after game, for as long as the table is open"


def add_arguments(parser: ArgumentParser) -> None:
    """Whose table, and what the bot is called."""
    add_invitation_arguments(parser)
    parser.add_argument("--name", help="how the others call the bot (default: as `mare whoami` says)")
    add_setup_argument(parser)
    add_record_argument(parser)


def run(args: Namespace) -> int:
    """0 when the table is no more; raises Failure where the bot cannot come in or no game came about."""
    edition = edition_of(setup_of(args))
    check_record(args.record)
    manner = Manner(Wishes(ready=True), autopilot=True, stays=True, record=args.record, watchers=GUESTS)
    return sit_down(args, edition, manner)
