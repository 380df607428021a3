"""What peers sign in a change of epoch: requests, promises and proposals.

This is the view change of Viewstamped Replication (Liskov and Cowling, "Viewstamped Replication Revisited", 2012) with
the pre-vote of Raft (Ongaro, "Consensus: Bridging Theory and Practice", 2014). A *request* binds to nothing: it lists
what a player agrees to, and names the next term once enough players agree. Requests of a quorum that name a term are
the *evidence* with which a player *promises* that term: they sign nothing of a lower term any more, and say which log
they have. The *coordinator* of the term makes a *proposal* from the promises of a quorum (``p2p.log.justify``). A peer
that finds it good (``p2p.log.proposals``) enters its epoch.
"""

from __future__ import annotations

from typing import NamedTuple

from crypto.digest import digest
from crypto.identity import Identity
from crypto.labels import Label
from p2p.log.changes import STUCK, Changes, Listed
from p2p.log.charter import Charter, PlayerNumbers
from p2p.wire.codec import begins, value
from p2p.wire.schema import Count, Digest, Number, Signature


class Head(NamedTuple):
    """The end of a log: the term and id of the epoch in which it stands, its height, and L and S there."""

    term: Number
    epoch: Digest
    height: Number
    log: Digest
    state: Digest


class Request(NamedTuple):
    """The changes that a player agrees to, in rising order; ``counter`` numbers their requests from 1.

    ``term`` is the term that they name, or 0.
    """

    game: Digest
    counter: Count
    term: Number
    changes: Listed


class Promise(NamedTuple):
    """The promise of one player for a term.

    ``head`` is the log that they have, ``changes`` what they agree to. ``secrets`` are the players whose openings or
    beacon values of the open step they have. Both stand in rising order.
    """

    game: Digest
    term: Number
    head: Head
    changes: Listed = ()
    secrets: PlayerNumbers = ()

    def is_sound(self) -> bool:
        """Return whether the term is above that of the head, and no change asks for another term."""
        return self.head.term < self.term and all(change.kind != STUCK for change in self.changes)


class Epoch(NamedTuple):
    """What a coordinator proposes: an epoch of a term that begins at ``base`` with these changes, in rising order."""

    game: Digest
    term: Number
    base: Head
    changes: Changes

    def is_sound(self) -> bool:
        """Return whether the term is above that of the base."""
        return self.base.term < self.term

    @property
    def id(self) -> bytes:
        """Return the id of the epoch, the hash of all fields."""
        return digest(Label.EPOCH, *value(self))


@begins("request")
class SignedRequest(NamedTuple):
    """A request and the signature of its player."""

    player: Number
    content: Request
    signature: Signature

    def is_signed(self, charter: Charter) -> bool:
        """Return whether it bears the signature of its player's key."""
        return charter.players[self.player].key.has_signed(self.signature, Label.REQUEST, *value(self.content))


@begins("promise")
class SignedPromise(NamedTuple):
    """A promise and the signature of its player."""

    player: Number
    content: Promise
    signature: Signature

    def is_signed(self, charter: Charter) -> bool:
        """Return whether it bears the signature of its player's key."""
        return charter.players[self.player].key.has_signed(self.signature, Label.PROMISE, *value(self.content))


@begins("proposal")
class SignedProposal(NamedTuple):
    """A proposal and the signature of its term's coordinator."""

    player: Number
    content: Epoch
    signature: Signature

    def is_signed(self, charter: Charter) -> bool:
        """Return whether it bears the signature of its coordinator's key."""
        return charter.players[self.player].key.has_signed(self.signature, Label.SIGNED_EPOCH, self.content.id)


def coordinator(term: int, charter: Charter) -> int:
    """Return the player who makes the proposal of a term."""
    return term % len(charter.players)


def sign_request(identity: Identity, player: int, request: Request) -> SignedRequest:
    """Return a request signed by its player."""
    return SignedRequest(player, request, identity.sign(Label.REQUEST, *value(request)))


def sign_promise(identity: Identity, player: int, promise: Promise) -> SignedPromise:
    """Return a promise signed by its player."""
    return SignedPromise(player, promise, identity.sign(Label.PROMISE, *value(promise)))


def sign_proposal(identity: Identity, player: int, epoch: Epoch) -> SignedProposal:
    """Return a proposal signed by its coordinator."""
    return SignedProposal(player, epoch, identity.sign(Label.SIGNED_EPOCH, epoch.id))
