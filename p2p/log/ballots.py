"""Votes: how those who are here go on without those who are not, and how all agree to end or to take back.

Terms and majorities as in Raft (Ongaro and Ousterhout, "In search of an understandable consensus algorithm", 2014), but
without a leader. A *proposal* names a place in the log, its *base*, and what changes there; a *ballot* is a person's
signature of it, one in each term. Ballots of a quorum for the same proposal make a new *epoch*, whose id is the hash of
the proposal; it stands in the log as step base + 1. A *wish* binds nobody: it says which ballot a person would sign.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from crypto.canonical import Value
from crypto.digest import digest
from crypto.identity import Identity
from crypto.labels import Label
from p2p.log.changes import Change, changes_from
from p2p.log.keys import Keys
from p2p.wire import schema


@dataclass(frozen=True)
class Proposal:
    """What is voted on: ``changes`` upon the log of height ``base`` in the epoch ``parent``; ``id`` is its hash.

    Many more are judged than are ever voted on, so the hash is made once somebody asks for it.
    """

    game: bytes
    term: int
    parent_term: int
    parent: bytes
    base: int
    log: bytes
    state: bytes
    changes: tuple[Change, ...]

    @cached_property
    def id(self) -> bytes:
        """The hash of all fields."""
        return digest(Label.PROPOSAL, *self.value)

    @property
    def value(self) -> tuple[Value, ...]:
        """[game, term, parent term, parent epoch, base, L, S, [change, …]]."""
        upon = (self.parent_term, self.parent, self.base, self.log, self.state)
        return self.game, self.term, *upon, self.changes_value

    @property
    def changes_value(self) -> tuple[Value, ...]:
        """[change, …]."""
        return tuple(change.value for change in self.changes)


class SignedBallot(NamedTuple):
    """A proposal and the signature of a person; of each person there is one ballot in a term."""

    person: int
    proposal: Proposal
    signature: bytes


class Wish(NamedTuple):
    """The proposal that a person would sign now, None for none; ``counter`` numbers his wishes from 1.

    ``final`` is the height up to which his log is final to him.
    """

    game: bytes
    counter: int
    final: int
    proposal: Proposal | None

    @property
    def value(self) -> tuple[Value, ...]:
        """[game, counter, final, proposal or nil]."""
        return self.game, self.counter, self.final, None if self.proposal is None else self.proposal.value


class SignedWish(NamedTuple):
    """A wish and the signature of its person."""

    person: int
    content: Wish
    signature: bytes


class Passed(NamedTuple):
    """A proposal that has passed, with the signatures of its ballots by person, in rising order of persons."""

    proposal: Proposal
    signatures: tuple[tuple[int, bytes], ...]


def sign_ballot(identity: Identity, person: int, proposal: Proposal) -> SignedBallot:
    """A ballot as its person signs it."""
    return SignedBallot(person, proposal, identity.sign(Label.BALLOT, proposal.id))


def sign_wish(identity: Identity, person: int, wish: Wish) -> SignedWish:
    """A wish as its person signs it."""
    return SignedWish(person, wish, identity.sign(Label.WISH, *wish.value))


def verify_ballot(keys: Keys, ballot: SignedBallot) -> None:
    """Raise SignatureError unless the ballot bears its person's signature; the person is one of the charter's.

    He signs with the key that he has in the epoch upon which the proposal stands.
    """
    proposal = ballot.proposal
    keys.verify(ballot.person, proposal.parent_term, ballot.signature, Label.BALLOT, proposal.id)


def verify_wish(keys: Keys, wish: SignedWish) -> None:
    """Raise SignatureError unless the wish bears its person's signature; the person is one of the charter's."""
    keys.verify(wish.person, None, wish.signature, Label.WISH, *wish.content.value)


def proposal_from(value: Value) -> Proposal | None:
    """The proposal of a decoded value of the right shape, else None; changes stand in rising order, each once."""
    if type(value) is not tuple or len(value) != 8:
        return None
    game, term, parent_term, parent, base, log, state, contents = value
    changes = changes_from(contents)
    if (
        schema.digest(game)
        and schema.positive(term)
        and schema.number(parent_term)
        and schema.digest(parent)
        and schema.number(base)
        and schema.digest(log)
        and schema.digest(state)
        and changes is not None
    ):
        return Proposal(game, term, parent_term, parent, base, log, state, changes)
    return None


def wish_from(value: Value) -> Wish | None:
    """The wish of a decoded value of the right shape, else None."""
    if type(value) is not tuple or len(value) != 4:
        return None
    game, counter, final, contents = value
    proposal = None if contents is None else proposal_from(contents)
    if contents is not None and proposal is None:
        return None
    if schema.digest(game) and schema.positive(counter) and schema.number(final):
        return Wish(game, counter, final, proposal)
    return None


def passed_from(proposal: Value, signatures: Value) -> Passed | None:
    """The certificate of two decoded values of the right shapes, else None; persons stand in rising order."""
    made = proposal_from(proposal)
    if made is None or not schema.rows(signatures):
        return None
    pairs: list[tuple[int, bytes]] = []
    for row in signatures:
        if type(row) is not tuple or len(row) != 2:
            return None
        person, signature = row
        if not schema.number(person) or not schema.signature(signature):
            return None
        if pairs and person <= pairs[-1][0]:
            return None
        pairs.append((person, signature))
    return Passed(made, tuple(pairs))
