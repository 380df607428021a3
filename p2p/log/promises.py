"""What peers sign in a change of epoch: requests, promises and proposals.

This is the view change of Viewstamped Replication (Liskov and Cowling, "Viewstamped Replication Revisited", 2012) with
the pre-vote of Raft (Ongaro, "Consensus: Bridging Theory and Practice", 2014). A *request* binds to nothing: it lists
what a player agrees to, and names the next term once enough players agree. Requests of a quorum that name a term are
the *evidence* with which a player *promises* that term: they sign nothing of a lower term any more, and say which log
they have. The *coordinator* of the term makes a *proposal* from the promises of a quorum (``p2p.log.justify``). A peer
that finds it good (``p2p.log.proposals``) enters its epoch.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple, TypeGuard

from crypto.canonical import Value
from crypto.digest import digest
from crypto.identity import Identity
from crypto.labels import Label
from p2p.log.changes import STUCK, Change, changes_from, listed_from
from p2p.log.charter import MAX_PERSONS, Charter
from p2p.log.keys import Keys
from p2p.wire import schema


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


def request_from(value: Value) -> Request | None:
    """The request of a decoded value of the right shape, else None."""
    if type(value) is tuple and len(value) == 4:
        game, counter, term, contents = value
        changes = listed_from(contents)
        if schema.digest(game) and schema.positive(counter) and schema.number(term) and changes is not None:
            return Request(game, counter, term, changes)
    return None


def promise_from(value: Value) -> Promise | None:
    """The promise of a decoded value of the right shape, else None; its term is above that of its head."""
    if type(value) is tuple and len(value) == 6:
        game, term, contents, listed, secrets, without = value
        head, changes = head_from(contents), listed_from(listed)
        if (
            schema.digest(game)
            and schema.number(term)
            and head is not None
            and head.term < term
            and changes is not None
            and all(change.kind != STUCK for change in changes)
            and _are_players(secrets)
            and _are_players(without)
        ):
            return Promise(game, term, head, changes, secrets, without)
    return None


def epoch_from(value: Value) -> Epoch | None:
    """The epoch of a decoded value of the right shape, else None; its term is above that of its base."""
    if type(value) is tuple and len(value) == 4:
        game, term, contents, listed = value
        base, changes = head_from(contents), changes_from(listed)
        if schema.digest(game) and schema.number(term) and base is not None and base.term < term:
            return None if changes is None else Epoch(game, term, base, changes)
    return None


def head_from(value: Value) -> Head | None:
    """The head of a decoded value of the right shape, else None."""
    shape = (schema.number, schema.digest, schema.number, schema.digest, schema.digest)
    return Head._make(value) if schema.fits(value, *shape) else None


def _are_players(value: Value) -> TypeGuard[tuple[int, ...]]:
    """Whether a value has numbers of players in rising order, each once."""
    return schema.numbers(value) and all(one < other < MAX_PERSONS for one, other in pairwise((-1, *value)))


def _values(changes: tuple[Change, ...]) -> tuple[Value, ...]:
    return tuple(change.value for change in changes)
