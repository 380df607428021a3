"""Tables from which players go away and to which they come back, with all that is under way between them lost.

Simulated evenings (``tests.sim``) do that at any instant; here a test says when.
"""

from __future__ import annotations

from collections.abc import Iterable

from p2p.log import statements
from p2p.log.charter import Charter
from p2p.log.log import Log
from p2p.log.messages import Message
from p2p.log.statements import Change, Promised, Proposed, SignedAck, SignedEntry, Statement
from p2p.log.steps import Kind, Refused
from p2p.net.connection import KEEPALIVE
from p2p.session.events import Proven
from tests.p2p.tables import QUIET, Table, restored


class Absences(Table):
    """A player who is away hears no one and answers nothing, but their program goes on."""

    def __init__(self, of: Charter, seed: int = 0, answers: int = 0) -> None:
        super().__init__(of, seed, answers)
        self.away: set[int] = set()
        self._unanswered: list[tuple[int, int]] = []
        self._stop: tuple[Kind | None, int] | None = None
        self._quiet_since = 0.0

    @property
    def here(self) -> list[int]:
        """The players who are here."""
        return [player for player in range(len(self.sessions)) if player not in self.away]

    def go(self, *players: int) -> None:
        """Let players go away, all of them at once."""
        cut = [(one, other) for one, other in self._links if {one, other} & set(players)]
        self._connect([pair for pair in cut if not set(pair) & self.away], connected=False)
        self.away |= set(players)

    def come(self, *players: int) -> None:
        """Let players come back, and be asked what they still have to answer."""
        self.away -= set(players)
        made = [(one, other) for one, other in self._links if {one, other} & set(players)]
        self._connect([pair for pair in made if not set(pair) & self.away], connected=True)
        self._ask_again(players)

    def restart(self, player: int, lost: int = 0) -> None:
        """End a player's program as if killed, and start it again from its journal without the last few items."""
        self.go(player)
        del self.kept[player][len(self.kept[player]) - lost :]
        self.sessions[player] = started = restored(self, player)
        self._take(player, started.start())
        self.come(player)

    def to(self, kind: Kind, height: int = 0) -> None:
        """Go on until all are asked for such a step, at this height or beyond, and nothing else is under way."""
        self._stop = kind, height
        self.go_on()
        self._stop = None
        assert {(of.log.kind, of.log.height >= height) for of in self.sessions} == {(kind, True)}
        self._ask_again(self.here)

    def until(self, kind: Kind, height: int = 0) -> int:
        """Go on until a player has come to such a step, at this height or beyond, and lacks their own entry: who."""
        while True:
            for player, of in enumerate(self.sessions):
                if of.log.kind is kind and of.log.height >= height and player in missing(of.log):
                    return player
            assert self._happen(), "no such step was open"

    def settle(self) -> None:
        """Deliver what is under way, and let no one answer."""
        self._stop = None, 0
        self.go_on()
        self._stop = None
        self._ask_again(self.here)

    def keep_alive(self) -> None:
        """Have all be silent until their keepalives, and go on."""
        self.now += KEEPALIVE
        for one, other in self._links:
            if not {one, other} & self.away:
                self._links[one, other].append(self.sessions[one].keepalive())
        self.go_on()

    def _happen(self) -> bool:
        """Where programs wait without a word, as when a quorum is away, nothing more happens after QUIET."""
        if self._asked or any(self._links.values()):
            self._quiet_since = self.now
        elif self.now - self._quiet_since >= QUIET:
            self._quiet_since = self.now
            return False
        return super()._happen()

    def _connect(self, pairs: Iterable[tuple[int, int]], *, connected: bool) -> None:
        for one, other in pairs:
            self._links[one, other].clear()
            of = self.sessions[one]
            self._take(one, of.connected(other, other) if connected else of.disconnected(other))

    def _answer(self, player: int, seat: int) -> None:
        log = self.sessions[player].log
        stops = self._stop is not None and self._stop[0] in (None, log.kind) and log.height >= self._stop[1]
        if player in self.away or stops:
            self._unanswered.append((player, seat))
        else:
            super()._answer(player, seat)

    def _ask_again(self, players: Iterable[int]) -> None:
        self._asked += [asked for asked in self._unanswered if asked[0] in players]
        self._unanswered = [asked for asked in self._unanswered if asked[0] not in players]


def missing(log: Log) -> set[int]:
    """The players without whose entries the open step is not complete."""
    return {log.holder(slot) for slot in log.missing()}


def agree_if_possible(table: Table, player: int, change: Change) -> bool:
    """Have a player agree to a change if it is possible; whether it is."""
    try:
        table.agree(change, [player])
    except Refused:
        return False
    return True


def statements_in(message: Message) -> Iterable[Statement]:
    """What is signed about the log in a message, with what it carries."""
    match message:
        case SignedEntry() | SignedAck():
            yield message
        case Promised(signed, _, secrets):
            yield signed
            yield from secrets
        case Proposed(proposal, promises):
            yield proposal
            yield from promises


def assert_honest(table: Table) -> None:
    """No one has signed what no honest player signs, and no one is said to have."""
    signed: list[dict[bytes, Statement]] = [{} for _ in table.sessions]
    for said in table.sent:
        for statement in (statement for message in said for statement in statements_in(message)):
            player = statements.author(table.charter, statement)
            if player is not None:
                signed[player].setdefault(statement.signature, statement)
    for player, of_person in enumerate(signed):
        assert table.of(player, Proven) == []
        found = list(of_person.values())
        for index, one in enumerate(found):
            for other in found[:index]:
                assert not statements.contradict(table.charter, one, other), (one, other)
