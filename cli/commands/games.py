"""``mare games``: the games of this machine."""

from __future__ import annotations

import json
import time
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from operator import itemgetter
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from cli.bots.minds import Chosen
from cli.command import Failure
from cli.editions import view_named, view_of
from cli.i18n.texts import count, marked, term, tr
from cli.output.lines import say
from cli.storage.games import BOT, LENT, MYSELF, PROVEN, empire_in, look_at, notes_of, open_store, successors
from cli.table_game import new_game, rules_of
from cli.ui.text.cells import padded
from cli.ui.text.names import side
from core import DataError
from p2p import (
    Charter,
    CharterError,
    ForeignGame,
    JournalError,
    Log,
    RecordError,
    SetupError,
    Store,
    StoredGame,
    StoredRecord,
    shown,
    verify_record,
)

EXAMPLES = ("mare games", "mare games --history", "mare games --json")


FINISHED, OPEN = marked("finished"), marked("open")
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
    over = _round(result.edition, result.rounds)
    return f"{result.game[:8]}  {when}  {result.edition}, {over}: {result.ending}", f"          {players}"


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
    continued = {game.hex(): charter.id.hex() for game, charter in successors(store).items()}
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
    return [
        {key: value for key, value in facts.items() if key not in ("order", "played")}
        | {"continued": continued.get(facts["game"])}
        for facts in games
    ]


def _game(store: Store, game: StoredGame) -> dict[str, Any]:
    charter, progress, notes = game.charter, game.progress, notes_of(game)
    called = names(charter)
    return {
        "game": charter.id.hex(),
        "edition": charter.edition,
        "players": called,
        "round": progress.round,
        "step": progress.height,
        "awaited": [] if progress.is_proven else [called[charter.seats_of(player)[0]] for player in progress.awaited],
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


def _round(edition: str, number: int) -> str:
    """Return a round as the edition calls it."""
    return view_named(edition).words.round_name(number)


def _lines(game: dict[str, Any]) -> Sequence[str]:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(game["touched"]))
    if game["status"] == FOREIGN:
        return (f"{game['game'][:8]}  {when}  {tr(FOREIGN)}",)
    extent = tr("not begun")
    if game["step"] and game["status"] in (OPEN, PROVEN):
        # As the players were told when they left.
        extent = tr("{when}, step {step}", when=_round(game["edition"], game["round"]), step=game["step"] + 1)
    elif game["step"]:
        extent = f"{_round(game['edition'], game['round'])}, {count(game['step'], 'step')}"
    move = who = ""
    status = tr(game["status"])
    if game["agreed"]:
        status = tr("{finished} by agreement, without a winner", finished=status)
    if game["awaited"]:
        move = tr("; waits for {names}", names=", ".join(game["awaited"]))
    if game["continued"]:
        move = tr("; went on as {short}", short=game["continued"][:8])
    elif game["status"] == PROVEN:
        move = tr("; `mare resume {short}` says how it can go on", short=game["game"][:8])
    if game["bot"]:
        who = tr(", played by the bot {name}", name=game["bot"])
    if game["empire"]:
        who = tr(", you are {empire}", empire=term(game["empire"].capitalize()))
    return (
        f"{game['game'][:8]}  {when}  {status}, {game['edition']}{who}",
        f"          {', '.join(game['players'])}: {extent}{move}",
    )


class Participant(NamedTuple):
    """Who sat at a seat: ``identity`` is the same in every game of theirs, ``name`` what they are called."""

    identity: str
    name: str
    side: str


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended: its players by seat, the seats that won, if any did, and the end in a sentence."""

    game: str
    touched: int
    edition: str
    rounds: int
    players: tuple[Participant, ...]
    winners: tuple[int, ...]
    ending: str


def results(store: Store) -> list[Result]:
    """Return the results of all finished games that can be read, the oldest first.

    Each game is verified first. What bots on this machine kept of a game counts only through their owner.
    """
    found: dict[str, tuple[int, Result]] = {}
    for game in store.games():
        if notes_of(game).keeper == MYSELF and game.progress.is_finished:
            found.update((result.game, (game.played, result)) for result in _of_game(store, game))
    for record in store.records():
        if record.is_finished and record.game.hex() not in found:
            found.update((result.game, (record.played, result)) for result in _of_record(store, record))
    return [result for _, result in sorted(found.values(), key=itemgetter(0))]


def _of_game(store: Store, game: StoredGame) -> Iterator[Result]:
    try:
        session = look_at(game, store.items(game))
    except (Failure, JournalError):
        return
    notes = notes_of(game)
    bots = notes.bots if notes.seating is not None else ()
    yield _result(session.log, game.touched, _players(game.charter, game.player, bots, session.log))


def _of_record(store: Store, record: StoredRecord) -> Iterator[Result]:
    try:
        verification = verify_record(store.record(record.game), new_game)
    except (RecordError, JournalError, SetupError, CharterError, DataError):
        return
    log = verification.log
    yield _result(log, record.touched, _players(verification.charter, None, (), log))


def _result(log: Log, touched: int, players: tuple[Participant, ...]) -> Result:
    rules = rules_of(log.game)
    state, result = rules.state, rules.state.result
    winners = () if result is None else tuple(state.seats[empire] for empire in result.winners)
    names = [f"{side(state, seat)} ({players[seat].name})" for seat in winners]
    ending = tr("There is no winner.")
    if result is not None:
        ending = view_of(rules).ending(state.board, result.victory, names)
    charter = log.charter
    return Result(charter.id.hex(), touched, charter.edition, state.round, players, winners, ending)


def _players(charter: Charter, me: int | None, bots: tuple[Chosen, ...], log: Log) -> tuple[Participant, ...]:
    """Return by seat who sat there: the owner, a bot of theirs by its strength, or another person by their key."""
    state = rules_of(log.game).state
    return tuple(
        Participant(*_named(charter, seat, of.player, me, bots), side(state, seat))
        for seat, of in enumerate(charter.seats)
    )


def _named(charter: Charter, seat: int, player: int, me: int | None, bots: tuple[Chosen, ...]) -> tuple[str, str]:
    """Return the identity and the name of who sat at a seat."""
    name = shown(charter.seats[seat].name) or tr("player {number}", number=seat + 1)
    if player != me and bots:
        chosen = bots[(player - 1) % len(bots)]
        return f"bot:{chosen.name}", tr("{strength} bot", strength=term(chosen.name))
    identity = "me" if player == me else charter.players[player].key.raw.hex()
    if seat != charter.seats_of(player)[0]:
        lender = charter.own_name(player) or name
        return f"lent:{identity}", tr("your bot") if player == me else tr("bot of {name}", name=lender)
    return identity, tr("you") if player == me else name


# ---------------------------------------------------------------------- ratings


@dataclass(frozen=True, slots=True)
class Rating:
    """How strong a player is: a level with its uncertainty, by OpenSkill's model of Plackett and Luce."""

    name: str
    games: int
    wins: int
    level: float
    uncertainty: float

    @property
    def sure(self) -> float:
        """The level that they almost surely have, by which they are ranked."""
        return self.level - 3 * self.uncertainty


def ratings(found: Iterable[Result]) -> list[Rating]:
    """Return all ratings from results in their order, the best first.

    Winners are ranked before all others, who are level. A game without a winner changes nothing. Bots of one strength
    are one player; from a game in which they have several seats, they get the mean of what these earn.
    """
    model = PlackettLuce()
    known: dict[str, tuple[float, float]] = {}
    names: dict[str, str] = {}
    games: defaultdict[str, int] = defaultdict(int)
    wins: defaultdict[str, int] = defaultdict(int)
    for result in found:
        if not result.winners:
            continue
        start = model.rating()
        teams = [[_rating(model, known.get(one.identity, (start.mu, start.sigma)))] for one in result.players]
        ranks = [1.0 if seat in result.winners else 2.0 for seat in range(len(teams))]
        earned: defaultdict[str, list[tuple[float, float]]] = defaultdict(list)
        for one, (rated,) in zip(result.players, model.rate(teams, ranks=ranks), strict=True):
            earned[one.identity].append((rated.mu, rated.sigma))
            names[one.identity] = one.name
        won = {result.players[seat].identity for seat in result.winners}
        for identity, levels in earned.items():
            games[identity] += 1
            wins[identity] += identity in won
            known[identity] = sum(mu for mu, _ in levels) / len(levels), sum(s for _, s in levels) / len(levels)
    everybody = [Rating(names[one], games[one], wins[one], *level) for one, level in known.items()]
    return sorted(everybody, key=lambda rating: (-rating.sure, rating.name))


def _rating(model: PlackettLuce, level: tuple[float, float]) -> Any:
    return model.rating(mu=level[0], sigma=level[1])
