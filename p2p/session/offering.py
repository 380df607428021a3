"""What a session shows over a connection of its own accord: all that is not fetched by steps."""

from __future__ import annotations

from p2p.log.messages import CharterSignature, Have
from p2p.session.change import EpochChange
from p2p.session.parts import Parts
from p2p.session.rekeying import Rekeying


class Offering:
    """Offers what we have when a connection begins, and again where some of it may not have arrived or counted.

    ``lacking`` are links where somebody is missed: the next flush offers there what we have of everybody.
    """

    def __init__(self, parts: Parts, change: EpochChange, rekeying: Rekeying) -> None:
        self.lacking: set[int] = set()
        self._parts = parts
        self._change = change
        self._rekeying = rekeying
        self._outbox = parts.outbox
        self._terms: dict[int, int] = {}
        """By link, the term that the other end was in when it last said what it has."""

    def offer(self, link: int) -> None:
        """Send what is kept of everybody as it is now, and what fills the open step; the rest is fetched.

        That the other end has signed itself goes there too, since a program started again may have lost it; ``have``
        says, last, that all of it was sent.
        """
        parts, outbox = self._parts, self._outbox
        if parts.me is None or link in parts.links.asking:
            # A guest has all from players, who would not take it from a guest.
            outbox.send(parts.have(), link)
            return
        for signer, signature in parts.signatures.items():
            outbox.send(CharterSignature(parts.charter.id, signer, signature), link)
        self._rekeying.offer(link)
        parts.disputes.offer(link)
        parts.peers.offer(link, outbox)
        for slot in parts.log.slots:
            if slot in parts.log.given:
                outbox.send(parts.log.given[slot], link)
        for statement in (*parts.acks.newest(), *self._change.newest()):
            outbox.send(statement, link)
        outbox.send(parts.have(), link)

    def on_have(self, link: int, have: Have) -> None:
        """The other end has said what it has."""
        parts = self._parts
        parts.sync.claim(link, have.term, have.height)
        parts.returning.heard(link)
        if self._terms.get(link, have.term) < have.term == parts.log.term:
            # What we had said in this epoch before the other end was in it has not been understood.
            self.offer(link)
        self._terms[link] = have.term
        parts.conversation.heard(link, have.heard, private=parts.links.person(link) is not None)

    def disconnected(self, link: int) -> None:
        """A connection has ended."""
        self._terms.pop(link, None)
        self.lacking.discard(link)

    def flush(self) -> None:
        """Offer again what may be missing."""
        lacking, self.lacking = self.lacking, set()
        if self._parts.peers.take_cut():
            # What two others had sent each other, on a connection that has ended, may not have arrived.
            lacking = set(self._parts.links.all(guests=False))
        for link in sorted(lacking):
            self.offer(link)
