"""``mare export``: the record of a game that is kept here, finished or not."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from cli.args import check_record, save_record
from cli.i18n.texts import count, tr
from cli.output.lines import say
from cli.storage.games import kept_record, unknown

EXAMPLES = ("mare export 1a2b3c4d game.mare",)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which game, and where to."""
    parser.add_argument("game", metavar="GAME", help=tr("the beginning of the game's id, as `mare games` shows it"))
    parser.add_argument("file", metavar="FILE", type=Path, help=tr("where to write the record"))


def run(args: Namespace) -> int:
    """Return 0 when it is written; raises Failure. A game in progress is written as far as it has come."""
    check_record(args.file, "FILE")
    record = kept_record(args.game)
    if record is None:
        raise unknown(args.game)
    saved = save_record(args.file, "", record.data)
    say(
        tr(
            "The record ({steps}) is in {saved}; check it with `mare verify {saved}`.",
            steps=count(record.steps, "step"),
            saved=saved,
        )
    )
    return 0
