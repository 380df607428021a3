"""Fetching what we lack: who claims to be higher, what came too early, and which fetches are under way."""

from __future__ import annotations

from collections import deque

from p2p.events import Refused
from p2p.log import Log
from p2p.messages import CHUNK, Chunk, Fetch, encode
from p2p.outbox import Outbox
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

    def __init__(self, log: Log, outbox: Outbox) -> None:
        persons = len(log.charter.persons)
        self._log = log
        self._outbox = outbox
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

    def take_held(self) -> list[tuple[int, SignedEntry]]:
        """The senders and entries held whose step is open now, or past; they are held no longer."""
        taken: list[tuple[int, SignedEntry]] = []
        if not any(self._held):
            return taken
        for sender, held in enumerate(self._held):
            while held and held[0].entry.step <= self._log.height + 1:
                taken.append((sender, held.popleft()))
        return taken

    @property
    def behind(self) -> int | None:
        """A person who claims to be higher than we are and has no fetch to answer; None if there is nobody to ask."""
        for person, claim in enumerate(self._claims):
            if claim > self._log.height and person not in self._asked:
                return person
        return None

    def fetch(self, person: int, first: int | None = None) -> None:
        """Ask a person for all from a step on, by default what we lack, unless he has a fetch to answer."""
        if person not in self._asked:
            self._asked[person] = self._log.height + 1 if first is None else first
            self._outbox.send(Fetch(self._asked[person]), person)

    def serve(self, sender: int, fetch: Fetch) -> None:
        """Answer a fetch, but not of a person who has fetched far more than there is."""
        answer = chunk(self._log, fetch.first)
        self._served[sender] += len(answer.entries)
        if self._served[sender] > SERVED * sum(len(step.entries) for step in self._log.steps) + SPARE:
            self._outbox.show(Refused(sender, "a fetch of what was fetched many times over"))
        else:
            self._outbox.send(answer, sender)

    def answered(self, sender: int, answer: Chunk) -> bool:
        """Whether a chunk is what its sender was asked for; if so he may be asked again."""
        if self._asked.get(sender) != answer.first:
            self._outbox.show(Refused(sender, "entries that nobody asked for"))
            return False
        del self._asked[sender]
        return True

    def go_on(self, sender: int, answer: Chunk, before: int) -> None:
        """A chunk has been taken since the height ``before``: fetch more if it helped, else its sender has no more."""
        if self._log.height == before:
            self._claims[sender] = before
        elif answer.height > self._log.height:
            self.fetch(sender)
