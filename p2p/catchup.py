"""Fetching what we lack: who claims to be higher, what came too early, and which fetches are under way."""

from __future__ import annotations

from collections import deque

from p2p.log import Log
from p2p.messages import CHUNK, Chunk, Fetch, encode
from p2p.statements import SignedEntry

HELD = 64
"""Entries of future steps that wait for each person; what goes beyond is fetched."""

SERVED = 4
"""How many times over a person may fetch the log, and SPARE entries more."""
SPARE = 4096


def chunk(log: Log, first: int) -> Chunk:
    """The entries of whole steps from ``first`` on, as many as a chunk takes, and at the end those of the open step."""
    packets: list[bytes] = []
    size = 0
    for step in log.steps[first - 1 :]:
        if size >= CHUNK:
            return Chunk(first, log.height, tuple(packets))
        added = [encode(signed) for signed in step.entries]
        packets += added
        size += sum(map(len, added))
    if first <= log.height + 1:
        packets += [encode(log.given[slot]) for slot in log.slots if slot in log.given]
    return Chunk(first, log.height, tuple(packets))


class Catchup:
    """By person: the height he claims, entries from him that came before their step, the fetch he has to answer."""

    def __init__(self, persons: int) -> None:
        self._claims = [0] * persons
        self._held: list[deque[SignedEntry]] = [deque() for _ in range(persons)]
        self._asked: dict[int, int] = {}
        self._served = [0] * persons

    def claim(self, person: int, height: int) -> None:
        """A person has, or says he has, reached this height."""
        self._claims[person] = max(self._claims[person], height)

    def hold(self, sender: int, signed: SignedEntry) -> None:
        """Keep an entry whose step is not open here yet, and which its sender must have reached.

        It is judged when its turn comes; until then it is only a sign of how far its sender is. So few are held of each
        sender that nobody can fill our memory or push out what another has sent.
        """
        self.claim(sender, signed.entry.step - 1)
        if len(self._held[sender]) < HELD:
            self._held[sender].append(signed)

    def take_held(self, step: int) -> list[tuple[int, SignedEntry]]:
        """The senders and entries held whose step is open now, or past; they are held no longer."""
        taken: list[tuple[int, SignedEntry]] = []
        if not any(self._held):
            return taken
        for sender, held in enumerate(self._held):
            while held and held[0].entry.step <= step:
                taken.append((sender, held.popleft()))
        return taken

    def next_to_ask(self, height: int) -> int | None:
        """A person who claims to be higher than this and has no fetch to answer."""
        for person, claim in enumerate(self._claims):
            if claim > height and person not in self._asked:
                return person
        return None

    def ask(self, person: int, first: int) -> Fetch | None:
        """A fetch for a person; None while he has one to answer."""
        if person in self._asked:
            return None
        self._asked[person] = first
        return Fetch(first)

    def answered(self, person: int, answer: Chunk) -> bool:
        """Whether a chunk is what the person was asked for; if so he may be asked again."""
        if self._asked.get(person) != answer.first:
            return False
        del self._asked[person]
        return True

    def give_up(self, person: int, height: int) -> None:
        """The person did not have what he claimed."""
        self._claims[person] = height

    def serve(self, person: int, log: Log, fetch: Fetch) -> Chunk | None:
        """The answer to a fetch; None for a person who has fetched far more than there is."""
        answer = chunk(log, fetch.first)
        self._served[person] += len(answer.entries)
        entries = sum(len(step.entries) for step in log.steps)
        return answer if self._served[person] <= SERVED * entries + SPARE else None
