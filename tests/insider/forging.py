"""Messages of every kind, well formed and signed with the insider's own key, with anything wrong in any place.

A message begins as one that the insider has heard, or as one that a program could send now. Then fields of it change,
at any depth, to values that are right somewhere else: other heights, epochs, players, seats, statements of others. Then
the insider signs it. One seed decides everything.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, get_args

from crypto.canonical import Value
from crypto.canonical import encode as encode_value
from crypto.identity import Identity
from p2p.log import messages
from p2p.log.log import Log
from p2p.log.messages import (
    CharterSignature,
    Chunk,
    Fetch,
    Have,
    Message,
    Past,
    Presence,
    SignedPresence,
    SignedTalk,
    Talk,
)
from p2p.log.record import write_record
from p2p.log.statements import (
    MAX_LISTED,
    OF_ALL,
    OF_PERSONS,
    STUCK,
    TAKE_BACK,
    Ack,
    Body,
    Change,
    Closing,
    Entry,
    Epoch,
    Equivocation,
    Head,
    Promise,
    Promised,
    Proposed,
    Request,
    SignedAck,
    SignedClosing,
    SignedEntry,
    SignedPromise,
    SignedProposal,
    SignedRequest,
    Statement,
    Violation,
)
from p2p.session.sync import chunk
from p2p.wire import codec
from p2p.wire.codec import Codec, MessageError
from tests.insider.changes import Palette, changed
from tests.p2p.tables import identity, seed


def words(kinds: Any) -> tuple[str, ...]:
    """The words with which the classes of a union begin."""
    return tuple(sorted(str(codec._HEADS[kind][0]) for kind in get_args(kinds)))


KINDS = words(Message)
"""Every kind of message that the protocol knows."""

KEPT = 32
"""Messages of each kind that are kept for replays, and heights of the log that are spoken of."""

STRANGERS = tuple(Identity.from_seed(seed("stranger", number)) for number in range(2))
"""Keys of people without a seat."""


_STATEMENTS: Codec[Statement] = Codec(Statement)


class Forger:
    """One insider: what they have heard, the log that they know, and the key with which they sign."""

    def __init__(self, random: Random, player: int, log: Log, signs: Identity | None = None) -> None:
        """``signs`` is the insider's key, where it is not the one that the player has in the tests."""
        self.random = random
        self.player = player
        self.log = log
        self._identity = signs or identity(player)
        self._heard: dict[str, deque[tuple[Value, ...]]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._signatures: deque[bytes] = deque([bytes(64)], KEPT)

    def hear(self, message: Message) -> None:
        """Keep a message of the running game, to say it again at another time."""
        value = codec.value(message)
        self._heard[str(value[0])].append(value)
        self._signatures.extend(part for part in value if type(part) is bytes and len(part) == 64)

    def message(self, kind: str) -> bytes:
        """A message of a kind; mostly well formed, mostly signed."""
        palette = self._palette()
        for _ in range(8):
            value = self._draft(kind)
            for _ in range(self.random.choice((0, 0, 1, 1, 2, 4))):
                value = value[0], *changed(self.random, value[1:], palette)
            data = encode_value(value)
            try:
                message = messages.decode(data)
            except MessageError:
                if self.random.random() < 0.02:
                    return data
                continue
            return messages.encode(self._signed(message) if self.random.random() < 0.95 else message)
        return messages.encode(self._signed(_BUILDERS[kind](self)))

    def _draft(self, kind: str) -> tuple[Value, ...]:
        """A message that was heard, or one that a program could send."""
        heard = self._heard[kind]
        if heard and self.random.random() < 0.4:
            value = self.random.choice(heard)
        else:
            value = codec.value(_BUILDERS[kind](self))
        return value

    def _palette(self) -> Palette:
        """Values that have a meaning at this table."""
        log, height = self.log, self._height()
        players = len(log.charter.players)
        keys = [part for player in log.charter.players for part in (player.key.raw, player.chat, player.tip)]
        digests = (log.charter.id, log.epoch_id, log.head, log.state, log.log_at(height), log.state_at(height), *keys)
        near = (log.height - 1, log.height, log.height + 1, height, log.term, log.term + 1, players - 1, players)
        return Palette(tuple(max(0, number) for number in near), digests, tuple(self._signatures), tuple(self._texts()))

    def _texts(self) -> list[str]:
        answers = ["take", "give 0", "thank", "bid 0", "bid 9", "announce 1", "offer gold gold coin"]
        return [*OF_PERSONS, *OF_ALL, STUCK, *answers, "take everything", "", "x" * 1024]

    # What a program could send

    def _height(self) -> int:
        """Of a step of the log, mostly one of the last."""
        return max(0, self.log.height - self.random.choice((0, 0, 0, 1, 2, self.random.randrange(KEPT))))

    def _somebody(self) -> int:
        return self.random.randrange(len(self.log.charter.players))

    def _body(self) -> Body:
        texts = [text for text in self._texts() if text]
        grain, number = self.random.randbytes(32), self.log.attempts + 1
        return self.random.choice((self.random.choice(texts), grain, (grain, "bid 0"), (number, grain)))

    def _entry(self) -> SignedEntry:
        log, slots = self.log, self.log.slots
        seat = self.random.choice(slots) if slots else self.random.randrange(len(log.charter.seats))
        counter = self.random.choice((log._counts[self.player] + 1, log._counts[self.player], 1))
        entry = Entry(log.charter.id, *log.epoch[1:], log.height + 1, seat, self._body(), log.head, log.state, counter)
        return SignedEntry.by(self._identity, entry)

    def _place(self) -> tuple[bytes, int, bytes, int, bytes, bytes]:
        """[game, term, epoch, height, L, S] at some height."""
        log, height = self.log, self._height()
        return log.charter.id, *log.epoch_at(height), height, log.log_at(height), log.state_at(height)

    def _ack(self) -> SignedAck:
        return SignedAck.by(self._identity, self.player, Ack(*self._place(), self.random.randrange(1, 99)))

    def _closing(self) -> SignedClosing:
        return SignedClosing.by(self._identity, self.player, Closing(*self._place()))

    def _change(self) -> Change:
        kind, player = self.random.choice((*OF_PERSONS, *OF_ALL)), self._somebody()
        of_all = self._height() if kind == TAKE_BACK else 0
        return Change(kind, of_all if kind in OF_ALL else player)

    def _changes(self) -> tuple[Change, ...]:
        """A few changes, now and then as many as may be listed."""
        many = self.random.choice((0, 1, 1, 1, 2, 3, 99))
        return tuple(sorted({self._change() for _ in range(many)}))[:MAX_LISTED]

    def _head(self) -> Head:
        """The end of the log at some height; now and then of no log at all."""
        _, term, epoch, height, log, state = self._place()
        grain = self.random.randbytes(32)
        head = Head(term, epoch, height, log, state)
        return self.random.choice((head, head, head, head, head._replace(log=grain), head._replace(epoch=grain)))

    def _term(self) -> int:
        """A term that is due, or far from it."""
        return self.log.term + self.random.choice((1, 1, 1, 1, 2, 3, 4, 999, 1 << 61))

    def _players(self) -> tuple[int, ...]:
        return tuple(sorted({self._somebody() for _ in range(self.random.choice((0, 0, 1, 2, 4)))}))

    def _request(self) -> SignedRequest:
        changes = self._changes()
        if self.random.random() < 0.2:
            changes = tuple(sorted({*changes[1:], Change(STUCK, 0)}))
        term = self.random.choice((0, self._term()))
        request = Request(self.log.charter.id, self.random.choice((*range(1, 99), 1 << 60)), term, changes)
        return SignedRequest.by(self._identity, self.player, request)

    def _promise(self) -> SignedPromise:
        head = self._head()
        term = max(self._term(), head.term + 1)
        promise = Promise(self.log.charter.id, term, head, self._changes(), self._players())
        return SignedPromise.by(self._identity, self.player, promise)

    def _several(self, kind: str) -> list[Message]:
        """Messages of a kind: none, some, or far more than there are players."""
        many = self.random.choice((0, 1, 2, 3, 4, 4, 4, 60))
        found = []
        for _ in range(many):
            with suppress(MessageError):
                found.append(messages.MESSAGES.read(self._draft(kind)))
        return found

    def _promised(self) -> Promised:
        signed = self._statement("promise")
        assert isinstance(signed, SignedPromise)
        evidence = tuple(one for one in self._several("request") if isinstance(one, SignedRequest))
        secrets = tuple(one for one in self._several("entry") if isinstance(one, SignedEntry))
        return Promised(signed, evidence, secrets)

    def _proposal(self) -> SignedProposal:
        """A proposal of a term that the insider coordinates, or of one that another player does."""
        base = self._head()
        term = max(self._term(), base.term + 1)
        players = len(self.log.charter.players)
        if self.random.random() < 0.8:
            term += (self.player - term) % players
        changes = tuple(change for change in self._changes() if change.is_of_player)
        return SignedProposal.by(self._identity, term % players, Epoch(self.log.charter.id, term, base, changes))

    def _proposed(self) -> Proposed:
        """A proposal with promises that were heard, for its term as far as there are any."""
        signed = self._statement("proposal")
        assert isinstance(signed, SignedProposal)
        heard = [messages.MESSAGES.read(value) for value in self._heard["promised"]]
        promises = {one.signed.player: one.signed for one in heard if isinstance(one, Promised)}
        own = self._statement("promise")
        if isinstance(own, SignedPromise) and self.random.random() < 0.5:
            promises[own.player] = own
        if promises and self.random.random() < 0.6:
            term = max(one.content.term for one in promises.values())
            signed = signed._replace(content=signed.content._replace(term=max(term, signed.content.base.term + 1)))
        return Proposed(signed, tuple(promises[player] for player in sorted(promises)))

    def _signature(self) -> CharterSignature:
        return CharterSignature(self.log.charter.id, self.player, self.log.charter.sign(self._identity))

    def _have(self) -> Have:
        heard = tuple(self.random.randrange(3) for _ in self.log.charter.players)
        return Have(
            self.log.term + self.random.choice((0, 0, 1)), self._height() + self.random.choice((0, 0, 9)), heard
        )

    def _past(self) -> Past:
        signatures = dict.fromkeys(self.log.charter.everyone, self.random.choice(self._signatures))
        return Past(write_record(self.log.at_height(self._height()), signatures, {}))

    def _chunk(self) -> Chunk:
        return chunk(self.log, max(1, self._height()))

    def _presence(self) -> SignedPresence:
        own = Presence(
            self.log.charter.id,
            self.random.randrange(1, 99),
            self.random.choice((0, 0, 1, 2)),
            tuple(sorted({self._somebody(), self._somebody()})),
            (("192.0.2.9", 4242),),
        )
        return SignedPresence.by(self._identity, self.player, own)

    def _talk(self) -> SignedTalk:
        to = self.random.choice((None, None, self._somebody()))
        body = self.random.choice((b"hello", "\u202e\x1b[2J\u3164".encode(), self.random.randbytes(60)))
        return SignedTalk.by(
            self._identity, self.player, Talk(self.log.charter.id, self.random.randrange(1, 99), to, body)
        )

    def _statement(self, kind: str | None = None) -> Statement:
        """A statement of anybody, of a kind if one is named: the insider's own, or one that was heard."""
        kind = kind or self.random.choice(words(Statement))
        if kind in _CARRIED:
            carrier, build = _CARRIED[kind]
            heard = [value[1] for value in self._heard[carrier]]
            return _STATEMENTS.read(self.random.choice(heard)) if heard and self.random.random() < 0.4 else build(self)
        found = messages.MESSAGES.read(self._draft(kind))
        assert isinstance(found, SignedEntry | SignedAck)
        return found

    def _violation(self) -> Violation:
        return Violation(self._entry())

    # The insider's signatures

    def _signed(self, message: Message) -> Message:
        """The message with the insider's signatures for what stands in it; a statement of others may stay theirs."""
        match message:
            case SignedEntry() | SignedAck():
                stated = self._stated(message)
                assert isinstance(stated, SignedEntry | SignedAck)
                return stated
            case SignedRequest():
                return self._requested(message)
            case Promised(signed, evidence, secrets):
                promise = self._stated(signed)
                assert isinstance(promise, SignedPromise)
                return Promised(promise, tuple(map(self._perhaps_requested, evidence)), secrets)
            case Proposed(signed, promises):
                proposal = self._stated(signed)
                assert isinstance(proposal, SignedProposal)
                mine = [self._stated(one) if one.player == self.player else one for one in promises]
                return Proposed(proposal, tuple(one for one in mine if isinstance(one, SignedPromise)))
            case SignedClosing() | SignedPresence() | SignedTalk():
                return self._sign_alone(message)
            case CharterSignature(game, player):
                return CharterSignature(game, player, self.log.charter.sign(self._identity))
            case Equivocation(one, other):
                return Equivocation(self._perhaps_stated(one), self._perhaps_stated(other))
            case Violation(entry):
                return Violation(SignedEntry.by(self._identity, entry.entry))
            case Have() | Fetch() | Chunk() | Past():
                return message

    def _sign_alone(self, message: SignedClosing | SignedPresence | SignedTalk) -> Message:
        """A message that carries nothing else that is signed."""
        match message:
            case SignedClosing(player, closing):
                return SignedClosing.by(self._identity, player, closing)
            case SignedPresence(player, presence):
                return SignedPresence.by(self._identity, player, presence)
            case SignedTalk(player, talk):
                return SignedTalk.by(self._identity, player, talk)

    def _perhaps_stated(self, statement: Statement) -> Statement:
        return self._stated(statement) if self.random.random() < 0.7 else statement

    def _requested(self, request: SignedRequest) -> SignedRequest:
        return SignedRequest.by(self._identity, request.player, request.content)

    def _perhaps_requested(self, request: SignedRequest) -> SignedRequest:
        return self._requested(request) if request.player == self.player else request

    def _stated(self, statement: Statement) -> Statement:
        match statement:
            case SignedEntry(entry):
                return SignedEntry.by(self._identity, entry)
            case SignedAck(player, ack):
                return SignedAck.by(self._identity, player, ack)
            case SignedPromise(player, promise):
                return SignedPromise.by(self._identity, player, promise)
            case SignedProposal(player, proposed):
                return SignedProposal.by(self._identity, player, proposed)


_CARRIED: Mapping[str, tuple[str, Callable[[Forger], Statement]]] = {
    "promise": ("promised", Forger._promise),
    "proposal": ("proposed", Forger._proposal),
}
"""Statements that no message consists of: the message that carries them, and what makes one."""

_BUILDERS: Mapping[str, Callable[[Forger], Message]] = {
    "ack": Forger._ack,
    "chunk": Forger._chunk,
    "closing": Forger._closing,
    "entry": Forger._entry,
    "equivocation": lambda forger: Equivocation(forger._statement(), forger._statement()),
    "fetch": lambda forger: Fetch(forger._height() + 1),
    "have": Forger._have,
    "past": Forger._past,
    "presence": Forger._presence,
    "promised": Forger._promised,
    "proposed": Forger._proposed,
    "request": Forger._request,
    "signature": Forger._signature,
    "talk": Forger._talk,
    "violation": Forger._violation,
}
