"""``mare import``: take the record of a game into the list of those that are kept here."""

from __future__ import annotations

import time
from argparse import ArgumentParser, Namespace
from functools import partial

from cli.args import add_map_argument, map_text_of
from cli.command import Failure
from cli.commands.games import names
from cli.i18n.texts import tr, translated
from cli.output.lines import say
from cli.storage.files import name_of, read_record
from cli.storage.games import open_store, short
from cli.table_game import new_game
from p2p import RecordError, StoredRecord, verify_record

EXAMPLES = ("mare import game.mare",)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the record, and what it was played on."""
    parser.add_argument("file", metavar="FILE", help=tr("the record; - reads it from standard input"))
    add_map_argument(parser)


def run(args: Namespace) -> int:
    """Return 0 when the record is good and kept; raises Failure."""
    data = read_record(args.file)
    try:
        verified = verify_record(data, partial(new_game, map_text=map_text_of(args)))
    except RecordError as error:
        raise Failure(f"{name_of(args.file)}: {translated(error)}") from None
    log, charter = verified.log, verified.charter
    store = open_store()
    if any(game.charter.id == charter.id for game in store.games()):
        raise Failure(tr("game {short} is already kept here, with all that you need to play on.", short=short(charter)))
    finished = verified.open_step is None
    store.add_record(
        StoredRecord(
            charter.id,
            charter.edition,
            tuple(names(charter)),
            int(time.time()),
            log.height,
            log.game.round(),
            finished,
            log.agreed,
        ),
        data,
    )
    say(tr("Game {short} is in your list; `mare export {short} FILE` writes it out again.", short=short(charter)))
    if not finished:
        say(
            tr(
                "A record has no keys, so you can't play on from it. Play on from the machine where the"
                " game was played."
            )
        )
    return 0
