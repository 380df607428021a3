"""A table of real processes, killed at random instants and started again, on wires that are cut; and what must hold."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from functools import partial
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from cli.storage.games import look_at, notes_of
from cli.table_game import DEFAULT, new_game
from p2p.log import statements
from p2p.log.record import verify_record
from p2p.log.statements import SignedAck, SignedEntry, Statement
from p2p.session.events import Answer, decode_item
from p2p.shell.store import Store
from tests.soak.wires import Wires

LATE = 20.0
"""Seconds that a program has to end when all others have."""

PATIENCE = 300.0
"""Seconds for a game to end once no program is killed any more."""


class Seat:
    """One player's process, whichever it is at the moment."""

    def __init__(self, folder: Path, number: int, edition: str, pause: float) -> None:
        self.number = number
        self.end: dict[str, Any] | None = None
        self._command = [sys.executable, "-m", "tests.soak.peer", str(folder), str(number), edition, str(pause)]
        self._heard: queue.Queue[dict[str, Any]] = queue.Queue()
        self._start([])

    def _start(self, arguments: list[str]) -> None:
        self._process = subprocess.Popen(
            [*self._command, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout is not None
        with process.stdout as lines:
            for line in lines:
                message = json.loads(line)
                if "end" in message:
                    self.end = message
                self._heard.put(message)

    def hear(self, what: str) -> Any:
        """What it says of this next."""
        while True:
            message = self._heard.get(timeout=PATIENCE)
            if what in message:
                return message

    def tell(self, message: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message) + "\n")
        self._process.stdin.flush()

    @property
    def runs(self) -> bool:
        return self._process.poll() is None

    def kill(self) -> None:
        """As a power cut does."""
        self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            self._process.stdin.close()

    def resume(self, game: str) -> None:
        self._start([game])


def play(
    folder: Path, players: int, kills: int, fate: Random, pause: float, cuts: int = 0, edition: str = DEFAULT.id
) -> dict[str, int]:
    """Play a game of an edition with so many kills and cuts, or fewer if it ends before; returns what happened.

    A kill ends one process; a cut breaks wires between some of them, for a while. Raises AssertionError where anything
    was lost or signed twice, or the game did not end for all with the same log.
    """
    seats = [Seat(folder, number, edition, pause) for number in range(players)]
    killed = cut = 0
    wires: Wires | None = None
    try:
        cards = [seat.hear("key") for seat in seats]
        wires = Wires([card["port"] for card in cards])
        for seat in seats:
            (folder / f"{seat.number}.ways").write_text(json.dumps(wires.ways(seat.number)))
        for seat in seats:
            seat.tell(cards)
        game = next(seat.hear("begun")["begun"] for seat in seats[::-1])
        for seat in seats[:-1]:
            seat.hear("begun")
        while (killed < kills or cut < cuts) and all(seat.end is None for seat in seats):
            time.sleep(fate.random() ** 2)
            if fate.randrange(kills - killed + cuts - cut) >= kills - killed:
                wires.cut(_some_wires(players, fate))
                cut += 1
                time.sleep(fate.choice((0.0, 0.3, 1.5)))
                wires.mend()
                continue
            victims = fate.sample(seats, fate.choice((1, 1, 1, 1, 2, players)))
            for victim in victims:
                if victim.runs and victim.end is None and killed < kills:
                    victim.kill()
                    killed += 1
                    time.sleep(fate.choice((0.0, 0.0, 0.2)))
            for victim in victims:
                if not victim.runs and victim.end is None:
                    victim.resume(game)
        alone = _await_ends(seats)
    finally:
        for seat in seats:
            seat.kill()
        if wires is not None:
            wires.close()
    return {"kills": killed, "cuts": cut, "ended_alone": alone, **_judge(folder, players)}


def _some_wires(players: int, fate: Random) -> list[frozenset[int]]:
    """One wire, or all those between two groups, or all that there are."""
    every = [frozenset(pair) for pair in combinations(range(players), 2)]
    group = set(fate.sample(range(players), fate.randrange(1, players)))
    between = [wire for wire in every if len(wire & group) == 1]
    return fate.choice(([fate.choice(every)], between, between, every))


def _await_ends(seats: list[Seat]) -> int:
    """Wait for all to end; how many were killed so late that all others were gone when they came back."""
    deadline = time.monotonic() + PATIENCE
    late: float | None = None
    while any(seat.end is None for seat in seats):
        assert time.monotonic() < deadline, f"no end for {[seat.number for seat in seats if seat.end is None]}"
        ended = [seat for seat in seats if seat.end is not None]
        if len(ended) > len(seats) // 2:
            late = late or time.monotonic()
            if time.monotonic() - late > LATE:
                break
        time.sleep(0.05)
    ends = [seat.end for seat in seats if seat.end is not None]
    assert {end["end"] for end in ends} == {"Finished"}, ends
    assert len({end["log"] for end in ends}) == 1, ends
    return len(seats) - len(ends)


def _judge(folder: Path, players: int) -> dict[str, int]:
    """Look at all journals together."""
    logs, signed, entries = [], [], 0
    for number in range(players):
        store = Store(folder / f"{number}.db")
        (kept,) = store.games()
        items = store.items(kept)
        session = look_at(kept, items)
        record = session.record()
        assert record is not None
        assert verify_record(record, partial(new_game, map_text=notes_of(kept).map_text)).log.head == session.log.head
        logs.append(session.log)
        found = [item for item in map(decode_item, items) if isinstance(item, SignedEntry | SignedAck)]
        signed += found
        own = [item for item in found if statements.author(kept.charter, item) == number]
        for item in own:
            if isinstance(item, SignedEntry):
                held = session.log.entry(item.entry.step, item.entry.seat)
                assert held is not None, f"entry {item.entry.step} of player {number + 1} is lost"
                assert held.id == item.id
        entries += sum(isinstance(item, SignedEntry) for item in own)
        assert not any(isinstance(item, Answer) and not session.log.height for item in map(decode_item, items))
        store.close()
    assert len({log.head for log in logs}) == 1, [log.height for log in logs]
    _assert_nothing_was_signed_twice(kept.charter, signed)
    return {"entries": entries, "steps": logs[0].height}


def _assert_nothing_was_signed_twice(charter: Any, signed: Sequence[Statement]) -> None:
    entries: dict[tuple[object, int, int], bytes] = {}
    attested: dict[tuple[object, int, int], bytes] = {}
    for statement in signed:
        if isinstance(statement, SignedEntry):
            place = statements.epoch(statement), statement.entry.step, statement.entry.seat
            assert entries.setdefault(place, statement.id) == statement.id, place
        author = statements.author(charter, statement)
        for height, log in statements.attested(statement):
            place = statements.epoch(statement), author or 0, height
            assert attested.setdefault(place, log) == log, place
