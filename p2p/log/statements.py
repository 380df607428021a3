"""What players sign about a game: entries of the log, acknowledgements, promises, proposals and closings.

Entries and acknowledgements name the *term* and the *epoch* in which they were signed; at first these are 0 and the
game's id. A statement *attests* a digest of the log at one height or two; a promise attests that of its head. A closing
attests nothing: it says that its player knows the end to be final.
*Equivocation* is what no correct program signs: two versions of an entry, two logs at one height of a term, two
promises or two proposals of a term, or a promise and a statement of a lower term that attests more than the promise's
head.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Annotated, NamedTuple, TypeAlias, TypeGuard

from crypto.digest import digest
from crypto.identity import Identity
from crypto.labels import Label
from p2p.log.changes import Change
from p2p.log.charter import MAX_PLAYERS, MAX_SEATS, Charter
from p2p.log.promises import (
    Epoch,
    Promise,
    SignedPromise,
    SignedProposal,
    SignedRequest,
)
from p2p.wire.codec import Limits, begins
from p2p.wire.schema import Count, Digest, Line, Number, Signature

Body: TypeAlias = Line | Digest | tuple[Digest, Line] | tuple[Number, Digest]
"""An action; a commitment (32 bytes); an opening [salt, answer]; a beacon value [index, value]."""


class Entry(NamedTuple):
    """One answer: the fields that are signed, in this order.

    ``seat`` is the answering seat, or the player for a beacon value. ``log`` is L and ``state`` is S before the step.
    ``counter`` is the number of this entry among its player's entries, from 1; those of one step are counted in seat
    order.
    """

    game: Digest
    term: Number
    epoch: Digest
    step: Count
    seat: Number
    body: Body
    log: Digest
    state: Digest
    counter: Number


class Ack(NamedTuple):
    """A player has the log up to ``height`` and got this L and S. ``counter`` numbers their acknowledgements from 1."""

    game: Digest
    term: Number
    epoch: Digest
    height: Number
    log: Digest
    state: Digest
    counter: Number


class Closing(NamedTuple):
    """The game was over at ``height``, in this epoch and with this L and S, and this end is final."""

    game: Digest
    term: Number
    epoch: Digest
    height: Number
    log: Digest
    state: Digest


@begins("entry")
class SignedEntry(NamedTuple):
    """An entry and its author's signature of its id."""

    entry: Entry
    signature: Signature

    @property
    def id(self) -> bytes:
        """Return the hash of the entry without the signature."""
        return digest(Label.ENTRY, *self.entry)


@begins("ack")
class SignedAck(NamedTuple):
    """An acknowledgement and its player's signature."""

    player: Number
    content: Ack
    signature: Signature

    def is_signed(self, charter: Charter) -> bool:
        """Return whether it bears the signature of its player's key."""
        return charter.players[self.player].key.has_signed(self.signature, Label.ACK, *self.content)


@begins("closing")
class SignedClosing(NamedTuple):
    """A closing and its player's signature."""

    player: Number
    content: Closing
    signature: Signature

    def is_signed(self, charter: Charter) -> bool:
        """Return whether it bears the signature of its player's key."""
        return charter.players[self.player].key.has_signed(self.signature, Label.CLOSING, *self.content)


Attestation: TypeAlias = SignedEntry | SignedAck
"""The statements that are signed in an epoch, on a log of it."""

Statement: TypeAlias = SignedEntry | SignedAck | SignedPromise | SignedProposal


@begins("equivocation")
class Equivocation(NamedTuple):
    """Two statements of one player of which a correct program signs at most one (``p2p.log.statements.contradict``)."""

    one: Statement
    other: Statement


@begins("violation")
class Violation(NamedTuple):
    """An entry that the rules, its commitment or its chain don't allow on the log that it names."""

    entry: SignedEntry


Proof: TypeAlias = Equivocation | Violation


Promises: TypeAlias = Annotated[tuple[SignedPromise, ...], Limits(0, MAX_PLAYERS)]


@begins("promised")
class Promised(NamedTuple):
    """A promise, its evidence, and the secrets that it names: openings or beacon values of the step after its head."""

    signed: SignedPromise
    evidence: Annotated[tuple[SignedRequest, ...], Limits(0, MAX_PLAYERS)]
    secrets: Annotated[tuple[SignedEntry, ...], Limits(0, MAX_SEATS)] = ()


@begins("proposed")
class Proposed(NamedTuple):
    """A proposal, and the promises that justify it, in rising order of their players."""

    signed: SignedProposal
    promises: Promises

    @property
    def epoch(self) -> Epoch:
        """Return the proposed epoch."""
        return self.signed.content

    @property
    def changes(self) -> tuple[Change, ...]:
        """Return the changes of the epoch."""
        return self.signed.content.changes


def sign_entry(identity: Identity, entry: Entry) -> SignedEntry:
    """Return an entry signed by its author."""
    entry_id = digest(Label.ENTRY, *entry)
    return SignedEntry(entry, identity.sign(Label.SIGNED_ENTRY, entry_id))


def sign_ack(identity: Identity, player: int, ack: Ack) -> SignedAck:
    """Return an acknowledgement signed by its player."""
    return SignedAck(player, ack, identity.sign(Label.ACK, *ack))


def sign_closing(identity: Identity, player: int, closing: Closing) -> SignedClosing:
    """Return a closing signed by its player."""
    return SignedClosing(player, closing, identity.sign(Label.CLOSING, *closing))


def author(charter: Charter, statement: Statement) -> int | None:
    """Return the player whose signature the statement needs; None if its seat or player doesn't exist."""
    if not isinstance(statement, SignedEntry):
        return statement.player if statement.player < len(charter.players) else None
    entry = statement.entry
    if is_beacon_value(entry.body):
        return entry.seat if entry.seat < len(charter.players) else None
    return charter.seats[entry.seat].player if entry.seat < len(charter.seats) else None


def is_signed(charter: Charter, player: int, statement: Statement) -> bool:
    """Return whether the statement bears the signature of the player's key."""
    if isinstance(statement, SignedEntry):
        return charter.players[player].key.has_signed(statement.signature, Label.SIGNED_ENTRY, statement.id)
    return statement.is_signed(charter)


def attested(statement: Statement) -> tuple[tuple[int, bytes], ...]:
    """Return the heights that a statement attests, each with the L it names; none for a proposal.

    An action is the only entry of its step, so its author also attests the L after it. The author of one entry among
    several doesn't know the L after their step.
    """
    match statement:
        case SignedEntry():
            entry = statement.entry
            before = (entry.step - 1, entry.log)
            if type(entry.body) is str:
                return before, (entry.step, log_digest(entry.log, (statement.id,)))
            return (before,)
        case SignedAck(_, ack):
            return ((ack.height, ack.log),)
        case SignedPromise(_, promise):
            return ((promise.head.height, promise.head.log),)
        case SignedProposal():
            return ()


def below(statement: Statement) -> int:
    """Return the greatest height at which a log doesn't depend on what a statement says, if that is a lie."""
    match statement:
        case SignedEntry(entry):
            return entry.step - 1
        case SignedAck(_, ack):
            return max(0, ack.height - 1)
        case SignedPromise(_, promise):
            return promise.head.height
        case SignedProposal(_, proposed):
            return proposed.base.height


def contradict(charter: Charter, one: Statement, other: Statement) -> bool:
    """Return whether two statements of one player are equivocation; apart from this, only their keys need checking."""
    if author(charter, one) != author(charter, other) or epoch(one)[0] != epoch(other)[0]:
        return False
    if isinstance(one, SignedPromise | SignedProposal) and type(one) is type(other):
        same_term = signed_term(one) == signed_term(other)
        if same_term and one.content != other.content:
            return True
    if breaks(one, other) or breaks(other, one):
        return True
    if epoch(one)[1] != epoch(other)[1]:
        return False
    if isinstance(one, SignedEntry) and isinstance(other, SignedEntry):
        same_place = one.entry.step == other.entry.step and one.entry.seat == other.entry.seat
        if same_place and one.id != other.id:
            return True
    logs = dict(attested(one))
    return any(logs.get(height, log) != log for height, log in attested(other))


def breaks(promised: Statement, other: Statement) -> bool:
    """Return whether a statement of a lower term attests more than the head of a promise."""
    if not isinstance(promised, SignedPromise) or isinstance(other, SignedProposal):
        return False
    promise: Promise = promised.content
    height = max(height for height, _ in attested(other))
    return signed_term(other) < promise.term and (epoch(other)[1], height) > (promise.head.term, promise.head.height)


def signed_term(statement: Statement) -> int:
    """Return the term in which a statement was signed; for a promise or a proposal, the term that it names."""
    return statement.entry.term if isinstance(statement, SignedEntry) else statement.content.term


def epoch(statement: Statement) -> tuple[bytes, int, bytes]:
    """Return the game, term and epoch of the log that a statement attests; for a proposal, those of its base."""
    match statement:
        case SignedEntry(entry):
            return entry[:3]
        case SignedPromise(_, promise):
            return promise.game, promise.head.term, promise.head.epoch
        case SignedProposal(_, proposed):
            return proposed.game, proposed.base.term, proposed.base.epoch
        case SignedAck(_, ack):
            return ack[:3]


def log_digest(before: bytes, ids: tuple[bytes, ...]) -> bytes:
    """Return L(k), from L(k-1) and the ids of step k's entries in the order of their seats or players."""
    return digest(Label.LOG, before, ids)


def is_beacon_value(body: Body) -> TypeGuard[tuple[int, bytes]]:
    """Return whether a body is a beacon value."""
    return type(body) is tuple and type(body[0]) is int


def is_opening(body: Body) -> TypeGuard[tuple[bytes, str]]:
    """Return whether a body is an opening."""
    return type(body) is tuple and type(body[0]) is bytes


def common_changes(requests: Collection[SignedRequest], term: int, quorum: int) -> frozenset[Change]:
    """R2: return the changes that make these requests evidence for a term.

    They are those listed by a quorum that names the term.
    """
    naming = {signed.player: signed.content.changes for signed in requests if signed.content.term == term}
    listed = {change for changes in naming.values() for change in changes}
    return frozenset(change for change in listed if sum(change in changes for changes in naming.values()) >= quorum)
