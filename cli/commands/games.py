"""``mare games``: the games of this machine."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from cli.i18n.texts import count, marked, term, tr
from cli.output.lines import say
from cli.play.history import Rating, Result, ratings, results
from cli.storage.games import BOT, LENT, MYSELF, empire_in, notes_of, open_store
from cli.ui.text.cells import padded
from p2p import Charter, ForeignGame, Store, StoredGame, StoredRecord, shown

EXAMPLES = ("mare games", "mare games --history", "mare games --json")


FINISHED, OPEN = marked("finished"), marked("open")
PROVEN = marked("stopped by a proof against a player")
FOREIGN = marked("of another release of mare")
IMPORTED_FINISHED, IMPORTED_OPEN = marked("imported, finished"), marked("imported, open")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare how to answer."""
    parser.add_argument(
        "--history", action="store_true", help=tr("who won against whom in finished games, and ratings from that")
    )
    parser.add_argument("--json", action="store_true", help=tr("print one JSON array to standard output"))


def run(args: Namespace) -> int:
    """Return 0, with games or without."""
    if args.history:
        return _tell_history(results(open_store()), as_json=args.json)
    games = facts(open_store())
    if args.json:
        say(json.dumps(games))
    elif not games:
        say(tr("No games are kept here yet; `mare play` begins one."))
    else:
        say("\n".join(line for game in games for line in _lines(game)))
    return 0


def _tell_history(found: list[Result], *, as_json: bool) -> int:
    rated = ratings(found)
    if as_json:
        say(json.dumps({"games": [asdict(result) for result in found], "ratings": [asdict(one) for one in rated]}))
    elif not found:
        say(tr("No finished games are kept here yet."))
    else:
        say("\n".join([*(line for result in reversed(found) for line in _told(result)), *_ranked(rated)]))
    return 0


def _told(result: Result) -> Sequence[str]:
    """Return a result in lines: who won, and against whom."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(result.touched))
    players = ", ".join(f"{one.side} ({one.name})" for one in result.players)
    rounds = count(result.rounds, "round")
    return f"{result.game[:8]}  {when}  {result.edition}, {rounds}: {result.ending}", f"          {players}"


def _ranked(rated: Sequence[Rating]) -> Iterator[str]:
    if rated:
        yield ""
        yield tr("Ratings, from the games above; the number after ± shrinks with every game:")
    for place, one in enumerate(rated, start=1):
        games = tr("{wins} of {games} won", wins=one.wins, games=count(one.games, "game"))
        yield f"  {place:>2}. {padded(one.name, 24)} {one.level:5.1f} ± {one.uncertainty:.1f}  {games}"


def facts(store: Store) -> list[dict[str, Any]]:
    """Return a description of each game. A game that several persons of this machine play has one description."""
    found: dict[str, dict[str, Any]] = {}
    for game in store.games():
        order = (MYSELF, LENT, BOT).index(notes_of(game).keeper)
        known = found.get(game.charter.id.hex())
        if known is None or order < known["order"]:
            found[game.charter.id.hex()] = _game(store, game) | {"order": order}
    for record in store.records():
        found.setdefault(record.game.hex(), _record(record) | {"order": 0})
    for foreign in store.foreign():
        found.setdefault(foreign.id.hex(), _foreign(foreign) | {"order": 0})
    games = sorted(found.values(), key=lambda facts: -facts["played"])
    return [{key: value for key, value in facts.items() if key not in ("order", "played")} for facts in games]


def _game(store: Store, game: StoredGame) -> dict[str, Any]:
    charter, progress, notes = game.charter, game.progress, notes_of(game)
    return {
        "game": charter.id.hex(),
        "edition": charter.edition,
        "players": names(charter),
        "round": progress.round,
        "step": progress.height,
        "awaited": [names(charter)[charter.seats_of(player)[0]] for player in progress.awaited],
        "touched": game.touched,
        "played": game.played,
        "status": FINISHED if progress.is_finished else PROVEN if progress.is_proven else OPEN,
        "agreed": progress.is_finished and progress.is_agreed,
        "bot": notes.name if notes.keeper == LENT else None,
        "empire": empire_in(store, game) if notes.keeper == MYSELF else None,
    }


def _record(record: StoredRecord) -> dict[str, Any]:
    return {
        "game": record.game.hex(),
        "edition": record.edition,
        "players": list(record.players),
        "round": record.round,
        "step": record.height,
        "awaited": [],
        "touched": record.touched,
        "played": record.played,
        "status": IMPORTED_FINISHED if record.is_finished else IMPORTED_OPEN,
        "agreed": record.is_finished and record.is_agreed,
        "bot": None,
        "empire": None,
    }


def _foreign(game: ForeignGame) -> dict[str, Any]:
    return {
        "game": game.id.hex(),
        "edition": None,
        "players": [],
        "round": 0,
        "step": 0,
        "awaited": [],
        "touched": game.touched,
        "played": game.played,
        "status": FOREIGN,
        "agreed": False,
        "bot": None,
        "empire": None,
    }


def names(charter: Charter) -> list[str]:
    """Return by seat who sits there, for any terminal."""
    return [shown(seat.name) or f"player {number}" for number, seat in enumerate(charter.seats, start=1)]


def _lines(game: dict[str, Any]) -> Sequence[str]:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game["touched"]))
    if game["status"] == FOREIGN:
        return (f"{game['game'][:8]}  {when}  {tr(FOREIGN)}",)
    extent = tr("not begun")
    if game["step"] and game["status"] in (OPEN, PROVEN):
        # As the players were told when they left.
        extent = tr("round {round}, step {height}", round=game["round"], height=game["step"] + 1)
    elif game["step"]:
        extent = tr("round {round}, {steps}", round=game["round"], steps=count(game["step"], "step"))
    move = who = ""
    status = tr(game["status"])
    if game["agreed"]:
        status = tr("{finished} by agreement, without a winner", finished=status)
    if game["awaited"]:
        move = tr("; waits for {names}", names=", ".join(game["awaited"]))
    if game["bot"]:
        who = tr(", played by the bot {name}", name=game["bot"])
    if game["empire"]:
        who = tr(", you are {empire}", empire=term(game["empire"].capitalize()))
    return (
        f"{game['game'][:8]}  {when}  {status}, {game['edition']}{who}",
        f"          {', '.join(game['players'])}: {extent}{move}",
    )
