"""Who won the finished games that are kept here, and the ratings that follow from that."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from openskill.models import PlackettLuce

from cli.bots.minds import Chosen
from cli.command import Failure
from cli.editions import view_of
from cli.i18n.texts import term, tr
from cli.storage.games import MYSELF, look_at, notes_of
from cli.table_game import new_game, rules_of
from cli.ui.text.names import side
from core import DataError
from p2p import (
    Charter,
    CharterError,
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
        verification = verify_record(store.record(record.game), partial(new_game, game_map=None))
    except (RecordError, JournalError, SetupError, CharterError, DataError):
        return
    log = verification.log
    yield _result(log, record.touched, _players(verification.charter, None, (), log))


def _result(log: Log, touched: int, players: tuple[Participant, ...]) -> Result:
    rules = rules_of(log.game)
    state, result = rules.state, rules.state.result
    winners = () if result is None else tuple(state.seats[empire] for empire in result.winners)
    names = [f"{side(state, seat)} ({players[seat].name})" for seat in winners]
    ending = view_of(rules).ending(result.victory, names) if result is not None else tr("There is no winner.")
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
