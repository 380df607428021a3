"""New keys in a session: claims that come in, and what follows when an epoch has given a player a new key.

A stranger who asks for a seat hands in a claim at the door. Their session then fetches the log like a spectator's, and
signs nothing until that log gives them the seat. The program with the old key may watch like a spectator; nothing that
it says counts.
"""

from __future__ import annotations

from crypto.identity import PublicKey
from p2p.log import messages
from p2p.log.keys import Claim, NewKey, SignedClaim
from p2p.log.presence import Status
from p2p.session import events
from p2p.session.change import EpochChange
from p2p.session.membership import is_of_table
from p2p.session.parts import Parts
from p2p.session.state import Transition
from p2p.wire.codec import MessageError

MOST = 4
"""The most claims of one seat that are known; a newer one replaces the oldest."""

MOST_KEYS = 1000
"""The most keys known to have asked; beyond that, claims are taken only at the door."""


class Rekeying:
    """``claims`` has by player the claims of their seat, in the order in which we heard of them."""

    def __init__(self, parts: Parts, change: EpochChange) -> None:
        self._parts = parts
        self._change = change
        self._known = parts.log.keys
        self._claims: dict[int, list[SignedClaim]] = {}
        self._asked: dict[bytes, Claim] = {}
        """What each key has asked for: a key asks once, so that no claim goes round without end."""

    @property
    def claims(self) -> dict[int, tuple[NewKey, ...]]:
        """Return by player the keys that ask for their seat."""
        return {player: tuple(one.content.key for one in found) for player, found in sorted(self._claims.items())}

    def claimed(self, key: PublicKey, data: bytes) -> None:
        """Take the claim of a stranger at the door, who has this key; raise MessageError for anything that no honest
        program sends there.
        """
        signed = messages.decode(data)
        if not isinstance(signed, SignedClaim) or not is_of_table(self._parts.charter, signed):
            raise MessageError("asked for no seat of this game")
        claim = signed.content
        if claim.key.identity != key.raw:
            raise MessageError("asked for a seat with another key than its own")
        if self._parts.log.keys.is_former(key) or self._parts.log.keys.keeps(claim.player, claim.key):
            return  # the seat is already given, and its new owner learns that from the log
        if (objection := self._objection(signed)) is not None:
            raise MessageError(f"made {objection}")
        self._hear(signed, None)

    def take(self, link: int, signed: SignedClaim) -> None:
        """Take a claim that a player passes on."""
        if self._parts.log.keys.keeps(signed.content.player, signed.content.key):
            return  # they don't know yet that the seat is given
        if (objection := self._objection(signed)) is not None:
            self._parts.outbox.refuse(link, objection)
        elif len(self._asked) >= MOST_KEYS and not self._is_known(signed.content):
            self._parts.outbox.refuse(link, "one claim too many")
        else:
            self._hear(signed, link)

    def _objection(self, signed: SignedClaim) -> str | None:
        """Return why a claim is not taken; None if it can be taken, or is known."""
        claim = signed.content
        if self._is_known(claim):
            return None
        if claim.key.identity in self._asked:
            return "a second claim with one key"
        if (objection := self._parts.log.keys.objection(claim.key, self._parts.log.attempts)) is not None:
            return f"a claim with {objection}"
        return None if signed.is_signed else "a claim that was not signed with its own key"

    def _is_known(self, claim: Claim) -> bool:
        return self._asked.get(claim.key.identity) == claim

    def _hear(self, signed: SignedClaim, source: int | None) -> None:
        """Show a claim here, and pass it on.

        A claim that newer ones have replaced counts again only here, and only while its owner is at the door.
        """
        claim = signed.content
        is_known, here = self._is_known(claim), self._claims.get(claim.player, [])
        if (is_known and source is not None) or any(one.content == claim for one in here):
            return
        self._asked[claim.key.identity] = claim
        self._claims[claim.player] = [*here, signed][-MOST:]
        for link in () if is_known else self._parts.links.all(guests=False):
            if link != source:
                self._parts.outbox.send(signed, link)
        self._parts.outbox.show(events.Claimed(claim.player, claim.key))

    def offer(self, link: int) -> None:
        """Send the known claims over a link to a player."""
        if self._parts.links.player(link) is not None:
            for claims in self._claims.values():
                for signed in claims:
                    self._parts.outbox.send(signed, link)

    def look(self) -> tuple[int, ...]:
        """The log is in another epoch: forget everything said with keys that are no longer valid.

        Returns the players who have new keys.
        """
        changed, self._known = self._parts.log.keys.changed(self._known), self._parts.log.keys
        for player in changed:
            self._claims.pop(player, None)
            self._change.forget(player)
            self._parts.acks.forget_promise(player)
            self._parts.disputes.forget(player)
            self._parts.conversation.forget(player)
            for link in self._parts.links.demote(player, self._known[player].key):
                # The other end is the program with the old key, and may learn that it was replaced.
                self._parts.outbox.send(self._parts.have(), link)
            self._parts.peers.forget(player)
            self._parts.outbox.show(events.Rekeyed(player))
            if player == self._parts.me and self._parts.has_key:
                self._parts.state.got_key()
        return changed

    @property
    def is_replaced(self) -> bool:
        """Return whether another key has our seat now."""
        return self._parts.me is not None and not self._parts.has_key and not self._parts.asks

    def stop(self) -> None:
        """End this session, since another key signs for our player."""
        if not self._parts.state.ended:
            self._parts.state.change(Transition.STOP)
        self._parts.peers.set_status(Status.STOPPED)
        sentence = "The others have given your seat to another key, and this program can play this game no more."
        self._parts.outbox.show(events.Stopped(sentence, self._parts.me or 0))
