"""Tables whose programs end at any instant, as if killed, and are started again from what was durable by then.

    python -m tests.p2p.restarts --games 500 [--start N]

Game N is the same on every machine. A program keeps as `p2p.shell.table` does: what it has signed is
durable before anything is sent after it. It may end between any two things that it does; what was under way to and
from it is lost.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable
from random import Random

from p2p.log import messages, statements
from p2p.log.messages import Message
from p2p.log.statements import SignedAck, SignedEntry, Statement
from p2p.session.events import Asked, Keep, Output, Send
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.p2p.tables import Table, charter, game, session


class Restarts(Table):
    """A game whose seats, answers and crashes follow from its number."""

    def __init__(self, number: int, players: int | None = None, deaths: int = 30) -> None:
        fate = Random(f"restarts {number}")
        players = players or fate.choice((1, 2, 3, 4, 5))
        holders = fate.choice((None, [fate.randrange(players) for _ in range(2)] + list(range(players))))
        if players == 1:
            holders = [0, 0]
        elif not deaths:
            holders = None
        super().__init__(charter(players, holders, rounds=2), number)
        self.deaths = fate.randrange(deaths) if deaths else 0
        self.signed: list[dict[bytes, Statement]] = [{} for _ in range(players)]
        self._fate = fate
        self._mortality = fate.choice((0.003, 0.01, 0.05))
        self._durable = [0] * players
        self._doomed: set[int] = set()

    def _happen(self) -> bool:
        while self._doomed:
            player = min(self._doomed)
            self._doomed.remove(player)
            self.restart(player)
        return super()._happen()

    def restart(self, player: int, lost: int = 0) -> None:
        """End a player's program, and start it again with what is durable but for the last few items."""
        del self.kept[player][max(0, self._durable[player] - lost) :]
        self._durable[player] = len(self.kept[player])
        others = [to for sender, to in self._links if sender == player]
        for other in others:
            self._links[player, other].clear()
            self._links[other, player].clear()
        self.sessions[player] = started = session(self.charter, player)
        started.measure_time(lambda: self.now)
        started.restore(list(self.kept[player]))
        for other in others:
            self._take(other, self.sessions[other].disconnected(player))
        self._take(player, started.start())
        for other in others:
            self._take(player, started.connected(other, other))
            self._take(other, self.sessions[other].connected(player, player))

    def _answer(self, player: int, seat: int) -> None:
        of = self.sessions[player]
        if seat in of.asked:
            # Who is asked again may well answer something else.
            self._take(player, of.answer(seat, self._fate.choice(game(of).legal(seat))))

    def _take(self, player: int, outputs: list[Output]) -> None:
        if player in self._doomed:
            return
        if self.deaths and self._fate.random() < self._mortality:
            self.deaths -= 1
            outputs = outputs[: self._fate.randrange(len(outputs) + 1)]
            self._doomed.add(player)
        owing = False
        for output in outputs:
            match output:
                case Keep(data, own):
                    self.kept[player].append(data)
                    owing |= own
                case Send(links, data):
                    if owing:
                        self._durable[player] = len(self.kept[player])
                        owing = False
                    self._note(player, messages.decode(data))
                    for to in links:
                        self._links[player, to].append(data)
                case _:
                    self.events[player].append(output)
                    if isinstance(output, Asked):
                        self._asked.append((player, output.seat))
        if owing and player not in self._doomed:
            self._durable[player] = len(self.kept[player])

    def _note(self, player: int, message: Message) -> None:
        match message:
            case SignedEntry() | SignedAck() if statements.author(self.charter, message) == player:
                self.signed[player].setdefault(messages.encode(message), message)


def contradictions(of: Restarts) -> Iterable[tuple[Statement, Statement]]:
    """What one player has signed and no honest player signs together."""
    for signed in of.signed:
        all_of_them = list(signed.values())
        for index, one in enumerate(all_of_them):
            for other in all_of_them[:index]:
                if statements.contradict(of.charter, one, other):
                    yield one, other


def in_log(of: Session, signed: SignedEntry) -> bool:
    """Whether an entry is in a session's log."""
    found = of.log.entry(signed.entry.step, signed.entry.seat) if signed.entry.step <= of.log.height else None
    return found is not None and found.id == signed.id


def check(number: int) -> int:
    """Play a game and look at its end; returns how often a program was started again. Raises AssertionError."""
    table = Restarts(number)
    planned = table.deaths
    table.play()
    assert [of.phase for of in table.sessions] == [Phase.FINISHED] * len(table.sessions)
    assert len({of.record() for of in table.sessions}) == 1
    assert list(contradictions(table)) == []
    for of, signed in zip(table.sessions, table.signed, strict=True):
        assert all(in_log(of, one) for one in signed.values() if isinstance(one, SignedEntry))
        acks = [one.content for one in signed.values() if isinstance(one, SignedAck)]
        assert len({ack.counter for ack in acks}) == len(acks)
    return planned - table.deaths


def main() -> None:
    """Play games until one fails."""
    parser = argparse.ArgumentParser(prog="python -m tests.p2p.restarts", description="Play with programs that end.")
    parser.add_argument("--games", type=int, default=500, help="how many games to play")
    parser.add_argument("--start", type=int, default=0, help="the number of the first game")
    asked = parser.parse_args()
    began, restarts = time.monotonic(), 0
    for number in range(asked.start, asked.start + asked.games):
        try:
            restarts += check(number)
        except Exception as error:
            error.add_note(f"See it again with: python -m tests.p2p.restarts --start {number} --games 1")
            raise
    print(f"{asked.games} games, {restarts} programs started again, in {time.monotonic() - began:.0f} s.")


if __name__ == "__main__":
    main()
