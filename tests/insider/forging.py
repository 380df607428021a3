"""Messages of every kind, well formed and signed with the insider's own key, with anything wrong in any place.

A message begins as one that the insider has heard, or as one that a program could send now. Then fields of it change,
at any depth, to values that are right somewhere else: other heights, epochs, persons, seats, statements of others. Then
the insider signs it. One seed decides everything.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Mapping
from random import Random

from crypto.canonical import Value
from crypto.canonical import encode as encode_value
from crypto.identity import Identity
from p2p.log import messages
from p2p.log.ballots import Passed, Proposal, SignedBallot, SignedWish, Wish, sign_ballot, sign_wish
from p2p.log.changes import KEY, OF_ALL, OF_PERSONS, TAKE_BACK, Change
from p2p.log.claims import Claim, SignedClaim, sign_claim
from p2p.log.keys import NewKey
from p2p.log.log import Log
from p2p.log.messages import CharterSignature, Chunk, Fetch, Have, Message, MessageError
from p2p.log.presence import Presence, SignedPresence, sign_presence
from p2p.log.proof import Equivocation, Violation
from p2p.log.statements import (
    Ack,
    Body,
    Closing,
    Entry,
    SignedAck,
    SignedClosing,
    SignedEntry,
    Statement,
    sign_ack,
    sign_closing,
    sign_entry,
)
from p2p.log.talk import SignedTalk, Talk, sign_talk
from p2p.session.sync import chunk
from tests.insider.changes import Palette, changed
from tests.p2p.tables import chat, identity, seed

KINDS = tuple(sorted(str(word) for word in messages._MESSAGES))
"""Every kind of message that the protocol knows."""

KEPT = 32
"""Messages of each kind that are kept for replays, and heights of the log that are spoken of."""

CLAIMANTS = tuple(Identity.from_seed(seed("claimant", number)) for number in range(3))
"""Keys with which the insider asks for seats."""


class Forger:
    """One insider: what they have heard, the log that they know, and the key with which they sign."""

    def __init__(self, random: Random, person: int, log: Log, signs: Identity | None = None) -> None:
        """``signs`` is the insider's key, where it is not the one that the person has in the tests."""
        self.random = random
        self.person = person
        self.log = log
        self._identity = signs or identity(person)
        self._heard: dict[str, deque[Value]] = defaultdict(lambda: deque(maxlen=KEPT))
        self._signatures: deque[bytes] = deque([bytes(64)], KEPT)

    def hear(self, message: Message) -> None:
        """Keep a message of the running game, to say it again at another time."""
        value = messages._value(message)
        assert isinstance(value, tuple)
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
            value = messages._value(_BUILDERS[kind](self))
        assert isinstance(value, tuple)
        return value

    def _palette(self) -> Palette:
        """Values that have a meaning at this table."""
        log, height = self.log, self._height()
        persons = len(log.charter.persons)
        keys = [part for person in range(persons) for part in log.keys[person].value[:3]]
        digests = (log.charter.id, log.epoch_id, log.head, log.state, log.log_at(height), log.state_at(height), *keys)
        near = (log.height - 1, log.height, log.height + 1, height, log.term, log.term + 1, persons - 1, persons)
        return Palette(tuple(max(0, number) for number in near), digests, tuple(self._signatures), tuple(self._texts()))

    def _texts(self) -> list[str]:
        answers = ["take", "give 0", "thank", "bid 0", "bid 9", "announce 1", "offer gold gold coin"]
        return [*OF_PERSONS, *OF_ALL, *answers, "take everything", "", "x" * 1024]

    # What a program could send

    def _height(self) -> int:
        """Of a step of the log, mostly one of the last."""
        return max(0, self.log.height - self.random.choice((0, 0, 0, 1, 2, self.random.randrange(KEPT))))

    def _somebody(self) -> int:
        return self.random.randrange(len(self.log.charter.persons))

    def _body(self) -> Body:
        texts = [text for text in self._texts() if text]
        grain, number = self.random.randbytes(32), self.log.attempts + 1
        return self.random.choice((self.random.choice(texts), grain, (grain, "bid 0"), (number, grain)))

    def _entry(self) -> SignedEntry:
        log, slots = self.log, self.log.slots
        seat = self.random.choice(slots) if slots else self.random.randrange(len(log.charter.seats))
        counter = self.random.choice((log._counts[self.person] + 1, log._counts[self.person], 1))
        entry = Entry(log.charter.id, *log.epoch[1:], log.height + 1, seat, self._body(), log.head, log.state, counter)
        return sign_entry(self._identity, entry)

    def _place(self) -> tuple[bytes, int, bytes, int, bytes, bytes]:
        """[game, term, epoch, height, L, S] at some height."""
        log, height = self.log, self._height()
        return log.charter.id, *log.epoch_at(height), height, log.log_at(height), log.state_at(height)

    def _ack(self) -> SignedAck:
        return sign_ack(self._identity, self.person, Ack(*self._place(), self.random.randrange(1, 99)))

    def _closing(self) -> SignedClosing:
        return sign_closing(self._identity, self.person, Closing(*self._place()))

    def _new_key(self) -> NewKey:
        key = self.random.choice(CLAIMANTS).public.raw
        return NewKey(key, chat(8).public, self.random.randbytes(32), self.random.randrange(1, self.log.attempts + 2))

    def _change(self) -> Change:
        kind, person = self.random.choice((*OF_PERSONS, *OF_ALL)), self._somebody()
        if kind == KEY:
            held = self.log.keys[person].value
            return Change(kind, person, self.random.choice((self._new_key(), held)))
        of_all = self._height() if kind == TAKE_BACK else 0
        return Change(kind, of_all if kind in OF_ALL else person)

    def _proposal(self) -> Proposal:
        game, parent_term, parent, base, head, state = self._place()
        term = self.log.term + self.random.choice((1, 1, 1, 2, 5))
        some = (self._change(),) if self.random.random() < 0.9 else ()
        return Proposal(game, term, parent_term, parent, base, head, state, some)

    def _ballot(self) -> SignedBallot:
        return sign_ballot(self._identity, self.person, self._proposal())

    def _wish(self) -> SignedWish:
        wish = Wish(self.log.charter.id, self.random.randrange(1, 99), self._height(), self._proposal())
        return sign_wish(self._identity, self.person, wish)

    def _passed(self) -> Passed:
        ballot = self._ballot()
        others = range(len(self.log.charter.persons))
        return Passed(ballot.proposal, tuple((other, ballot.signature) for other in others))

    def _signature(self) -> CharterSignature:
        return CharterSignature(self.log.charter.id, self.person, self.log.charter.sign(self._identity))

    def _have(self) -> Have:
        heard = tuple(self.random.randrange(3) for _ in self.log.charter.persons)
        return Have(
            self.log.term + self.random.choice((0, 0, 1)), self._height() + self.random.choice((0, 0, 9)), heard
        )

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
        return sign_presence(self._identity, self.person, own)

    def _talk(self) -> SignedTalk:
        to = self.random.choice((None, None, self._somebody()))
        body = self.random.choice((b"hello", "\u202e\x1b[2J\u3164".encode(), self.random.randbytes(60)))
        return sign_talk(self._identity, self.person, Talk(self.log.charter.id, self.random.randrange(1, 99), to, body))

    def _claim(self) -> SignedClaim:
        return self._claimed(Claim(self.log.charter.id, self._somebody(), self._new_key()))

    def _statement(self) -> Statement:
        """A statement of anybody: the insider's own, or one that was heard."""
        kind = self.random.choice(sorted(map(str, messages._STATEMENTS)))
        found = messages._message(self._draft(kind))
        assert isinstance(found, SignedEntry | SignedAck | SignedClosing | SignedBallot)
        return found

    def _breach(self) -> Violation:
        return Violation(self._entry())

    # The insider's signatures

    def _signed(self, message: Message) -> Message:
        """The message with the insider's signatures for what stands in it; a statement of others may stay theirs."""
        match message:
            case SignedEntry() | SignedAck() | SignedClosing() | SignedBallot():
                return self._stated(message)
            case SignedWish(person, wish):
                return sign_wish(self._identity, person, wish)
            case SignedPresence(person, presence):
                return sign_presence(self._identity, person, presence)
            case SignedTalk(person, talk):
                return sign_talk(self._identity, person, talk)
            case SignedClaim(claim):
                return self._claimed(claim)
            case CharterSignature(game, person):
                return CharterSignature(game, person, self.log.charter.sign(self._identity))
            case Passed(proposal, signatures):
                own = sign_ballot(self._identity, self.person, proposal).signature
                mine = tuple((person, own if person == self.person else other) for person, other in signatures)
                return Passed(proposal, mine)
            case Equivocation(one, other):
                return Equivocation(self._perhaps_stated(one), self._perhaps_stated(other))
            case Violation(entry):
                return Violation(sign_entry(self._identity, entry.entry))
            case Have() | Fetch() | Chunk():
                return message

    def _perhaps_stated(self, statement: Statement) -> Statement:
        return self._stated(statement) if self.random.random() < 0.7 else statement

    def _stated(self, statement: Statement) -> Statement:
        match statement:
            case SignedEntry(entry):
                return sign_entry(self._identity, entry)
            case SignedAck(person, ack):
                return sign_ack(self._identity, person, ack)
            case SignedClosing(person, closing):
                return sign_closing(self._identity, person, closing)
            case SignedBallot(person, proposal):
                return sign_ballot(self._identity, person, proposal)

    def _claimed(self, claim: Claim) -> SignedClaim:
        """A claim with the signature of the key that it names, where the insider has that key."""
        keys = {key.public.raw: key for key in (self._identity, *CLAIMANTS)}
        return sign_claim(keys.get(claim.key.identity, self._identity), claim)


_BUILDERS: Mapping[str, Callable[[Forger], Message]] = {
    "ack": Forger._ack,
    "ballot": Forger._ballot,
    "breach": Forger._breach,
    "chunk": Forger._chunk,
    "claim": Forger._claim,
    "closing": Forger._closing,
    "contradiction": lambda forger: Equivocation(forger._statement(), forger._statement()),
    "entry": Forger._entry,
    "fetch": lambda forger: Fetch(forger._height() + 1),
    "have": Forger._have,
    "passed": Forger._passed,
    "presence": Forger._presence,
    "signature": Forger._signature,
    "talk": Forger._talk,
    "wish": Forger._wish,
}
