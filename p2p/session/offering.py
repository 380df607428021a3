"""What a session sends over a connection unasked: everything that isn't fetched by steps."""

from __future__ import annotations

from p2p.log.messages import CharterSignature, Have
from p2p.session.change import EpochChange
from p2p.session.parts import Parts


class Offering:
    """Offers what we have when a connection begins, and again if parts may have been lost or refused.

    ``lacking`` are links over which a player is missed: the next flush offers everyone's items there.
    """

    def __init__(self, parts: Parts, change: EpochChange) -> None:
        self.lacking: set[int] = set()
        self._parts = parts
        self._change = change
        self._terms: dict[int, int] = {}
        """By link, the term that the other end last named."""

    def offer(self, link: int) -> None:
        """Send everyone's current items and the entries of the open step; the other end fetches the rest.

        This includes what the other end signed itself, since a restarted program may have lost it. ``have`` comes last
        and says that all was sent.
        """
        parts, outbox = self._parts, self._parts.outbox
        if parts.me is None:
            # A spectator gets all this from players, who would not take it from a spectator.
            outbox.send(parts.have(), link)
            return
        if parts.past is not None:
            outbox.send(parts.past, link)
        for signer, signature in parts.signatures.items():
            outbox.send(CharterSignature(parts.charter.id, signer, signature), link)
        parts.disputes.offer(link)
        parts.peers.offer(link, outbox)
        for slot in parts.log.slots:
            if slot in parts.log.given:
                outbox.send(parts.log.given[slot], link)
        for statement in (*parts.acks.newest(), *parts.closings.of_our_end, *self._change.newest()):
            outbox.send(statement, link)
        outbox.send(parts.have(), link)

    def on_have(self, link: int, have: Have) -> None:
        """Take what the other end says that it has."""
        parts = self._parts
        parts.sync.claim(link, have.term, have.height)
        parts.returning.heard(link)
        if self._terms.get(link, have.term) < have.term == parts.log.term:
            # The other end didn't understand what we sent in this epoch before it entered the epoch.
            self.offer(link)
        self._terms[link] = have.term
        parts.conversation.heard(link, have.heard, private=parts.links.player(link) is not None)

    def disconnected(self, link: int) -> None:
        """Forget a link that has ended."""
        self._terms.pop(link, None)
        self.lacking.discard(link)

    def flush(self) -> None:
        """Offer again what may be missing."""
        lacking, self.lacking = self.lacking, set()
        if self._parts.peers.take_cut():
            # Messages between two others may not have arrived, because their connection has ended.
            lacking = set(self._parts.links.all(guests=False))
        for link in sorted(lacking):
            self.offer(link)
