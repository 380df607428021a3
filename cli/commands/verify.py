"""``mare verify``: check the record of a game without any network."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from functools import partial
from typing import Any

from cli.args import add_map_argument, map_text_of
from cli.command import Failure
from cli.editions import notice_of, view_of
from cli.i18n.texts import count, tr, translated
from cli.output.lines import say
from cli.play.past import proven
from cli.storage.files import progress
from cli.storage.games import PROVEN, how_it_went_on, recorded
from cli.table_game import new_game, rules_of
from cli.ui.text.cells import folded
from cli.ui.text.entries import final_of, not_final, past_of
from cli.ui.text.names import called, side
from p2p import Over, RecordError, Verification, verify_record

EXAMPLES = ("mare verify game.mare", "mare verify 1a2b3c4d --json")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the record, what it was played on, and how to answer."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help=tr("a file with the record, - for standard input, or the beginning of a kept game's id"),
    )
    add_map_argument(parser)
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object to standard output"))


def run(args: Namespace) -> int:
    """Return 0 for a good record, finished or open; 1 for any other, with the first bad step and the reason."""
    name, data, kept_map = recorded(args.file)
    named_map = map_text_of(args)
    started = partial(new_game, map_text=kept_map if named_map is None else named_map)
    try:
        verification = verify_record(data, started, None if args.json else progress())
    except RecordError as error:
        if not args.json:
            raise Failure(f"{name}: {translated(error)}") from None
        say(json.dumps(_refusal(error)))
        return 1
    say(json.dumps(_facts(verification)) if args.json else "\n".join(_report(name, verification)))
    return 0


# ---------------------------------------------------------------------- answers


def _report(name: str, verification: Verification) -> list[str]:
    charter, log = verification.charter, verification.log
    state = rules_of(verification.log.game).state
    players = count(len(charter.seats), "player")
    extent = f"{players}, {count(state.round, 'round')}, {count(log.height, 'step')}"
    if verification.open_step is None:
        lines = [
            tr("{name}: finished. {result}", name=name, result=_result(verification)),
            f"  {extent}; {_closed_by(verification)}.",
        ]
    else:
        where = {"name": name, "open_step": verification.open_step}
        lines = [
            tr("{name}: stopped at step {open_step}.", **where)
            if verification.proven
            else tr("{name}: open at step {open_step}.", **where),
            f"  {extent}; {_why_open(verification)}.",
        ]
        if (unsettled := log.height - final_of(log)) and not verification.proven:
            lines += folded(not_final(unsettled))
    lines += [f"  {told}" for told in [past_of(log)] if told]
    for told in proven(verification) or filter(None, [how_it_went_on(charter)]):
        lines += folded(told)
    lines = [*notice_of(rules_of(log.game).rules.id), *lines]
    return [*lines, tr("  Game {id}", id=charter.id.hex()), tr("  Log  {digest}", digest=log.head.hex())]


def _result(verification: Verification) -> str:
    node = verification.result
    if node is None:
        raise ValueError("an open record has no result")
    rules, charter = rules_of(verification.log.game), verification.charter
    names = [
        tr("{name} as {side}", name=called(charter, charter.seats[seat].player), side=side(rules.state, seat))
        for seat in node.winners
    ]
    return view_of(rules).ending(rules.state.board, node.victory, names)


def _closed_by(verification: Verification) -> str:
    missing = [called(verification.charter, player) for player in verification.missing]
    return tr("closed by all but {missing}", missing=", ".join(missing)) if missing else tr("closed by every player")


def _why_open(verification: Verification) -> str:
    if verification.proven:
        return tr(PROVEN)
    if not isinstance(verification.log.game.node, Over):
        return tr("the game goes on from there")
    return tr("the game is over, but only {players} closed it", players=count(len(verification.closed_by), "player"))


def _facts(verification: Verification) -> dict[str, Any]:
    state = rules_of(verification.log.game).state
    node, after = verification.result, verification.charter.after
    return {
        "status": "open" if node is None else "finished",
        "step": verification.open_step,
        "players": len(verification.charter.seats),
        "rounds": state.round,
        "steps": verification.log.height,
        "winners": [] if node is None else [state.board.empires[state.seats.index(seat)] for seat in node.winners],
        "victory": None if node is None else node.victory,
        "closed_by": [player + 1 for player in verification.closed_by],
        "missing": [player + 1 for player in verification.missing],
        "game": verification.charter.id.hex(),
        "proven": [{"player": one.player + 1, "sentence": str(one.sentence)} for one in verification.proven],
        "continues": {"game": after.game.hex(), "step": after.height} if after else None,
        "digest": verification.log.head.hex(),
    }


def _refusal(error: RecordError) -> dict[str, Any]:
    """Return why a record is refused. Players and seats are counted from 1, as in all messages."""
    return {
        "status": "refused",
        "step": error.step,
        "seat": None if error.seat is None else error.seat + 1,
        "offender": None if error.offender is None else error.offender + 1,
        "reason": str(error),
    }
