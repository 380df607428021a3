"""``mare continue``: open a table that goes on with a recorded game, from any step and with any players."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import replace

from cli.args import add_map_argument, add_record_argument, map_text_of
from cli.command import Failure
from cli.commands.host import open_table
from cli.commands.resume import offer_of
from cli.i18n.texts import tr
from cli.output.lines import say
from cli.play.company import Manner, add_manner_arguments, autopilot_of, check_manner, notes_for, wishes_of
from cli.play.network import add_network_arguments
from cli.play.past import past_game, verified
from cli.storage.games import MYSELF, how_it_went_on, is_game, named, notes_of, open_store, recorded
from cli.table_game import edition_of, map_of
from cli.ui.terminal import add_console_arguments, add_notice_argument
from core.engine.edition import RANDOM

EXAMPLES = ("mare continue 1a2b3c4d", "mare continue 1a2b3c4d --from 41 --bots 1", "mare continue game.mare")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which game and from where, the network, and the host's own wishes."""
    parser.add_argument(
        "game", metavar="GAME", help=tr("the beginning of a kept game's id, or a file with a game's record")
    )
    parser.add_argument(
        "--from",
        dest="step",
        type=int,
        metavar="STEP",
        help=tr("the last step that still counts (default: all do); offers and throws that it cuts are made anew"),
    )
    add_map_argument(parser)
    add_record_argument(parser)
    add_network_arguments(parser)
    add_manner_arguments(parser)
    parser.set_defaults(bots=None)
    add_console_arguments(parser)
    add_notice_argument(parser)
    parser.add_argument("--no-watch", action="store_true", help=tr("allow no spectators at this table"))


def run(args: Namespace) -> int:
    """Return 0 when the host has closed the table; raises Failure if the game cannot go on or did not."""
    name, record, kept_map = recorded(args.game)
    bots = _bots(args.game)
    named_map = map_text_of(args)
    map_text = kept_map if named_map is None else named_map
    whole = verified(record, map_text, name)
    past = past_game(whole, args.step)
    edition, seats = edition_of(past.charter.setup), len(past.going_on.seats)
    args.bots = bots if args.bots is None else args.bots
    if args.bots >= seats:
        raise Failure(
            tr(
                "--bots {bots}: this table has {seats} seats, and one is yours.",
                bots=args.bots,
                seats=seats,
            ),
            status=2,
        )
    notes = replace(notes_for(args, MYSELF, autopilot_of(args), edition), map_text=map_text)
    manner = Manner(wishes_of(args), notes, record=args.record, is_named=args.name is not None)
    check_manner(manner, edition, map_of(map_text, edition))
    choices = [*past.going_on.seats, RANDOM]
    if args.empire not in choices:
        unknown = tr("There is no {side} {empire!r} at this table.", side=tr(edition.rules.side), empire=args.empire)
        raise Failure(f"{unknown} {tr('Choose one of {empires}.', empires=', '.join(choices))}", status=2)
    if args.step not in (None, past.going_on.height):
        say(
            tr(
                "The game goes on after step {step}, the last one before {wanted} at which it can.",
                step=past.going_on.height,
                wanted=args.step,
            )
        )
    if went_on := how_it_went_on(whole.charter):
        say(went_on)
    open_table(args, manner, offer_of(whole.charter, manner.notes)._replace(watch=not args.no_watch), past)
    return 0


def _bots(game: str) -> int:
    """Return how many bots played at this machine in a game that is kept here; none in another's.

    Raises Failure, JournalError, and InUse if the game is being played.
    """
    store = open_store()
    for own in named(store, game)[:1] if is_game(game) else ():
        store.resume(own)[0].close()
        alone = notes_of(own).seating is not None
        return len(own.charter.seats if alone else own.charter.seats_of(own.player)) - 1
    return 0
