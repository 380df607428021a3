"""Fetching what we lack: who claims a greater height, what came too early, and which fetches are under way."""

from __future__ import annotations

from collections import deque

from p2p.log.log import Log
from p2p.log.messages import CHUNK, Chunk, Fetch, encode
from p2p.log.statements import SignedEntry
from p2p.session.events import CatchingUp, CaughtUp
from p2p.session.outbox import Outbox

HELD = 64
"""How many entries of future steps each link may have waiting; the rest is fetched."""

SERVED = 4
"""How many times the whole log may be fetched over one link, plus SPARE entries."""
SPARE = 4096


def chunk(log: Log, first: int) -> Chunk:
    """Return a chunk of what was signed from step ``first`` on, as much as fits, with the open step at the end."""
    packets: list[bytes] = []
    size = 0
    for step in log.steps[first - 1 :]:
        if size >= CHUNK:
            return Chunk(first, log.term, log.height, tuple(packets))
        added = [encode(signed) for signed in (*step.entries, *([step.proposed] if step.proposed else ()))]
        packets += added
        size += sum(map(len, added))
    if first <= log.height + 1:
        packets += [encode(log.given[slot]) for slot in log.slots if slot in log.given]
    return Chunk(first, log.term, log.height, tuple(packets))


class Sync:
    """Has by link the claimed term and height, entries that came early, and the fetch under way.

    ``final`` is the height below which no epoch reaches, so a peer in another epoch has the same log up to it.
    """

    def __init__(self, log: Log, outbox: Outbox) -> None:
        self._log = log
        self._outbox = outbox
        self.final = 0
        self._claims: dict[int, tuple[int, int]] = {}
        self._held: dict[int, deque[SignedEntry]] = {}
        self._asked: dict[int, int] = {}
        self._served: dict[int, int] = {}

    def disconnected(self, link: int) -> None:
        """Forget a link that has ended."""
        was_asked = link in self._asked
        for kept in (self._claims, self._held, self._asked, self._served):
            kept.pop(link, None)
        if was_asked:
            self._show_if_done()

    def claim(self, link: int, term: int, height: int) -> None:
        """Note that a peer claims over a link to have reached this height in an epoch of this term."""
        self._claims[link] = max(self._claims.get(link, (0, 0)), (term, height))

    def begin_epoch(self) -> None:
        """Drop the held entries of an older epoch."""
        self._held.clear()

    def hold(self, link: int, signed: SignedEntry) -> None:
        """Keep an entry whose step is not open here yet, but must be open at the other end.

        It is judged when its step opens; until then it only shows how far the other end is. Each link may hold only a
        few, so no peer can fill our memory or push out another's entries.
        """
        self.claim(link, signed.entry.term, signed.entry.step - 1)
        held = self._held.setdefault(link, deque())
        if len(held) < HELD:
            held.append(signed)

    def take_held(self) -> list[tuple[int, SignedEntry]]:
        """Return the links and held entries whose step is open now, or past, and forget them."""
        taken: list[tuple[int, SignedEntry]] = []
        for link, held in self._held.items():
            while held and held[0].entry.step <= self._log.height + 1:
                taken.append((link, held.popleft()))
        return taken

    @property
    def behind(self) -> int | None:
        """Return a link over which more is claimed than we have, and no fetch is under way; None if there is no peer to
        ask, or we lack the game that ours continues.
        """
        if not self._log.has_begun:
            return None
        for link, claim in self._claims.items():
            if claim > self._here and link not in self._asked:
                return link
        return None

    def lacks(self, link: int) -> bool:
        """Return whether more is claimed over a link than we have."""
        return self._claims.get(link, (0, 0)) > self._here

    @property
    def _here(self) -> tuple[int, int]:
        return self._log.term, self._log.height

    def fetch(self, link: int, first: int | None = None) -> None:
        """Ask over a link for all steps from one on, by default for what we lack, unless a fetch is under way there.

        In a newer epoch, its base may be below our height, but never below what is final.
        """
        if link not in self._asked:
            term, height = self._claims.get(link, (0, 0))
            if first is None:
                first = (self.final if term > self._log.term else self._log.height) + 1
                self._outbox.show(CatchingUp(self._log.height, height))
            self._asked[link] = first
            self._outbox.send(Fetch(self._asked[link]), link)

    def serve(self, link: int, fetch: Fetch) -> None:
        """Answer a fetch, unless far more was fetched than there is; refusing costs next to nothing."""
        if fetch.first <= self._log.start:
            self._outbox.refuse(link, "a fetch of steps before the game began")
            return
        most = SERVED * sum(len(step.entries) for step in self._log.steps) + SPARE
        if self._served.get(link, 0) <= most:
            answer = chunk(self._log, fetch.first)
            self._served[link] = self._served.get(link, 0) + len(answer.entries)
            if self._served[link] <= most:
                self._outbox.send(answer, link)
                return
        self._outbox.refuse(link, "a fetch of what was fetched many times over")

    def answered(self, link: int, answer: Chunk) -> bool:
        """Return whether a chunk is what was asked for over the link; if so, we may ask again."""
        if self._asked.get(link) != answer.first:
            self._outbox.refuse(link, "entries that were not asked for")
            return False
        del self._asked[link]
        return True

    def go_on(self, link: int, answer: Chunk, before: tuple[int, int]) -> None:
        """A chunk was taken; term and height were ``before``. Fetch more if it helped, otherwise there is no more."""
        if self._here <= before:
            self._claims[link] = before
        elif (answer.term, answer.height) > self._here:
            self._claims[link] = answer.term, answer.height
            self.fetch(link)
        self._show_if_done()

    def _show_if_done(self) -> None:
        if not self._asked:
            self._outbox.show(CaughtUp(self._log.height))
