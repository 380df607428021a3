"""What peers sign in a change of epoch: requests, promises and proposals.

This is the view change of Viewstamped Replication (Liskov and Cowling, "Viewstamped Replication Revisited", 2012) with
the pre-vote of Raft (Ongaro, "Consensus: Bridging Theory and Practice", 2014). A *request* binds to nothing: it lists
what a player agrees to, and names the next term once enough players agree. Requests of a quorum that name a term are
the *evidence* with which a player *promises* that term: they sign nothing of a lower term any more, and say which log
they have. The *coordinator* of the term makes a *proposal* from the promises of a quorum (``p2p.log.justify``). A peer
that finds it good (``p2p.log.proposals``) enters its epoch.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from crypto.canonical import Value
from crypto.digest import digest
from crypto.identity import Identity
from crypto.labels import Label
from p2p.log.changes import Change
from p2p.log.charter import Charter
from p2p.log.keys import Keys

if TYPE_CHECKING:
    from p2p.log.proof import Equivocation


class Head(NamedTuple):
    """The end of a log: the term and id of the epoch in which it stands, its height, and L and S there."""

    term: int
    epoch: bytes
    height: int
    log: bytes
    state: bytes


class Request(NamedTuple):
    """The changes that a player agrees to, in rising order; ``counter`` numbers their requests from 1.

    ``term`` is the term that they name, or 0.
    """

    game: bytes
    counter: int
    term: int
    changes: tuple[Change, ...]

    @property
    def value(self) -> tuple[Value, ...]:
        """[game, counter, term, [change, …]]."""
        return self.game, self.counter, self.term, _values(self.changes)


class Promise(NamedTuple):
    """The promise of one player for a term.

    ``head`` is the log that they have, ``changes`` what they agree to. ``secrets`` are the players whose openings or
    beacon values of the open step they have. ``without`` are the players for whom they have agreed to another key, here
    or in an earlier promise of a term above that of their head. All of these stand in rising order.
    """

    game: bytes
    term: int
    head: Head
    changes: tuple[Change, ...] = ()
    secrets: tuple[int, ...] = ()
    without: tuple[int, ...] = ()

    @property
    def value(self) -> tuple[Value, ...]:
        """[game, term, head, [change, …], [player, …], [player, …]]."""
        return self.game, self.term, tuple(self.head), _values(self.changes), self.secrets, self.without


class Epoch(NamedTuple):
    """What a coordinator proposes: an epoch of a term that begins at ``base`` with these changes, in rising order."""

    game: bytes
    term: int
    base: Head
    changes: tuple[Change, ...]

    @property
    def value(self) -> tuple[Value, ...]:
        """[game, term, base, [change, …]]."""
        return self.game, self.term, tuple(self.base), _values(self.changes)

    @property
    def id(self) -> bytes:
        """The id of the epoch, the hash of all fields."""
        return digest(Label.EPOCH, *self.value)


class SignedRequest(NamedTuple):
    """A request and the signature of its player."""

    person: int
    content: Request
    signature: bytes


class SignedPromise(NamedTuple):
    """A promise and the signature of its player."""

    person: int
    content: Promise
    signature: bytes


class SignedProposal(NamedTuple):
    """A proposal and the signature of its term's coordinator."""

    person: int
    content: Epoch
    signature: bytes


class Proposed(NamedTuple):
    """A proposal, the promises that justify it, and where logs diverge the proofs of equivocation.

    The promises stand in rising order of their players.
    """

    signed: SignedProposal
    promises: tuple[SignedPromise, ...]
    proofs: tuple[Equivocation, ...] = ()


def coordinator(term: int, charter: Charter) -> int:
    """The player who makes the proposal of a term."""
    return term % len(charter.persons)


def sign_request(identity: Identity, person: int, request: Request) -> SignedRequest:
    """A request as its player signs it."""
    return SignedRequest(person, request, identity.sign(Label.REQUEST, *request.value))


def sign_promise(identity: Identity, person: int, promise: Promise) -> SignedPromise:
    """A promise as its player signs it."""
    return SignedPromise(person, promise, identity.sign(Label.PROMISE, *promise.value))


def sign_proposal(identity: Identity, person: int, epoch: Epoch) -> SignedProposal:
    """A proposal as its coordinator signs it."""
    return SignedProposal(person, epoch, identity.sign(Label.SIGNED_EPOCH, epoch.id))


def verify_request(keys: Keys, signed: SignedRequest) -> None:
    """Raise SignatureError unless a request bears its player's signature; the player is one of the charter's."""
    keys.verify(signed.person, None, signed.signature, Label.REQUEST, *signed.content.value)


def verify_promise(keys: Keys, signed: SignedPromise) -> None:
    """Raise SignatureError unless a promise bears the signature of the key that its player has; see R9."""
    keys.verify(signed.person, signed.content.head.term, signed.signature, Label.PROMISE, *signed.content.value)


def verify_proposal(keys: Keys, signed: SignedProposal) -> None:
    """Raise SignatureError unless a proposal bears the signature of the key that its coordinator has at the base."""
    keys.verify(signed.person, signed.content.base.term, signed.signature, Label.SIGNED_EPOCH, signed.content.id)


def common_changes(requests: Collection[SignedRequest], term: int, quorum: int) -> frozenset[Change]:
    """R2: the changes that make these requests evidence for a term: a quorum that names the term lists them."""
    naming = {signed.person: signed.content.changes for signed in requests if signed.content.term == term}
    listed = {change for changes in naming.values() for change in changes}
    return frozenset(change for change in listed if sum(change in changes for changes in naming.values()) >= quorum)


def _values(changes: tuple[Change, ...]) -> tuple[Value, ...]:
    return tuple(change.value for change in changes)
