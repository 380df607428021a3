"""Whole tables in one process: sessions, links that keep their order, and a seed that decides every delay.

A link has the number of the player to whom it leads.
"""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable, Iterable, Sequence
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
from p2p.log.charter import Charter, Player, Seat
from p2p.log.messages import CharterSignature, Message
from p2p.log.statements import Change, SignedEntry
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
def identity(player: int) -> Identity:
    """The identity of a player of the tests."""
    return Identity.from_seed(seed("identity", player))


def raised(faults: BaseExceptionGroup[Exception]) -> None:
    """The report of a fault in a connection, for tests in which there must be none."""
    raise faults


class ShortChain:
    """A chain of few values, quick to make: only its owner can tell that it has no more."""

    def __init__(self, seed: bytes, length: int = 512) -> None:
        values = [seed]
        for _ in range(length):
            values.append(digest(Label.LINK, values[-1]))
        self.values = values[::-1]
        self.tip = self.values[0]

    def value(self, index: int) -> bytes:
        return self.values[index]


@cache
def chain(player: int) -> Chain:
    """The chain of a player of the tests; the one of all their games, since no secret hangs on it here."""
    return cast(Chain, ShortChain(seed("chain", player)))


@cache
def chat(player: int) -> ChatKey:
    """The chat key of a player of the tests."""
    return ChatKey.from_seed(seed("chat", player))


def player(number: int) -> Player:
    """A player of the tests, as charters name them."""
    return Player(identity(number).public, chat(number).public, chain(number).tip)


def signer(player: int) -> Signer:
    """The hand of a player of the tests."""
    return Signer(identity(player), chain(player), seed("secret", player), chat(player))


def charter(players: int = 3, holders: Sequence[int] | None = None, rounds: int = 2, *, watch: bool = True) -> Charter:
    """A charter for a number of players; ``holders`` are the players of the seats, one each unless said otherwise."""
    people = tuple(player(number) for number in range(players))
    seats = tuple(Seat("any", player, NAMES[player].encode()) for player in holders or range(players))
    return Charter(ENGINE, EDITION, RELEASE, DATA, rounds, watch, people, seats)


def session(of: Charter, player: int) -> Session:
    """A player's session for a charter."""
    return Session(of, new_wager, signer(player))


def beside(of: Session, *players: int) -> Session:
    """The session, connected with these players over links of their numbers."""
    for player in players:
        of.connected(player, player)
    return of


def begun(of: Session) -> Session:
    """The session, connected with all others, who have signed the charter."""
    of.start()
    for player in set(of.charter.everyone) - {of.me}:
        signature = CharterSignature(of.charter.id, player, of.charter.sign(identity(player)))
        beside(of, player).receive(player, messages.encode(signature))
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
    """A player whose program is honest but for what it says to others; what it says, a subclass decides."""

    def __init__(self, table: Table, player: int) -> None:
        self.table = table
        self.player = player
        self.identity = identity(player)
        self.session = table.sessions[player]

    def says(self, to: int, message: Message) -> Iterable[Message]:
        """What one player hears instead of a message."""
        yield message

    def hears(self, message: Message) -> None:
        """A message comes in, before the session takes it."""

    def sign(self, signed: SignedEntry, **changes: Any) -> SignedEntry:
        """An entry that differs from one that the session signed."""
        return SignedEntry.by(self.identity, signed.entry._replace(**changes))

    def beacon_value(self, index: int) -> bytes:
        """A value of their chain."""
        return chain(self.player).value(index)


class Table:
    """Sessions and the links between them; the seed decides what happens next, ``answers`` what seats answer."""

    flushes = True

    def __init__(
        self, of: Charter, seed: int = 0, answers: int = 0, graph: Iterable[tuple[int, int]] | None = None
    ) -> None:
        """``graph`` names the pairs of players who are connected: all of them, unless said otherwise."""
        players = range(len(of.players))
        pairs = combinations(players, 2) if graph is None else graph
        self.charter = of
        self.sessions = [session(of, player) for player in players]
        self.events: list[list[Event]] = [[] for _ in players]
        self.sent: list[list[Message]] = [[] for _ in players]
        self.kept: list[list[bytes]] = [[] for _ in players]
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
        """The players who do not lie."""
        return [player for player in range(len(self.sessions)) if player not in self.liars]

    def lie(self, liar: Callable[[Table, int], Liar], player: int) -> Liar:
        """Let a player lie in this way."""
        self.liars[player] = liar(self, player)
        return self.liars[player]

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
        for player, of in enumerate(self.sessions):
            self._take(player, of.start())
        for one, other in self._links:
            self._take(one, self.sessions[one].connected(other, other))

    def agree(self, change: Change, players: Iterable[int] | None = None) -> None:
        """Let players, all the honest ones unless others are named, agree to a change."""
        for player in self.honest if players is None else players:
            self._take(player, self.sessions[player].agree(change))

    def of(self, player: int, kind: type[E]) -> list[E]:
        """The events of one kind that a player's session showed."""
        return [event for event in self.events[player] if isinstance(event, kind)]

    def send(self, sender: int, to: int, message: Message) -> None:
        """Put a message on a link."""
        self._links[sender, to].append(messages.encode(message))

    def deliver(self, *links: tuple[int, int]) -> None:
        """Deliver what is under way on these links, and what is sent there because of it, and nothing else."""
        while busy := [link for link in links if self._links[link]]:
            sender, to = busy[0]
            self._take(to, self.sessions[to].receive(sender, self._links[busy[0]].popleft()))

    def hear(self, player: int, data: bytes) -> None:
        """A message is about to reach a player."""
        if player in self.liars:
            self.liars[player].hears(messages.decode(data))

    def _happen(self) -> bool:
        """One thing that can happen; a flush is rare, since it is due only after 100 ms. False if nothing can."""
        busy = [link for link, queue in self._links.items() if queue]
        due = [player for player, of in enumerate(self.sessions) if of.due and self.flushes]
        if due and (self._random.random() < 0.05 or (not busy and not self._asked)):
            player = self._random.choice(due)
            self.now += FLUSH / len(self.sessions)
            self._take(player, self.sessions[player].flush())
        elif busy and (self._random.random() < 0.8 or not self._asked):
            sender, to = self._random.choice(busy)
            data = self._links[sender, to].popleft()
            self.hear(to, data)
            self._take(to, self.sessions[to].receive(sender, data))
        elif self._asked:
            player, seat = self._asked.pop(self._random.randrange(len(self._asked)))
            self._answer(player, seat)
        else:
            return False
        return True

    def _answer(self, player: int, seat: int) -> None:
        of = self.sessions[player]
        if seat in of.asked:
            legal = game(of).legal(seat)
            choice = int.from_bytes(seed("answer", self._answers, of.log.height, seat)[:8], "big")
            self._take(player, of.answer(seat, legal[choice % len(legal)]))

    def _take(self, player: int, outputs: list[Output]) -> None:
        for output in outputs:
            if isinstance(output, Keep):
                self.kept[player].append(output.data)
                continue
            if not isinstance(output, Send):
                self.events[player].append(output)
                if isinstance(output, Asked):
                    self._asked.append((player, output.seat))
                continue
            message = messages.decode(output.data)
            self.sent[player].append(message)
            for to in output.links:
                if (player, to) in self._links:
                    said = self.liars[player].says(to, message) if player in self.liars else [message]
                    for word in said:
                        self.send(player, to, word)


def restored(table: Table, player: int) -> Session:
    """A player's program that has been ended and started again from its journal."""
    of = session(table.charter, player)
    of.measure_time(lambda: table.now)
    of.restore(table.kept[player])
    return of


def sent(outputs: list[Output]) -> list[Message]:
    """What a session sends, over whichever links."""
    return [messages.decode(output.data) for output in outputs if isinstance(output, Send)]


def follow(guest: Session, player: Session, link: int = 9) -> list[Event]:
    """Connect a guest with a player, and deliver all that both say; what the guest is shown."""
    shown: list[Event] = []
    there, here = player.connected(link, None), guest.connected(0, 0)
    while there or here or guest.due:
        here = here or guest.flush()
        shown += [output for output in here if not isinstance(output, Send | Keep)]
        there, here = (
            [out for one in here if isinstance(one, Send) for out in player.receive(link, one.data)],
            [out for one in there if isinstance(one, Send) and link in one.links for out in guest.receive(0, one.data)],
        )
    return shown
