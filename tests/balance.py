"""The figures of docs/balance.md and docs/balance-2003.md: who wins games among equals, and what the board changes.

    python -m tests.balance [--edition empires revised] [--start points] [--level strong] [--nodes 100] [--games 400]
    python -m tests.balance --parts [--edition revised] [--games 400]
    python -m tests.balance --handicaps [--edition revised] [--level strong] [--games 400]
    python -m tests.balance --alone [--edition revised] [--level strong] [--games 20]

The first counts who wins at three, four and five. The second and third change the board as ``balance.toml`` says, one
change after another, and play the same games again: parts that were reconstructed, or what Rome is given at the start.
The last counts the rounds in which each civilization wins while all others do nothing.
"""

from __future__ import annotations

import argparse
import random
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from cli.arena.match import Match, portions
from cli.arena.schedule import cores, play_in_processes
from cli.arena.tally import Share, Tally
from core.classic.data import classic_toml
from core.classic.setup import STARTS
from core.editions import EDITIONS
from core.empires.data import empires_toml
from core.engine.action import Action
from core.engine.answers import Answers
from core.engine.flow import Over
from core.engine.levels import LADDER
from core.engine.policy import NODES, STEADY, always
from core.mare.actions import Announce, Done
from tests.arguments import positive
from tests.train.games import new_game, winners_of

EDITIONS_OF_2003 = ("original", "revised")
MAPS = {"empires": empires_toml, "original": classic_toml, "revised": classic_toml}
ALL = tuple(MAPS)
CHANGES = Path(__file__).with_suffix(".toml")
PRINTED, _ = STARTS
RANDOM = "random"
ALONE = "alone"
LAST_ROUND = 40
VICTORIES = {
    "pyramids": "the Pyramids",
    "heroes_and_wonders": "heroes and wonders",
    "capitals_and_legendary_cities": "great cities",
    "leadership": "all three titles",
    "round_limit": f"no player in {LAST_ROUND} rounds",
}
SEED = 1
NOTHING = (Done(), Announce(0))
"""What those answer who do nothing; where neither is legal, chance decides for them."""


class NotWon(Exception):
    """A player does not win although all others do nothing; a sentence says which, and where."""


class Balance:
    """Games among players of one level and edition, always the same so many of each table."""

    def __init__(self, edition: str, games: int, jobs: int, level: str = STEADY, nodes: int = NODES) -> None:
        self.edition = EDITIONS[edition]
        self.games = games
        self.jobs = jobs
        self.level = level
        self.nodes = nodes

    def tally(self, players: int, start: str, map_text: str | None = None) -> Tally:
        """Play the games of a table."""
        game_map = self.edition.load_map(map_text) if map_text else self.edition.standard_map()
        chosen = {"start": start} if self.edition.id in EDITIONS_OF_2003 else {}
        options = self.edition.options(players, (RANDOM,) * players, max_rounds=LAST_ROUND, **chosen)
        options = options._replace(empires=self.edition.empires(options, game_map))
        match = Match((self.level,) * players, SEED, options, self.nodes, 0, self.edition.id, map_text)
        return Tally(match, play_in_processes(match, portions(match, range(self.games)), self.jobs))

    def tables(self, start: str) -> list[str]:
        """Return the lines that say who wins at three, four and five, and how."""
        tallies = [self.tally(players, start) for players in (3, 4, 5)]
        empires = tallies[-1].empires
        lines = _row("%", ["at three", "at four", "at five"], is_head=True)
        for empire in empires:
            cells = [_cell(tally.of_empire(empire)) if empire in tally.empires else "-" for tally in tallies]
            lines += _row(empire.capitalize(), cells)
        lines += ["", *_row("won by, %", ["at three", "at four", "at five"], is_head=True)]
        for victory, name in VICTORIES.items():
            shares = [tally.of_victory(victory) for tally in tallies]
            if any(share.count for share in shares):
                lines += _row(name, [_cell(share) for share in shares])
        means = [sum(tally.rounds) / len(tally.rounds) for tally in tallies]
        return [*lines, *_row("rounds on average", [f"{mean:.2f}" for mean in means])]

    def compared(self, sort: str) -> Iterator[str]:
        """Yield the lines that say what each change of the board changes, by number of players."""
        chosen = changes_of(self.edition.id, sort)
        for players in sorted({players for change in chosen for players in change["players"]}, reverse=True):
            printed = self.tally(players, PRINTED)
            yield from _row(f"{players} players, %", [*map(str.capitalize, printed.empires), "moved"], is_head=True)
            yield from self._changed("the board as it is", printed, printed)
            for change in chosen:
                if players in change["players"]:
                    text = with_changes(MAPS[self.edition.id](), change["changes"])
                    yield from self._changed(change["name"], self.tally(players, PRINTED, text), printed)

    def alone(self) -> Iterator[str]:
        """Yield the lines that say in how many rounds each civilization wins if the others do nothing."""
        found = {players: self.edition.tables(self.edition.standard_map())[players] for players in (3, 4, 5)}
        yield from _row("rounds, fewest to most", ["at three", "at four", "at five"], is_head=True)
        for empire in found[5]:
            cells = [self._rounds_alone(empire, players) if empire in found[players] else "-" for players in found]
            yield from _row(empire.capitalize(), cells)

    def _rounds_alone(self, empire: str, players: int) -> str:
        rounds = [self._round_alone(empire, players, number) for number in range(self.games)]
        return f"{sum(rounds) / len(rounds):.1f} ({min(rounds)} to {max(rounds)})"

    def _round_alone(self, empire: str, players: int, number: int) -> int:
        """Return the round in which an empire wins. Raises NotWon."""
        game, chance = new_game(self.edition.id, players), random.Random(f"{SEED} {number}")
        player = self.edition.strengths[self.level](self.nodes, always)

        def decide(seat: int, answers: Answers) -> Action:
            if game.state.board.empires[game.state.seats.index(seat)] == empire:
                return player.decide(game, seat, answers, chance.randrange)
            return next((action for action in NOTHING if action in answers), answers.draw(chance.randrange))

        while not isinstance(game.node, Over):
            game.step(decide, chance.randrange)
        if [game.state.board.empires[winner] for winner in winners_of(game)] != [empire]:
            who = f"{self.level}, as {empire.capitalize()} at {players}"
            raise NotWon(f"{who}, does not win in {game.state.round} rounds.")
        return int(game.state.round)

    def _changed(self, name: str, tally: Tally, printed: Tally) -> list[str]:
        cells, moved = [], []
        for empire in printed.empires:
            share, before = tally.of_empire(empire), printed.of_empire(empire)
            has_moved = share.interval[0] > before.interval[1] or share.interval[1] < before.interval[0]
            cells.append(f"**{100 * share.value:.1f}**" if has_moved else f"{100 * share.value:.1f}")
            if has_moved:
                moved.append(f"{empire.capitalize()} by {100 * (share.value - before.value):+.1f}")
        return _row(name, [*cells, ", ".join(moved)])


def changes_of(edition: str, sort: str) -> list[dict[str, Any]]:
    """Return the changes of a sort, ``parts`` or ``handicaps``, that an edition's board can have."""
    return [change for change in tomllib.loads(CHANGES.read_text("utf-8"))[sort] if edition in change["editions"]]


def with_changes(text: str, changes: Sequence[Sequence[str]]) -> str:
    """Return a text with pieces of it replaced; each must be there once."""
    for old, new in changes:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in the data, not once")
        text = text.replace(old, new)
    return text


def _cell(share: Share) -> str:
    low, high = share.interval
    return f"{100 * share.value:.1f} ({100 * low:.1f} to {100 * high:.1f})"


def _row(name: str, cells: Sequence[str], *, is_head: bool = False) -> list[str]:
    row = f"| {name} | {' | '.join(cells)} |"
    return [row, "|---" * (1 + len(cells)) + "|"] if is_head else [row]


def main() -> None:
    """Print the tables as Markdown."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.balance", description="Counts who wins games among players of one level."
    )
    parser.add_argument("--edition", nargs="+", choices=ALL, default=ALL)
    parser.add_argument("--start", nargs="+", choices=STARTS, default=STARTS, help="setups of 2003 (both)")
    parser.add_argument("--level", choices=LADDER, default=STEADY, help="who plays (%(default)s)")
    parser.add_argument("--nodes", type=positive, default=NODES, help="the budget of those who search (%(default)s)")
    sorts = parser.add_mutually_exclusive_group()
    sorts.add_argument("--parts", dest="sort", action="store_const", const="parts", help="change reconstructed parts")
    sorts.add_argument("--handicaps", dest="sort", action="store_const", const="handicaps", help="give Rome more")
    sorts.add_argument("--alone", dest="sort", action="store_const", const=ALONE, help="have all others do nothing")
    parser.add_argument("--games", type=positive, default=400, help="games of each table (%(default)s)")
    parser.add_argument("--jobs", type=positive, default=cores(), help="processes that play (%(default)s)")
    arguments = parser.parse_args()
    if arguments.sort and arguments.start is not STARTS:
        parser.error("--start: only without --parts, --handicaps and --alone are both setups played. Leave it out.")
    if arguments.start is not STARTS and not set(arguments.edition) & set(EDITIONS_OF_2003):
        parser.error("--start: only original and revised have more than one setup. Leave it out.")
    for edition in arguments.edition:
        balance = Balance(edition, arguments.games, arguments.jobs, arguments.level, arguments.nodes)
        if arguments.sort:
            print(edition, flush=True)
            try:
                for line in balance.alone() if arguments.sort == ALONE else balance.compared(arguments.sort):
                    print(line, flush=True)
            except NotWon as problem:
                sys.exit(f"{edition}: {problem} Choose a stronger --level.")
            continue
        for start in arguments.start if edition in EDITIONS_OF_2003 else (PRINTED,):
            print(f"{edition}, {start}", *balance.tables(start), sep="\n", flush=True)


if __name__ == "__main__":
    main()
