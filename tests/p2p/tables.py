"""Whole tables in one process: sessions, links that keep their order, and a seed that decides every delay.

A link has the number of the person to whom it leads.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from random import Random
from typing import Any, TypeVar, cast

from crypto.beacon import Chain
from crypto.digest import digest
from crypto.identity import Identity
from crypto.labels import Label
from crypto.sealing import ChatKey
from p2p.log import messages
from p2p.log.changes import Change
from p2p.log.charter import Charter, Person, Seat
from p2p.log.messages import Message
from p2p.log.statements import SignedEntry, sign_entry
from p2p.session.events import Asked, Event, Keep, Output, Send
from p2p.session.session import Session
from p2p.session.signer import Signer
from tests.p2p.wager import DATA, EDITION, ENGINE, RELEASE, Wager, new_wager

E = TypeVar("E", bound=Event)

NAMES = ("Ada", "Bo", "Cy", "Di", "Eve")


def seed(*parts: object) -> bytes:
    """32 bytes that are the same for the same parts."""
    return hashlib.sha256(repr(parts).encode()).digest()


@cache
def identity(person: int) -> Identity:
    """The identity of a person of the tests."""
    return Identity.from_seed(seed("identity", person))


def raised(faults: BaseExceptionGroup[Exception]) -> None:
    """The report of a fault in a connection, for tests in which there must be none."""
    raise faults


class ShortChain:
    """A chain of few links, quick to make: only its owner can tell that it has no more."""

    def __init__(self, seed: bytes, length: int = 512) -> None:
        links = [seed]
        for _ in range(length):
            links.append(digest(Label.LINK, links[-1]))
        self.links = links[::-1]
        self.tip = self.links[0]

    def link(self, index: int) -> bytes:
        return self.links[index]


@cache
def chain(person: int) -> Chain:
    """The chain of a person of the tests; the one of all their games, since no secret hangs on it here."""
    return cast(Chain, ShortChain(seed("chain", person)))


@cache
def chat(person: int) -> ChatKey:
    """The chat key of a person of the tests."""
    return ChatKey.from_seed(seed("chat", person))


def person(number: int) -> Person:
    """A person of the tests, as charters name them."""
    return Person(identity(number).public, chat(number).public, chain(number).tip)


def signer(person: int) -> Signer:
    """The hand of a person of the tests."""
    return Signer(identity(person), chain(person), seed("secret", person), chat(person))


def charter(persons: int = 3, holders: Sequence[int] | None = None, rounds: int = 2, *, watch: bool = True) -> Charter:
    """A charter for a number of persons; ``holders`` are the persons of the seats, one each unless said otherwise."""
    people = tuple(person(number) for number in range(persons))
    seats = tuple(Seat("any", person, NAMES[person].encode()) for person in holders or range(persons))
    return Charter(ENGINE, EDITION, RELEASE, DATA, rounds, watch, people, seats)


def session(of: Charter, person: int) -> Session:
    """A person's session for a charter."""
    return Session(of, new_wager, signer(person))


def beside(of: Session, *persons: int) -> Session:
    """The session, connected with these persons over links of their numbers."""
    for person in persons:
        of.connected(person, person)
    return of


def game(of: Session) -> Wager:
    """The game that a session drives."""
    assert isinstance(of.log.game, Wager)
    return of.log.game


FLUSH = 0.1
"""Seconds until what is due is sent."""


QUIET = 20.0
"""Seconds without a word, longer than any timer; only changes that epochs left out are tried again after it."""

RESTLESS = 120.0
"""Seconds after which a table has to have come to rest."""


class Liar:
    """A person whose program is honest but for what it says to others; what it says, a subclass decides."""

    def __init__(self, table: Table, person: int) -> None:
        self.table = table
        self.person = person
        self.identity = identity(person)
        self.session = table.sessions[person]

    def says(self, to: int, message: Message) -> Iterable[Message]:
        """What one person hears instead of a message."""
        yield message

    def hears(self, message: Message) -> None:
        """A message comes in, before the session takes it."""

    def sign(self, signed: SignedEntry, **changes: Any) -> SignedEntry:
        """An entry that differs from one that the session signed."""
        return sign_entry(self.identity, signed.entry._replace(**changes))

    def link(self, index: int) -> bytes:
        """A link of their chain."""
        return chain(self.person).link(index)


class Table:
    """Sessions and the links between them; the seed decides what happens next, ``answers`` what seats answer."""

    flushes = True

    def __init__(
        self, of: Charter, seed: int = 0, answers: int = 0, graph: Iterable[tuple[int, int]] | None = None
    ) -> None:
        """``graph`` names the pairs of persons who are connected: all of them, unless said otherwise."""
        persons = range(len(of.persons))
        pairs = combinations(persons, 2) if graph is None else graph
        self.charter = of
        self.sessions = [session(of, person) for person in persons]
        self.events: list[list[Event]] = [[] for _ in persons]
        self.sent: list[list[Message]] = [[] for _ in persons]
        self.kept: list[list[bytes]] = [[] for _ in persons]
        self.liars: dict[int, Liar] = {}
        self._links = {link: deque[bytes]() for pair in pairs for link in (pair, pair[::-1])}
        self._asked: list[tuple[int, int]] = []
        self._random = Random(seed)
        self._answers = answers
        self.now = 0.0
        """Seconds since the table began; in FLUSH of them, everybody may flush once."""
        for of_person in self.sessions:
            of_person.measure_time(lambda: self.now)

    @property
    def honest(self) -> list[int]:
        """The persons who do not lie."""
        return [person for person in range(len(self.sessions)) if person not in self.liars]

    def lie(self, liar: type[Liar], person: int) -> Liar:
        """Let a person lie in this way."""
        self.liars[person] = liar(self, person)
        return self.liars[person]

    def play(self) -> None:
        """Let everything happen that can, in any order."""
        self.begin()
        self.go_on()

    def go_on(self) -> None:
        """Let everything happen that still can."""
        since, end = self.now, self.now + RESTLESS
        while self._happen():
            if self._asked or any(self._links.values()):
                since = self.now
            elif self.now - since >= QUIET:
                return
            assert self.now < end, "the table does not come to rest"

    def begin(self) -> None:
        """Have everybody sign the charter, and connect them."""
        for person, of in enumerate(self.sessions):
            self._take(person, of.start())
        for one, other in self._links:
            self._take(one, self.sessions[one].connected(other, other))

    def agree(self, change: Change, persons: Iterable[int] | None = None) -> None:
        """Let persons, all the honest ones unless others are named, agree to a change."""
        for person in self.honest if persons is None else persons:
            self._take(person, self.sessions[person].agree(change))

    def of(self, person: int, kind: type[E]) -> list[E]:
        """The events of one kind that a person's session showed."""
        return [event for event in self.events[person] if isinstance(event, kind)]

    def send(self, sender: int, to: int, message: Message) -> None:
        """Put a message on a link."""
        self._links[sender, to].append(messages.encode(message))

    def deliver(self, *links: tuple[int, int]) -> None:
        """Deliver what is under way on these links, and what is sent there because of it, and nothing else."""
        while busy := [link for link in links if self._links[link]]:
            sender, to = busy[0]
            self._take(to, self.sessions[to].receive(sender, self._links[busy[0]].popleft()))

    def hear(self, person: int, data: bytes) -> None:
        """A message is about to reach a person."""
        if person in self.liars:
            self.liars[person].hears(messages.decode(data))

    def _happen(self) -> bool:
        """One thing that can happen; a flush is rare, since it is due only after 100 ms. False if nothing can."""
        busy = [link for link, queue in self._links.items() if queue]
        due = [person for person, of in enumerate(self.sessions) if of.due and self.flushes]
        if due and (self._random.random() < 0.05 or (not busy and not self._asked)):
            person = self._random.choice(due)
            self.now += FLUSH / len(self.sessions)
            self._take(person, self.sessions[person].flush())
        elif busy and (self._random.random() < 0.8 or not self._asked):
            sender, to = self._random.choice(busy)
            data = self._links[sender, to].popleft()
            self.hear(to, data)
            self._take(to, self.sessions[to].receive(sender, data))
        elif self._asked:
            person, seat = self._asked.pop(self._random.randrange(len(self._asked)))
            self._answer(person, seat)
        else:
            return False
        return True

    def _answer(self, person: int, seat: int) -> None:
        of = self.sessions[person]
        if seat in of.asked:
            legal = game(of).legal(seat)
            choice = int.from_bytes(seed("answer", self._answers, of.log.height, seat)[:8], "big")
            self._take(person, of.answer(seat, legal[choice % len(legal)]))

    def _take(self, person: int, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Keep):
                self.kept[person].append(output.data)
                continue
            if not isinstance(output, Send):
                self.events[person].append(output)
                if isinstance(output, Asked):
                    self._asked.append((person, output.seat))
                continue
            message = messages.decode(output.data)
            self.sent[person].append(message)
            for to in output.links:
                if (person, to) in self._links:
                    said = self.liars[person].says(to, message) if person in self.liars else [message]
                    for word in said:
                        self.send(person, to, word)
