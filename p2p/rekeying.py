"""New keys in a session: claims that come in, and what follows for everybody when a vote has given somebody a new key.

Whoever asks has a session of his own, which fetches the log like a guest's and signs nothing, until that log gives him
the seat. Whoever had the key before may look on like a guest; nothing that he says counts.
"""

from __future__ import annotations

from crypto.errors import SignatureError
from p2p import events
from p2p.claims import SignedClaim, verify_claim
from p2p.keys import NewKey
from p2p.messages import MessageError
from p2p.parts import Parts, Phase
from p2p.presence import Standing

MOST = 4
"""Claims of one seat that are known; a newer one takes the place of the oldest."""


class Rekeying:
    """``claims`` has by person those who ask for his seat, in the order in which they were heard of."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._me = parts.me
        self._charter = parts.charter
        self._log = parts.log
        self._links = parts.links
        self._outbox = parts.outbox
        self._known = parts.log.keys
        self._claims: dict[int, list[SignedClaim]] = {}

    @property
    def claims(self) -> dict[int, tuple[NewKey, ...]]:
        """By person, the keys for which his seat is asked."""
        return {person: tuple(one.content.key for one in found) for person, found in sorted(self._claims.items())}

    def take(self, link: int, signed: SignedClaim) -> None:
        """Somebody asks for a seat, over this link or over one to whoever passes it on."""
        claim = signed.content
        if link in self._links.former:
            return  # he passes on what he has heard, and does not know yet that nobody takes it from him
        asks = link in self._links.claimants
        if not asks and self._links.person(link) is None and self._me is not None:
            raise MessageError("sent what only a player may send")
        if asks and self._links.keys[link].raw != claim.key.identity:
            raise MessageError("asked for a seat with another key than its own")
        known = self._claims.get(claim.person, [])
        if any(one.content == claim for one in known) or self._log.keys.keeps(claim.person, claim.key):
            return
        if (objection := self._log.keys.objection(claim.key, self._log.attempts)) is not None:
            self._parts.refuse(link, f"a claim with {objection}")
            return
        try:
            verify_claim(signed)
        except SignatureError:
            self._parts.refuse(link, "a claim that was not signed with its own key")
            return
        self._claims[claim.person] = [*known, signed][-MOST:]
        for other in self._links.all(guests=False):
            if other != link:
                self._outbox.send(signed, other)
        self._outbox.show(events.Claimed(claim.person, claim.key))

    def offer(self, link: int) -> None:
        """Send over a link to a person who asks for seats."""
        if self._links.person(link) is not None:
            for claims in self._claims.values():
                for signed in claims:
                    self._outbox.send(signed, link)

    def look(self) -> tuple[int, ...]:
        """The log stands in another epoch: whatever was said with keys that are somebody's no more is forgotten.

        Returns the persons who have others now.
        """
        changed, self._known = self._log.keys.changed(self._known), self._log.keys
        for person in changed:
            self._claims.pop(person, None)
            self._parts.voting.forget(person)
            self._parts.acks.forget_ballot(person)
            self._parts.disputes.forget(person)
            self._parts.conversation.forget(person)
            for link in self._links.demote(person, self._known[person].key):
                # There sits whoever had the key before, and may learn of it.
                self._outbox.send(self._parts.have(), link)
            self._parts.neighbours.forget(person)
            self._outbox.show(events.Rekeyed(person))
            if person == self._me and self._parts.has_key:
                self._parts.was_away = True
        return changed

    @property
    def is_replaced(self) -> bool:
        """Whether somebody else has our seat now."""
        return self._me is not None and not self._parts.has_key and not self._parts.asks

    def stop(self) -> None:
        """End this session, since another key signs for our person."""
        self._parts.phase = Phase.STOPPED
        self._parts.neighbours.stand(Standing.STOPPED)
        sentence = "The others have given your seat to another key, and this program can play this game no more."
        self._outbox.show(events.Stopped(sentence, self._me or 0))
