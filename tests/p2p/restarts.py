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

    def __init__(self, number: int, persons: int | None = None, deaths: int = 30) -> None:
        fate = Random(f"restarts {number}")
        persons = persons or fate.choice((1, 2, 3, 4, 5))
        holders = fate.choice((None, [fate.randrange(persons) for _ in range(2)] + list(range(persons))))
        if persons == 1:
            holders = [0, 0]
        elif not deaths:
            holders = None
        super().__init__(charter(persons, holders, rounds=2), number)
        self.deaths = fate.randrange(deaths) if deaths else 0
        self.signed: list[dict[bytes, Statement]] = [{} for _ in range(persons)]
        self._fate = fate
        self._mortality = fate.choice((0.003, 0.01, 0.05))
        self._durable = [0] * persons
        self._doomed: set[int] = set()

    def _happen(self) -> bool:
        while self._doomed:
            person = min(self._doomed)
            self._doomed.remove(person)
            self.restart(person)
        return super()._happen()

    def restart(self, person: int, lost: int = 0) -> None:
        """End a person's program, and start it again with what is durable but for the last few items."""
        del self.kept[person][max(0, self._durable[person] - lost) :]
        self._durable[person] = len(self.kept[person])
        others = [to for sender, to in self._links if sender == person]
        for other in others:
            self._links[person, other].clear()
            self._links[other, person].clear()
        self.sessions[person] = started = session(self.charter, person)
        started.measure_time(lambda: self.now)
        started.restore(list(self.kept[person]))
        for other in others:
            self._take(other, self.sessions[other].disconnected(person))
        self._take(person, started.start())
        for other in others:
            self._take(person, started.connected(other, other))
            self._take(other, self.sessions[other].connected(person, person))

    def _answer(self, person: int, seat: int) -> None:
        of = self.sessions[person]
        if seat in of.asked:
            # Who is asked again may well answer something else.
            self._take(person, of.answer(seat, self._fate.choice(game(of).legal(seat))))

    def _take(self, person: int, outputs: list[Output]) -> None:
        if person in self._doomed:
            return
        if self.deaths and self._fate.random() < self._mortality:
            self.deaths -= 1
            outputs = outputs[: self._fate.randrange(len(outputs) + 1)]
            self._doomed.add(person)
        owing = False
        for output in outputs:
            match output:
                case Keep(data, own):
                    self.kept[person].append(data)
                    owing |= own
                case Send(links, data):
                    if owing:
                        self._durable[person] = len(self.kept[person])
                        owing = False
                    self._note(person, messages.decode(data))
                    for to in links:
                        self._links[person, to].append(data)
                case _:
                    self.events[person].append(output)
                    if isinstance(output, Asked):
                        self._asked.append((person, output.seat))
        if owing and person not in self._doomed:
            self._durable[person] = len(self.kept[person])

    def _note(self, person: int, message: Message) -> None:
        match message:
            case SignedEntry() | SignedAck() if statements.author(self.charter, message) == person:
                self.signed[person].setdefault(messages.encode(message), message)


def contradictions(of: Restarts) -> Iterable[tuple[Statement, Statement]]:
    """What one person has signed and no honest player signs together."""
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
