"""``mare export``: the record of a game that is kept here, finished or not."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from cli.command import Failure
from cli.describe import count
from cli.options import check_record, save_record
from cli.saved import look_at, named, open_store, record_named, short, unknown

SUMMARY = "write the record of a game to a file"


def add_arguments(parser: ArgumentParser) -> None:
    """Which game, and where to."""
    parser.add_argument("game", metavar="GAME", help="the beginning of its id, as `mare games` shows it")
    parser.add_argument("file", metavar="FILE", type=Path, help="where to write the record")


def run(args: Namespace) -> int:
    """0 when it is written; raises Failure. A game that is being played meanwhile is written as far as it has come."""
    check_record(args.file)
    store = open_store()
    games = named(store.games(), args.game)
    if not games:
        brought = record_named(store, args.game)
        if brought is None:
            raise unknown(args.game)
        print(f"The record is in {save_record(args.file, '', store.record(brought.game))}.")
        return 0
    session = look_at(games[0], store.items(games[0]))
    record = session.record()
    if record is None:
        raise Failure(f"game {short(session.charter)} has not begun: not everybody has signed its charter.")
    saved = save_record(args.file, "", record)
    print(f"The record ({count(session.log.height, 'step')}) is in {saved}; check it with `mare verify {saved}`.")
    return 0
