"""The figures of docs/balance.md and docs/balance-2003.md: who wins games among equals, and what the board changes.

    python -m tests.balance [--edition empires revised] [--start points] [--level strong] [--nodes 100] [--games 400]
    python -m tests.balance --parts [--edition revised] [--games 400]

The first counts who wins at three, four and five. The second changes the parts of the board of 2003 in
``balance.toml`` one after another and plays the same games again at five.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Sequence
from pathlib import Path

from cli.arena.match import Match, portions
from cli.arena.schedule import cores, play_in_processes
from cli.arena.tally import Share, Tally
from core.classic.data import classic_toml
from core.classic.setup import STARTS
from core.editions import EDITIONS
from core.engine.levels import LADDER
from core.engine.policy import NODES, STEADY

EDITIONS_OF_2003 = ("original", "revised")
ALL = ("empires", *EDITIONS_OF_2003)
PARTS = Path(__file__).with_suffix(".toml")
PRINTED, _ = STARTS
RANDOM = "random"
LAST_ROUND = 40
VICTORIES = {
    "pyramids": "the Pyramids",
    "heroes_and_wonders": "heroes and wonders",
    "capitals_and_legendary_cities": "great cities",
    "leadership": "all three titles",
    "round_limit": f"no player in {LAST_ROUND} rounds",
}
SEED = 1


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

    def parts(self) -> list[str]:
        """Return the lines that say what each part of the board changes at five."""
        printed = self.tally(5, PRINTED)
        lines = _row("at five, %", [*map(str.capitalize, printed.empires), "moved"], is_head=True)
        lines += self._changed("as reconstructed", printed, printed)
        for part in tomllib.loads(PARTS.read_text("utf-8"))["parts"]:
            lines += self._changed(part["name"], self.tally(5, PRINTED, with_changes(part["changes"])), printed)
            print(lines[-1], flush=True)
        return lines

    def _changed(self, name: str, tally: Tally, printed: Tally) -> list[str]:
        cells, moved = [], []
        for empire in printed.empires:
            share, before = tally.of_empire(empire), printed.of_empire(empire)
            has_moved = share.interval[0] > before.interval[1] or share.interval[1] < before.interval[0]
            cells.append(f"**{100 * share.value:.1f}**" if has_moved else f"{100 * share.value:.1f}")
            if has_moved:
                moved.append(f"{empire.capitalize()} by {100 * (share.value - before.value):+.1f}")
        return _row(name, [*cells, ", ".join(moved)])


def with_changes(changes: Sequence[Sequence[str]]) -> str:
    """Return the data of 2003 with pieces of its text replaced; each must be there once."""
    text = classic_toml()
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
    parser = argparse.ArgumentParser(description="Counts who wins games among players of one level.")
    parser.add_argument("--edition", nargs="+", choices=ALL, default=ALL)
    parser.add_argument("--start", nargs="+", choices=STARTS, default=STARTS, help="setups of 2003 (both)")
    parser.add_argument("--level", choices=LADDER, default=STEADY, help="who plays (%(default)s)")
    parser.add_argument("--nodes", type=int, default=NODES, help="the budget of those who search (%(default)s)")
    parser.add_argument("--parts", action="store_true", help="change parts of the board of 2003 instead")
    parser.add_argument("--games", type=int, default=400, help="games of each table (%(default)s)")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes that play (%(default)s)")
    arguments = parser.parse_args()
    for edition in arguments.edition:
        balance = Balance(edition, arguments.games, arguments.jobs, arguments.level, arguments.nodes)
        if arguments.parts:
            if edition in EDITIONS_OF_2003:
                print(edition, *balance.parts(), sep="\n", flush=True)
            continue
        for start in arguments.start if edition in EDITIONS_OF_2003 else (PRINTED,):
            print(f"{edition}, {start}", *balance.tables(start), sep="\n", flush=True)


if __name__ == "__main__":
    main()
