"""Sieges of sessions: a table in one process, with an insider who has a seat, at every stage of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from crypto.identity import Identity
from p2p.log import messages
from p2p.log.record import verify_record
from p2p.log.statements import ABSENT, BACK, Change
from p2p.log.steps import Kind
from p2p.session.events import Output, Proven, Stopped
from p2p.session.state import Phase
from p2p.wire.codec import MessageError
from tests.insider.forging import KINDS, Forger
from tests.insider.sieges import Broken, Tally
from tests.p2p.absences import Absences, agree_if_possible
from tests.p2p.tables import charter
from tests.p2p.wager import new_wager

PERSONS = 4
"""Of whom three are a quorum: the honest ones can go on alone, and any two quorums have an honest player in common."""

INSIDER = 3
HONEST = (0, 1, 2)

BURSTS = 6
BURST = 64
"""Messages of one burst; all honest players get some."""

MOST = 20_000
"""Things that happen until a table is at rest, at most."""


class Besieged(Absences):
    """The table. The insider's own program is honest too, so what is forged comes beside what is true."""

    link = INSIDER
    """Over which link the besieger is heard."""
    honest_persons: tuple[int, ...] = HONEST
    key: Identity | None = None
    """The besieger's, where it is not that of the seat."""

    def __init__(self, number: int) -> None:
        super().__init__(charter(PERSONS, rounds=3), number, number)
        self.fate = Random(f"insider {number}")
        self.forger = Forger(self.fate, INSIDER, self.sessions[INSIDER].log, self.key)
        self.tally = Tally()
        self.last = b""
        """The message that was said last."""

    def hear(self, player: int, data: bytes) -> None:
        super().hear(player, data)
        if player == INSIDER:
            self.forger.hear(messages.decode(data))

    def say(self, to: int, kind: str) -> None:
        """Have the besieger say something to a machine, which ends the connection where no honest player says that."""
        self.forger.log = self.sessions[self.fate.choice((INSIDER, to))].log
        self.last = self.forger.message(kind)
        self.tally.kinds[kind] += 1
        try:
            self._take(to, self.heard_by(to))
        except MessageError as error:
            self.tally.refused += 1
            self._take(to, self.sessions[to].misbehaved(self.link, str(error)))
            self._take(to, self.sessions[to].disconnected(self.link))
            self.connect(to)

    def heard_by(self, to: int) -> list[Output]:
        """What a machine makes of the message that was said last."""
        return self.sessions[to].receive(self.link, self.last)

    def connect(self, to: int) -> None:
        """The besieger comes to a machine, or comes again."""
        self._take(to, self.sessions[to].connected(self.link, INSIDER))

    def arrive(self) -> None:
        """The besieger, who has a seat, has been there from the beginning."""

    def part(self) -> None:
        """The besieger is gone for good."""
        if INSIDER in self.here:
            self.go(INSIDER)

    def go_on(self) -> None:
        """Let everything happen that still can; that comes to an end, but for a program that is away and alone."""
        for _ in range(MOST):
            if self._rests or not self._happen():
                return
        raise Broken("the honest players send each other messages without end")

    @property
    def _rests(self) -> bool:
        """Whether no message is under way, no player is asked, and for those who are here nothing is due."""
        return not (self._asked or any(self._links.values()) or any(self.sessions[one].due for one in self.here))

    @property
    def targets(self) -> list[int]:
        """The machines that the besieger talks to."""
        return [number for number in self.here if number != INSIDER]

    def burst(self) -> None:
        """Many messages, and between them a little of what would happen anyway."""
        for _ in range(BURST):
            self.say(self.fate.choice(self.targets), self.fate.choice(KINDS))
            if self.fate.random() < 0.3:
                self._happen()

    def go_on_a_while(self) -> None:
        for _ in range(self.fate.randrange(60)):
            self._happen()

    def relieve(self) -> None:
        """The besieger is gone, and the honest players finish the game, if need be without who has that seat."""
        self.part()
        self.come(*(set(self.honest_persons) & self.away))
        self.go_on()
        for agree in (self._agree_to_absence, self._agree_to_requests, self._agree_to_pay_for_dice):
            for player in self.honest_persons:
                if self.sessions[player].phase is Phase.PLAYING:
                    agree(player)
            self.go_on()
        for player in self.honest_persons:
            for gone in self._lost & set(self.sessions[player].awaited):
                self._take(player, self.sessions[player].lost(gone, "does not close the game"))
        self.go_on()
        self.go(*(player for player in self.honest_persons if self.sessions[player].phase is Phase.FINISHED))
        self.go_on()
        self._check()

    @property
    def _lost(self) -> set[int]:
        """The players who are not honest."""
        return set(range(PERSONS)) - set(self.honest_persons)

    def _agree_to_absence(self, player: int) -> None:
        """What a player types first when another is gone."""
        for gone in self._lost - self.sessions[player].log.absent:
            agree_if_possible(self, player, Change(ABSENT, gone))

    def _agree_to_requests(self, player: int) -> None:
        """What a player types who is asked to agree."""
        for other in self.honest_persons:
            for change in self.sessions[player].requests.get(other, ()):
                agree_if_possible(self, player, change)

    def _agree_to_pay_for_dice(self, player: int) -> None:
        """What a player types whom the console tells that the dice wait for these: others play in their stead."""
        log = self.sessions[player].log
        if log.kind is Kind.BEACON:
            awaited = {other for one in self.honest_persons for other in self.sessions[one].awaited}
            for back in sorted(log.absent & set(self.honest_persons)):
                agree_if_possible(self, player, Change(BACK, back))
            for other in sorted(awaited):
                agree_if_possible(self, player, Change(ABSENT, other))

    def _check(self) -> None:
        for player in self.honest_persons:
            accused = {proven.player for proven in self.of(player, Proven)} & set(self.honest_persons)
            if accused:
                raise Broken(f"honest players are said to cheat: {sorted(accused)}")
        sessions = [self.sessions[player] for player in self.honest_persons]
        if any(of.log.height == 0 for of in sessions) and self._stops():
            return  # the insider has left before the game began, and without them there is none
        if all(of.phase is Phase.STOPPED and of.proofs for of in sessions):
            return  # a proof has stopped the game, and the honest players can go on without the insider
        if any(of.phase is not Phase.FINISHED for of in sessions):
            where = [(of.phase.name, of.log.term, of.log.height, of.log.kind.name) for of in sessions]
            raise Broken(f"the honest players do not come to the end: {where}, {self._stops()}")
        if len({(of.log.head, of.log.state) for of in sessions}) > 1:
            raise Broken("the honest players have come to different ends")
        for of in sessions:
            verify_record(of.record() or b"", new_wager)

    def _stops(self) -> list[str]:
        return [str(stopped.sentence) for player in self.honest_persons for stopped in self.of(player, Stopped)]


# The stages


def _at(kind: Kind) -> Callable[[Besieged], None]:
    def come(table: Besieged) -> None:
        table.begin()
        table.until(kind, table.fate.randrange(1, 8))

    return come


def _signing(table: Besieged) -> None:
    """No one knows yet that all have signed the charter."""
    table.begin()


def _requesting(table: Besieged) -> None:
    """Some ask that the insider be absent, and not enough."""
    _at(table.fate.choice((Kind.COMMITMENTS, Kind.ACTION, Kind.BEACON, Kind.OPENINGS)))(table)
    for player in table.fate.sample(HONEST, table.fate.choice((1, 2))):
        agree_if_possible(table, player, Change(ABSENT, INSIDER))


def _promised(table: Besieged) -> None:
    """A player has promised a term, and others have not."""
    _at(table.fate.choice((Kind.COMMITMENTS, Kind.ACTION, Kind.BEACON, Kind.OPENINGS)))(table)
    for player in HONEST:
        agree_if_possible(table, player, Change(ABSENT, INSIDER))
    while not any(of.log.term or of._state.is_promised for of in table.sessions):
        assert table._happen(), "no player promises a term"


def _new_epoch(table: Besieged) -> None:
    """All agree that the insider is absent, and not everybody has come to that epoch; the insider comes back soon."""
    _at(table.fate.choice((Kind.COMMITMENTS, Kind.ACTION)))(table)
    for player in HONEST:
        agree_if_possible(table, player, Change(ABSENT, INSIDER))
    table.go_on_a_while()


def _returning(table: Besieged) -> None:
    """A program was started again, and signs nothing yet."""
    _at(table.fate.choice(tuple(Kind)[:4]))(table)
    table.restart(table.fate.choice(HONEST))


def _absence(table: Besieged) -> None:
    """An honest player was declared absent and is back before the others know."""
    _at(table.fate.choice((Kind.COMMITMENTS, Kind.ACTION)))(table)
    table.go(0)
    table.settle()
    for player in (*HONEST[1:], INSIDER):
        agree_if_possible(table, player, Change(ABSENT, 0))
    table.settle()
    table.come(0)


def _closing(table: Besieged) -> None:
    """The game is over for one player, and not yet closed."""
    table.begin()
    while all(of.phase is not Phase.CLOSING for of in table.sessions):
        assert table._happen(), "no one closes the game"


def _finished(table: Besieged) -> None:
    table.play()


STAGES: Mapping[str, Callable[[Besieged], None]] = {
    "signing": _signing,
    "commitments": _at(Kind.COMMITMENTS),
    "openings": _at(Kind.OPENINGS),
    "beacon": _at(Kind.BEACON),
    "action": _at(Kind.ACTION),
    "requesting": _requesting,
    "promised": _promised,
    "new epoch": _new_epoch,
    "returning": _returning,
    "absence": _absence,
    "closing": _closing,
    "finished": _finished,
}


def besiege(number: int, kind: type[Besieged] = Besieged) -> Tally:
    """A siege by a player who has a seat; the number decides everything, and each stage has its turn."""
    table = kind(number)
    stage = sorted(STAGES)[number % len(STAGES)]
    table.tally.stages[stage] += 1
    try:
        STAGES[stage](table)
        table.arrive()
        for _ in range(BURSTS):
            table.burst()
            table.go_on_a_while()
        table.relieve()
    except Exception as error:
        error.add_note(f"stage: {stage}; {table.tally.messages} messages said, the last was {table.last.hex()}")
        raise
    return table.tally
