"""What players sign about a game: entries of the log, acknowledgements and closings; requests, promises and proposals.

Entries and acknowledgements name the *term* and the *epoch* in which they were signed; at first these are 0 and the
game's id. A statement *attests* a digest of the log at one height or two; a promise attests that of its head. A closing
attests nothing: it says that its player knows the end to be final.
*Equivocation* is what no correct program signs: two versions of an entry, two logs at one height of a term, two
promises or two proposals of a term, or a promise and a statement of a lower term that attests more than the promise's
head.

A change of epoch is the view change of Viewstamped Replication (Liskov and Cowling, "Viewstamped Replication
Revisited", 2012) with the pre-vote of Raft (Ongaro, "Consensus: Bridging Theory and Practice", 2014). A *request* binds
to nothing: it lists what a player agrees to, and names the next term once enough players agree. Requests of a quorum
that name a term are the *evidence* with which a player *promises* that term: they sign nothing of a lower term any
more, and say which log they have. The *coordinator* of the term makes a *proposal* from the promises of a quorum. A
peer that finds it good enters its epoch (``p2p.log.justify``).
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Annotated, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeGuard, TypeVar

from crypto.canonical import Value
from crypto.digest import digest
from crypto.identity import Identity
from crypto.labels import Label
from p2p.log.charter import MAX_PLAYERS, MAX_SEATS, Charter, PlayerNumbers
from p2p.wire.codec import MAX_COUNT, Count, Digest, Limits, Line, Number, Signature, begins, is_rising, value

ABSENT = "absent"
"""The autopilot plays for a player from now on."""
BACK = "back"
"""A player plays again, from the next node on."""
RESIGN = "resign"
"""The autopilot plays for a player for good; it needs that player's own agreement."""
END = "end"
"""The game ends here, without a winner; it needs all players who are not absent."""
TAKE_BACK = "take back"
"""The game goes on from the state at an earlier height, the change's number; it needs all who are not absent."""

STUCK = "stuck"
"""The coordinator of a term makes no proposal, so the next term is requested. Occurs only in requests."""

MAX_LISTED = 64
"""The most changes that one player may agree to at a time."""

OF_PERSONS = (ABSENT, BACK, RESIGN)
"""Changes whose number is a player; a proposal may have several of them."""
OF_ALL = (END, TAKE_BACK)
"""Changes that stand alone, and need all players who are not absent."""


class Change(NamedTuple):
    """A kind of change and its number: a player, for TAKE_BACK a height, else 0."""

    kind: str
    number: Number

    @property
    def is_of_player(self) -> bool:
        """Return whether the number is a player."""
        return self.kind in OF_PERSONS

    def is_sound(self) -> bool:
        """Return whether the change is valid: a known kind, and a number that fits it."""
        return self.number <= _MOST.get(self.kind, -1)


_MOST = dict.fromkeys(OF_PERSONS, MAX_PLAYERS - 1) | {END: 0, STUCK: 0, TAKE_BACK: MAX_COUNT}


def may_stand(changes: tuple[Change, ...]) -> bool:
    """Return whether an epoch may have these changes: none, one that needs all, or changes of players."""
    if any(change.kind not in OF_PERSONS for change in changes):
        return len(changes) == 1 and changes[0].kind != STUCK
    return True


Listed: TypeAlias = Annotated[tuple[Change, ...], Limits(0, MAX_LISTED), is_rising]
"""The changes that a player agrees to, in rising order."""

Changes: TypeAlias = Annotated[Listed, may_stand]
"""The changes of an epoch, in rising order."""


class Content(Protocol):
    """What is signed names its game, so that it counts in no other."""

    @property
    def game(self) -> bytes:
        """Return the id of the game."""


C = TypeVar("C", bound=Content)
T = TypeVar("T")

_LABELS: dict[type, Label] = {}


class Envelope(NamedTuple, Generic[C]):
    """A content and its player's signature; each kind of content has a subclass of its own, made by `signed_as`."""

    player: Number
    content: C
    signature: Signature

    @classmethod
    def by(cls, identity: Identity, player: int, content: C) -> Self:
        """Return a content signed by its player."""
        signature = identity.sign(_LABELS[cls], *cls.fields(content))
        return cls(player, content, signature)

    @classmethod
    def fields(cls, content: C) -> tuple[Value, ...]:
        """Return the fields of a content that the signature covers, after the label."""
        return value(content)

    def is_signed(self, charter: Charter) -> bool:
        """Return whether it bears the signature of its player's key."""
        key = charter.players[self.player].key
        return key.has_signed(self.signature, _LABELS[type(self)], *self.fields(self.content))


def signed_as(word: str, label: Label) -> Callable[[type[T]], type[T]]:
    """Give an envelope the word with which its message begins, and the label of its signature."""

    def mark(kind: type[T]) -> type[T]:
        _LABELS[kind] = label
        return begins(word)(kind)

    return mark


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
    """A player has the log up to ``height`` and got this L and S.

    Of their acknowledgements in an epoch, the one with the greatest ``counter`` is the newest.
    """

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

    @classmethod
    def by(cls, identity: Identity, entry: Entry) -> SignedEntry:
        """Return an entry signed by its author."""
        return cls(entry, identity.sign(Label.SIGNED_ENTRY, digest(Label.ENTRY, *entry)))

    @property
    def id(self) -> bytes:
        """Return the hash of the entry without the signature."""
        return digest(Label.ENTRY, *self.entry)


@signed_as("ack", Label.ACK)
class SignedAck(Envelope[Ack]):
    """An acknowledgement and its player's signature."""

    __slots__ = ()


@signed_as("closing", Label.CLOSING)
class SignedClosing(Envelope[Closing]):
    """A closing and its player's signature."""

    __slots__ = ()


# A change of epoch


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


@signed_as("request", Label.REQUEST)
class SignedRequest(Envelope[Request]):
    """A request and the signature of its player."""

    __slots__ = ()


@signed_as("promise", Label.PROMISE)
class SignedPromise(Envelope[Promise]):
    """A promise and the signature of its player."""

    __slots__ = ()


@signed_as("proposal", Label.SIGNED_EPOCH)
class SignedProposal(Envelope[Epoch]):
    """A proposal and the signature of its term's coordinator, which covers the id of the epoch."""

    __slots__ = ()

    @classmethod
    def fields(cls, content: Epoch) -> tuple[Value, ...]:
        """Return what the signature covers: the id of the epoch."""
        return (content.id,)


# Statements

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


def coordinator(term: int, charter: Charter) -> int:
    """Return the player who makes the proposal of a term."""
    return term % len(charter.players)


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
