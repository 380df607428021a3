"""``mare forget``: delete a game from this machine, with its secrets."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace

from cli.command import Failure
from cli.commands.games import names
from cli.i18n.texts import tr
from cli.output.lines import ask, say
from cli.storage.games import open_store, parts_of, record_named, unknown
from p2p import ForeignGame, StoredGame

EXAMPLES = ("mare forget 1a2b3c4d",)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which game, and whether to ask."""
    parser.add_argument("game", metavar="GAME", help=tr("the beginning of the game's id, as `mare games` shows it"))
    parser.add_argument("--yes", action="store_true", help=tr("do not ask first"))


def run(args: Namespace) -> int:
    """Return 0 when it is deleted; 1 where the person would rather not. Raises Failure; a game that is played stays."""
    store = open_store()
    games = parts_of(store, args.game)
    brought = record_named(store, args.game)
    if games:
        what, loss = _told(games[0])
    elif brought is not None:
        what, loss = tr("the record of game {hex}", hex=brought.game.hex()[:8]), ""
    else:
        raise unknown(args.game)
    if not args.yes and not _agreed(tr("Delete {what}?{loss} [y/N] ", what=what, loss=loss)):
        say(tr("Nothing was deleted."))
        return 1
    for part in games:
        store.forget(part)
    if brought is not None and not games:
        store.forget_record(brought.game)
    say(tr("Deleted: {what}.", what=what))
    return 0


def _told(game: StoredGame | ForeignGame) -> tuple[str, str]:
    """Return what would be deleted, and what the player would lose by that."""
    short = game.id.hex()[:8]
    if isinstance(game, ForeignGame):
        return tr("game {hex}, of another release of mare", hex=short), ""
    loss = "" if game.progress.is_finished else tr(" It is not over, and you can't play on without it.")
    return tr("game {hex} of {names}", hex=short, names=", ".join(names(game.charter))), loss


def _agreed(question: str) -> bool:
    if not sys.stdin.isatty():
        raise Failure(tr("there is no terminal to ask at; use --yes to delete the game."), status=2)
    return ask(question).strip().lower() in ("y", "yes")
