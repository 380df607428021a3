"""``mare arena``: many games among bots, on all cores or on a cluster, how far they have come, and what they say."""

from __future__ import annotations

import json
import secrets
import shutil
import time
from argparse import ArgumentParser, Namespace
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from cli.arena.match import Match, Played, portions
from cli.arena.schedule import Games, cores, play_here, play_in_processes, play_on_cluster
from cli.arena.tally import FONT, Tally, chart, facts, lines
from cli.args import (
    add_rules_arguments,
    check_drawn,
    check_numbers,
    checked_options,
    edition_named,
    line_up_size,
    map_text_of,
    save_drawn,
    title_of,
)
from cli.bots.minds import ENGINE, PROGRAM_SECONDS, check_name, known_strengths
from cli.bots.protocol import Unanswered
from cli.command import Failure
from cli.i18n.texts import ENGLISH, count, speaking, tr
from cli.output.lines import can_overwrite, complain, overwrite, say
from cli.table_game import map_of
from core.engine.edition import RANDOM, Edition
from core.engine.policy import NODES

EXAMPLES = (
    "mare arena --seats steady,novice --games 1000 --seed 7",
    "mare arena --seats 'steady,engine:python3 mybot.py' --svg shares.svg",
)

INTERRUPTED = 130
MAX_ROUNDS = 40
MOST_GAMES = 1_000_000


def add_arguments(parser: ArgumentParser) -> None:
    """Declare who plays what, how often and where, and how the result is shown."""
    parser.add_argument("--games", type=int, default=100, metavar="N", help=tr("how many games to play (default: 100)"))
    parser.add_argument(
        "--seats",
        required=True,
        metavar="NAME,…",
        help=tr(
            "who plays: {names} or {engine}COMMAND; the last one named takes the seats that are left",
            names=", ".join([RANDOM, *known_strengths()]),
            engine=ENGINE,
        ),
    )
    parser.add_argument("--seed", type=int, metavar="S", help=tr("play the games that S stands for (default: any)"))
    parser.add_argument("--jobs", type=int, metavar="J", help=tr("processes that play (default: one for each core)"))
    parser.add_argument("--scheduler", metavar="ADDRESS", help=tr("play on the Dask cluster whose scheduler is there"))
    parser.add_argument(
        "--first",
        type=int,
        default=0,
        metavar="N",
        help=tr("begin with game N, to play an arena in parts (default: 0)"),
    )
    parser.add_argument(
        "--nodes",
        type=int,
        default=NODES,
        metavar="N",
        help=tr("how many steps a strong bot tries for a decision at most (default: {nodes})", nodes=NODES),
    )
    parser.add_argument(
        "--think",
        type=float,
        default=PROGRAM_SECONDS,
        metavar="SECONDS",
        help=tr("how long a program may take for an answer (default: {seconds})", seconds=f"{PROGRAM_SECONDS:g}"),
    )
    add_rules_arguments(parser, MAX_ROUNDS)
    parser.add_argument("--svg", type=Path, metavar="FILE", help=tr("draw a chart of the shares of wins"))
    parser.add_argument("--json", action="store_true", help=tr("print one JSON object to standard output"))


def run(args: Namespace) -> int:
    """Return 0 if all games were played to their end, 1 if not; 130 where Ctrl-C has ended them, which is then said.

    Its figures are for all readers, so they are the same in every language.
    """
    match = _match(args)
    _check_picture(args.svg)
    with speaking(ENGLISH):
        return _run(args, match)


def _run(args: Namespace, match: Match) -> int:
    numbers = range(args.first, args.first + args.games)
    games: list[Played] = []
    reason = ""
    status = 0
    with Progress(len(numbers), "games") as progress:
        try:
            with closing(_play(args, match, portions(match, numbers))) as playing:
                for played in playing:
                    games.append(played)
                    progress.step()
        except KeyboardInterrupt:
            reason, status = "interrupted", INTERRUPTED
        except Failure as failure:
            if not games:
                raise
            reason, status = str(failure).rstrip("."), failure.status
        seconds = progress.seconds
    tally = Tally(match, games)
    if reason:
        games_wanted = count(len(numbers), "game")
        told = tr("{reason}; the figures are of {done} of {games}.", reason=reason, done=len(games), games=games_wanted)
        complain(f"mare: {told}")
    if args.json:
        say(json.dumps(facts(tally, len(numbers))))
    else:
        say("\n".join([*lines(tally), _speed(args, len(games), seconds)]))
    if args.svg is not None:
        save_drawn(args.svg, chart(tally))
    return status or (1 if tally.faulty else 0)


def _check_least(option: str, number: int | None, least: int) -> None:
    if number is not None and number < least:
        words = tr("{option} {number}: give a number from {least} up.", option=option, number=number, least=least)
        raise Failure(words, status=2)


def _match(args: Namespace) -> Match:
    """Return the match that the arguments describe; raises Failure if it is not possible."""
    if not 1 <= args.games <= MOST_GAMES:
        raise Failure(
            tr("--games {games}: give a number from 1 to {most}.", games=args.games, most=MOST_GAMES), status=2
        )
    _check_least("--jobs", args.jobs, 1)
    _check_least("--nodes", args.nodes, 0)
    if args.jobs is not None and args.scheduler is not None:
        words = tr("--jobs and --scheduler: give only one of them; a cluster brings its own workers.")
        raise Failure(words, status=2)
    if args.first < 0:
        words = tr("--first {number}: give a number from 0 up; the first game is game 0.", number=args.first)
        raise Failure(words, status=2)
    if not 0 < args.think < float("inf"):
        words = tr("--think {seconds}: give a finite number of seconds, more than 0.", seconds=f"{args.think:g}")
        raise Failure(words, status=2)
    edition = edition_named(args)
    map_text = map_text_of(args, edition)
    names = _names(args.seats, edition)
    game_map = map_of(map_text, edition)
    tables = edition.tables(game_map)
    fewest = line_up_size(args, edition, game_map) or min(tables)
    players = max(len(names), fewest) if args.players is None else args.players
    if players < len(names):
        raise Failure(
            tr("--seats names {named} players, and --players says {players}.", named=len(names), players=players),
            status=2,
        )
    check_numbers(tables, title_of(edition, game_map), players, args.max_rounds)
    options = checked_options(args, edition, game_map, (RANDOM,) * players)
    options = options._replace(empires=edition.empires(options, game_map))
    seats = (*names, *[names[-1]] * (players - len(names)))
    seed = secrets.randbelow(1 << 32) if args.seed is None else args.seed
    return Match(seats, seed, options, args.nodes, args.think, edition.id, map_text, args.map)


def _names(text: str, edition: Edition) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    try:
        for name in names:
            check_name(name, edition)
    except Unanswered as error:
        raise Failure(f"--seats: {error}", status=2) from None
    return names


def _check_picture(path: Path | None) -> None:
    """Raise Failure, before any game is played, where the picture could not be written."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise Failure(tr("{path}: no picture can be written there.", path=path), status=2)
    if path is not None:
        check_drawn(path, "<svg", FONT)


def _play(args: Namespace, match: Match, wanted: list[tuple[int, ...]]) -> Games:
    if args.scheduler is not None:
        return play_on_cluster(match, wanted, args.scheduler)
    jobs = min(_jobs(args), len(wanted))
    return play_here(match, wanted) if jobs == 1 else play_in_processes(match, wanted, jobs)


def _jobs(args: Namespace) -> int:
    jobs: int = cores() if args.jobs is None else args.jobs
    return jobs


def _speed(args: Namespace, games: int, seconds: float) -> str:
    where = f"the cluster at {args.scheduler}" if args.scheduler else count(_jobs(args), "process")
    return f"{count(games, 'game')} in {seconds:.1f} s on {where}: {games / seconds:.1f} a second."


WIDTH = 30
PAUSE = 0.2
"""Seconds between two pictures of the bar."""


class Progress:
    """A bar on standard error, if that is a terminal that can show it; gone when the block ends."""

    def __init__(self, total: int, thing: str) -> None:
        self._total = total
        self._thing = thing
        self._done = 0
        self._started = time.monotonic()
        self._drawn = 0.0
        self._shows = can_overwrite()

    def __enter__(self) -> Self:
        self._draw()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shows:
            overwrite("")

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._started

    def step(self) -> None:
        """Count one more as done."""
        self._done += 1
        if time.monotonic() - self._drawn >= PAUSE:
            self._draw()

    def _draw(self) -> None:
        self._drawn = time.monotonic()
        if self._shows:
            columns = shutil.get_terminal_size().columns
            overwrite(self.line()[: columns - 1])

    def line(self) -> str:
        """Return the bar as it is now: how many of how many are done, how fast, and how long the rest will take."""
        filled = WIDTH * self._done // self._total
        bar = "#" * filled + "." * (WIDTH - filled)
        rate = self._done / self.seconds if self.seconds else 0.0
        rest = f", {_span((self._total - self._done) / rate)} left" if rate else ""
        return f"[{bar}] {self._done} of {self._total} {self._thing}, {rate:.1f} a second{rest}"


def _span(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds) + 1, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
