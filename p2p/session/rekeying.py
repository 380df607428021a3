"""New keys in a session: claims that come in, and what follows when an epoch has given a player a new key.

A stranger who asks for a seat hands in a claim at the door. Their session then fetches the log like a guest's and
signs nothing, until that log gives them the seat. The program that had the key before may look on like a guest; nothing
that it says counts.
"""

from __future__ import annotations

from crypto.errors import SignatureError
from crypto.identity import PublicKey
from p2p.log.claims import Claim, SignedClaim, verify_claim
from p2p.log.keys import NewKey
from p2p.log.presence import Status
from p2p.session import events
from p2p.session.change import EpochChange
from p2p.session.parts import Parts
from p2p.session.state import Transition
from p2p.wire.codec import MessageError

MOST = 4
"""Claims of one seat that are known; a newer one takes the place of the oldest."""

MOST_KEYS = 1000
"""Keys that are known to have asked; when there are so many, a claim is taken only at the door."""


class Rekeying:
    """``claims`` has by person those who ask for his seat, in the order in which they were heard of."""

    def __init__(self, parts: Parts, change: EpochChange) -> None:
        self._parts = parts
        self._change = change
        self._state = parts.state
        self._me = parts.me
        self._charter = parts.charter
        self._log = parts.log
        self._links = parts.links
        self._outbox = parts.outbox
        self._known = parts.log.keys
        self._claims: dict[int, list[SignedClaim]] = {}
        self._asked: dict[bytes, Claim] = {}
        """What each key has asked for: a key asks once, and no claim goes round without end."""

    @property
    def claims(self) -> dict[int, tuple[NewKey, ...]]:
        """By person, the keys for which his seat is asked."""
        return {person: tuple(one.content.key for one in found) for person, found in sorted(self._claims.items())}

    def claimed(self, key: PublicKey, signed: SignedClaim) -> None:
        """A stranger at the door, who has this key, asks for a seat; MessageError for what nobody honest asks for."""
        claim = signed.content
        if claim.key.identity != key.raw:
            raise MessageError("asked for a seat with another key than its own")
        if self._log.keys.is_former(key) or self._log.keys.keeps(claim.person, claim.key):
            return  # it has been given; whoever has it learns that from the log
        if (objection := self._objection(signed)) is not None:
            raise MessageError(f"made {objection}")
        self._hear(signed, None)

    def take(self, link: int, signed: SignedClaim) -> None:
        """A person passes on that somebody asks for a seat."""
        if self._log.keys.keeps(signed.content.person, signed.content.key):
            return  # he does not know yet that it has been given
        if (objection := self._objection(signed)) is not None:
            self._parts.refuse(link, objection)
        elif len(self._asked) >= MOST_KEYS and not self._is_known(signed.content):
            self._parts.refuse(link, "one claim too many")
        else:
            self._hear(signed, link)

    def _objection(self, signed: SignedClaim) -> str | None:
        """Why a claim is not taken; None where it can be, or is known."""
        claim = signed.content
        if self._is_known(claim):
            return None
        if claim.key.identity in self._asked:
            return "a second claim with one key"
        if (objection := self._log.keys.objection(claim.key, self._log.attempts)) is not None:
            return f"a claim with {objection}"
        try:
            verify_claim(signed)
        except SignatureError:
            return "a claim that was not signed with its own key"
        return None

    def _is_known(self, claim: Claim) -> bool:
        return self._asked.get(claim.key.identity) == claim

    def _hear(self, signed: SignedClaim, source: int | None) -> None:
        """Let people know of a claim, here and wherever it has not come from.

        A claim that newer ones have replaced counts again only here, and only when its owner is at the door.
        """
        claim = signed.content
        is_known, here = self._is_known(claim), self._claims.get(claim.person, [])
        if (is_known and source is not None) or any(one.content == claim for one in here):
            return
        self._asked[claim.key.identity] = claim
        self._claims[claim.person] = [*here, signed][-MOST:]
        for link in () if is_known else self._links.all(guests=False):
            if link != source:
                self._outbox.send(signed, link)
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
            self._change.forget(person)
            self._parts.acks.forget_promise(person)
            self._parts.disputes.forget(person)
            self._parts.conversation.forget(person)
            for link in self._links.demote(person, self._known[person].key):
                # There sits whoever had the key before, and may learn of it.
                self._outbox.send(self._parts.have(), link)
            self._parts.peers.forget(person)
            self._outbox.show(events.Rekeyed(person))
            if person == self._me and self._parts.has_key:
                self._state.got_key()
        return changed

    @property
    def is_replaced(self) -> bool:
        """Whether somebody else has our seat now."""
        return self._me is not None and not self._parts.has_key and not self._parts.asks

    def stop(self) -> None:
        """End this session, since another key signs for our person."""
        if not self._state.ended:
            self._state.change(Transition.STOP)
        self._parts.peers.stand(Status.STOPPED)
        sentence = "The others have given your seat to another key, and this program can play this game no more."
        self._outbox.show(events.Stopped(sentence, self._me or 0))
