"""Tables in bad weather: connections break at any moment, with all that is under way, and are made again.

    python -m tests.p2p.storms --games 2000 [--start N]

Game N is the same on every machine. Either end of a connection notices at a moment of its own that it has broken; until
then it sends into nothing. In the end the weather clears, and everybody must come to the same record.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from random import Random

from p2p.log import messages
from p2p.session.events import Asked, Keep, MessageRefused, Output, Proven, Send, Stopped
from p2p.session.state import Phase
from tests.p2p.tables import Table, charter

MOST = 200_000
"""Things that happen in a game, at most."""


@dataclass
class Cable:
    """A connection: what is under way to each end, and which ends have noticed that it is broken."""

    ends: tuple[int, int]
    queues: dict[int, deque[bytes]] = field(default_factory=dict)
    is_broken: bool = False
    noticed: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.queues = {end: deque() for end in self.ends}

    def other(self, player: int) -> int:
        """The other end."""
        return self.ends[1] if player == self.ends[0] else self.ends[0]


class Storm(Table):
    """A game whose graph, seats, weather and answers follow from its number."""

    def __init__(self, number: int) -> None:
        weather = Random(f"storm {number}")
        players = weather.choice((2, 3, 4, 5))
        holders = weather.choice((None, [weather.randrange(players) for _ in range(3)] + list(range(players))))
        super().__init__(charter(players, holders, rounds=2), number, number, ())
        self._weather = weather
        self._pairs = self._graph(players)
        self._cables: dict[int, Cable] = {}
        self._numbers = 0
        self._is_clear = False
        self._roughness = weather.choice((0.002, 0.01, 0.05))

    def _graph(self, players: int) -> list[tuple[int, int]]:
        """A tree, and perhaps more."""
        order = list(range(players))
        self._weather.shuffle(order)
        shape = self._weather.randrange(4)
        if shape == 0:
            return list(combinations(range(players), 2))
        if shape == 1:
            return list(pairwise(order))
        if shape == 2:
            return [(order[0], other) for other in order[1:]]
        more = [pair for pair in combinations(range(players), 2) if self._weather.random() < 0.3]
        return [*pairwise(order), *more]

    def play(self) -> None:
        """Let everything happen, in bad weather and then in good."""
        for player, of in enumerate(self.sessions):
            self._take(player, of.start())
        calm = self._weather.randrange(50, 3000)
        for happened in range(MOST):
            self._is_clear = happened > calm
            if not self._happen() and self._is_clear and not self._repair():
                return
        raise AssertionError("The game does not end.")

    def _happen(self) -> bool:
        if not self._is_clear and self._weather.random() < self._roughness:
            self._blow()
            return True
        noticing = [
            (number, end)
            for number, cable in self._cables.items()
            if cable.is_broken
            for end in cable.ends
            if end not in cable.noticed
        ]
        if noticing and (self._is_clear or self._random.random() < 0.02):
            self._notice(*self._random.choice(noticing))
            return True
        for number, cable in self._cables.items():
            for end, queue in cable.queues.items():
                self._links[number, end] = queue
        return super()._happen()

    def _blow(self) -> None:
        """Break a connection, or make one; now and then a second one between the same two."""
        whole = [cable for cable in self._cables.values() if not cable.is_broken]
        if whole and self._weather.random() < 0.5:
            cable = self._weather.choice(whole)
            cable.is_broken = True
            for queue in cable.queues.values():
                queue.clear()
        else:
            self._connect(self._weather.choice(self._pairs))

    def _repair(self) -> bool:
        """Make no more connections than it takes for all to be connected; whether there was anything to do."""
        groups = [{player} for player in range(len(self.sessions))]
        missing = []
        linked = [cable.ends for cable in self._cables.values() if not cable.is_broken]
        self._weather.shuffle(self._pairs)
        for pair in [*linked, *self._pairs]:
            one, other = (next(group for group in groups if end in group) for end in pair)
            if one is not other:
                groups = [one | other, *(group for group in groups if group not in (one, other))]
                if pair not in linked:
                    missing.append(pair)
        for pair in missing:
            self._connect(pair)
        return bool(missing)

    def _connect(self, pair: tuple[int, int]) -> None:
        self._numbers += 1
        number = self._numbers
        self._cables[number] = cable = Cable(pair)
        for end in pair:
            self._take(end, self.sessions[end].connected(number, cable.other(end)))

    def _notice(self, number: int, end: int) -> None:
        cable = self._cables[number]
        cable.noticed.add(end)
        self._take(end, self.sessions[end].disconnected(number))
        if len(cable.noticed) == 2:
            del self._cables[number]
            for player in cable.ends:
                self._links.pop((number, player), None)

    def _take(self, player: int, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Keep):
                self.kept[player].append(output.data)
                continue
            if isinstance(output, Send):
                self.sent[player].append(messages.decode(output.data))
                for number in output.links:
                    cable = self._cables.get(number)
                    if cable is not None and not cable.is_broken:
                        cable.queues[cable.other(player)].append(output.data)
                continue
            self.events[player].append(output)
            if isinstance(output, Asked):
                self._asked.append((player, output.seat))


def check(number: int) -> int:
    """Play a game and look at its end; returns how much was sent. Raises AssertionError."""
    storm = Storm(number)
    storm.play()
    assert {of.phase for of in storm.sessions} == {Phase.FINISHED}, [of.phase for of in storm.sessions]
    assert len({of.record() for of in storm.sessions}) == 1, "Two have different records."
    for player in range(len(storm.sessions)):
        for kind in (Proven, Stopped, MessageRefused):
            assert storm.of(player, kind) == [], storm.of(player, kind)
    return sum(map(len, storm.sent))


def main() -> None:
    """Play the games asked for and print one line about them."""
    parser = argparse.ArgumentParser(description="Games whose connections break and are made again.")
    parser.add_argument("--games", type=int, default=2000, help="how many games to play")
    parser.add_argument("--start", type=int, default=0, help="the number of the first game")
    asked = parser.parse_args()
    began, sent = time.monotonic(), 0
    for number in range(asked.start, asked.start + asked.games):
        try:
            sent += check(number)
        except Exception as error:
            error.add_note(f"See it again with: python -m tests.p2p.storms --start {number} --games 1")
            raise
    print(f"{asked.games} games, {sent} messages sent, in {time.monotonic() - began:.0f} s.")


if __name__ == "__main__":
    main()
