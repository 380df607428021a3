"""How long a table stands still when a player is lost: from the moment at which all others agree to the game going on.

Sessions in one process, on links that take LATENCY, with a clock that goes on from one thing that happens to the next.
What is due is sent as programs send it, at the latest FLUSH after it has become due. That a player is lost all know at
once: how long a program waits for a silent one is for the program around the session to say.
"""

from __future__ import annotations

import statistics
from collections import deque
from collections.abc import Callable, Iterable
from itertools import count

from p2p.log.messages import Message, encode
from p2p.log.statements import ABSENT, Change
from p2p.log.steps import Kind
from p2p.session.session import Session
from tests.p2p.absences import Absences
from tests.p2p.tables import FLUSH, charter

LATENCY = 0.05
"""Seconds from any player to any other."""

PLAYERS = (3, 5)
RUNS = 9
"""Tables of which the median is told; in each, the programs send what is due at other moments."""

MOST = 300.0
"""Seconds after which a table has stopped for ever."""

COORDINATOR = 1
"""Who coordinates the first term."""
ANOTHER = 0


class Timed(Absences):
    """A table on which everything takes its time, in an order that follows from the number of the run."""

    def __init__(self, players: int, run: int) -> None:
        super().__init__(charter(players, rounds=9), run, run)
        self._moments: dict[tuple[int, int], deque[float]] = {}
        self._due: dict[int, float] = {}
        self._run = run
        self._numbers = count()

    def send(self, sender: int, to: int, message: Message) -> None:
        self._links[sender, to].append(encode(message))
        self._moments.setdefault((sender, to), deque()).append(self.now + LATENCY)

    def _connect(self, pairs: Iterable[tuple[int, int]], *, connected: bool) -> None:
        pairs = list(pairs)
        for pair in pairs:
            self._moments.pop(pair, None)
        super()._connect(pairs, connected=connected)

    def _happen(self) -> bool:
        """Whatever comes first: an answer, at once; a message that arrives; what is due and is sent."""
        if self._asked:
            self._answer(*self._asked.pop(0))
            return True
        coming = [(moments[0], link) for link, moments in self._moments.items() if moments]
        sending = [(self._moment(player), player) for player in self.here if self.sessions[player].due]
        if sending and (not coming or min(sending)[0] <= min(coming)[0]):
            moment, player = min(sending)
            self.now = max(self.now, moment)
            del self._due[player]
            self._take(player, self.sessions[player].flush())
        elif coming:
            moment, (sender, to) = min(coming)
            self._moments[sender, to].popleft()
            self.now = max(self.now, moment)
            self._take(to, self.sessions[to].receive(sender, self._links[sender, to].popleft()))
        return bool(coming or sending)

    def _moment(self, player: int) -> float:
        """When a player's program sends what has become due."""
        offset = FLUSH * ((player * 7 + self._run * 3) % 10 + 1) / 10
        return self._due.setdefault(player, self.now + offset)

    def until(self, kind: Kind, height: int = 0) -> int:
        """Go on until all are at such a step, at this height or beyond."""
        self._stop = kind, height
        while not all(of.log.kind is kind and of.log.height >= height for of in self._playing):
            if not self._happen():
                raise RuntimeError("no such step was open")
        return 0

    def seconds_until(self, is_reached: Callable[[Session], bool]) -> float:
        """Seconds until something holds for all who are here."""
        self._stop = None
        self._ask_again(self.here)
        began = self.now
        while not all(map(is_reached, self._playing)):
            if self.now - began > MOST or not self._happen():
                raise RuntimeError("the table has stopped for ever")
        return self.now - began

    @property
    def _playing(self) -> list[Session]:
        return [self.sessions[number] for number in self.here]


def measure() -> dict[str, float | int | str]:
    """Medians of seconds, by how many sit at the table and by what was open."""
    figures: dict[str, float | int | str] = {"latency_ms": LATENCY * 1000}
    for players in PLAYERS:
        for kind in (Kind.COMMITMENTS, Kind.BEACON):
            for name, lost in (("", ANOTHER), ("unreachable_", COORDINATOR)):
                found = [_absent(players, run, kind, lost) for run in range(RUNS)]
                figures[f"players_{players}_{kind}_{name}s"] = statistics.median(found)
    found = [_absent(5, run, Kind.COMMITMENTS, COORDINATOR, COORDINATOR + 1) for run in range(RUNS)]
    return figures | {"players_5_commitments_two_unreachable_s": statistics.median(found)}


def _absent(players: int, run: int, kind: Kind, *lost: int) -> float:
    """Seconds from all agreeing that players are absent to a step that is completed without them, for all others."""
    table = Timed(players, run)
    table.begin()
    table.until(kind, 5)
    table.go(*lost)
    height = max(of.log.height for of in table.sessions)
    for player in lost:
        table.agree(Change(ABSENT, player), table.here)

    def goes_on(of: Session) -> bool:
        is_new = of.log.height > height + 1 and of.log.steps[-1].proposed is None
        return of.log.absent >= set(lost) and is_new

    return table.seconds_until(goes_on)
