"""The steps of a log: the complete ones, the open one, which entries may stand there, and why one is not taken.

A *step* is one unit of the log: the action of a Decision; the commitments, and then the openings, of a Simultaneous
node; the beacon values of a Chance node. It is complete once each of its *slots* has an entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import NamedTuple

from crypto.beacon import ChainVerifier
from crypto.commitment import opens
from crypto.digest import digest
from crypto.errors import BeaconError
from crypto.labels import Label
from crypto.uniform import uniform
from p2p.errors import TableError, Text
from p2p.game import Chance, Decision, Game, IllegalAction, Over, Simultaneous
from p2p.log import statements
from p2p.log.charter import Charter
from p2p.log.statements import Body, Entry, Proposed, SignedEntry


class Kind(StrEnum):
    """The kinds of steps. EPOCH and CHARTER are never open: they are complete at once. OVER has no step."""

    ACTION = "action"
    COMMITMENTS = "commitments"
    OPENINGS = "openings"
    BEACON = "beacon"
    EPOCH = "epoch"
    CHARTER = "charter"
    OVER = "over"


SECRETS = (Kind.OPENINGS, Kind.BEACON)
"""Steps of secrets. Each secret stays with its owner until all have acknowledged the log before it."""


class Step(NamedTuple):
    """A complete step, and L, S and the round after it.

    ``entries`` are in slot order. ``automatic`` has by seat the autopilot's answers. ``outcome`` is that of a Chance
    node. ``proposed`` is the proposal with which an epoch begins. ``signatures`` are those of the charter that held
    until here, if the step is another charter.
    """

    number: int
    kind: Kind
    entries: tuple[SignedEntry, ...]
    automatic: tuple[tuple[int, str], ...]
    outcome: tuple[int, ...] | None
    proposed: Proposed | None
    log: bytes
    state: bytes
    round: int
    signatures: tuple[bytes, ...] = ()


class Commitments(NamedTuple):
    """The commitments, by seat, whose openings are due; the epoch and step of the commitments, and L after it."""

    by_seat: Mapping[int, bytes]
    epoch: bytes
    step: int
    log: bytes


class Refused(TableError):
    """An entry was not taken; the message says why. This alone accuses no player."""


class Repeated(Refused):
    """The entry is in the log already."""


class Forged(Refused):
    """The signature is not that of the entry's author."""


class LogDiffers(Refused):
    """The author signed another L than ours: the logs diverge at or before this height."""


class StateDiffers(Refused):
    """The author signed our L with another S: a desync, so a program fault and never cheating."""


class TwoVersions(Refused):
    """The author signed another version of an entry that we have, ``first``."""

    def __init__(self, first: SignedEntry) -> None:
        super().__init__(Text("two versions of an entry"))
        self.first = first


class Offence(Refused):
    """The author signed, on our L and S, what the rules, the commitment or the chain don't allow."""


class Checkpoint(NamedTuple):
    """What the log knows after a step, besides its digests. An epoch can go back to it.

    ``start`` is the height at which the game of the charter began.
    """

    charter: Charter
    start: int
    game: Game
    term: int
    epoch: bytes
    kind: Kind
    attempts: int
    counts: tuple[int, ...]
    commitments: Commitments | None
    absent: frozenset[int]
    resigned: frozenset[int]
    barred: Mapping[int, int]
    agreed: bool
    away: frozenset[int]


# The open step

_DUE = {
    Kind.ACTION: Text("an action"),
    Kind.COMMITMENTS: Text("a commitment"),
    Kind.OPENINGS: Text("an opening"),
    Kind.BEACON: Text("a beacon value"),
}
_FITS: Mapping[Kind, Callable[[Body], bool]] = {
    Kind.ACTION: lambda body: type(body) is str,
    Kind.COMMITMENTS: lambda body: type(body) is bytes,
    Kind.OPENINGS: statements.is_opening,
    Kind.BEACON: statements.is_beacon_value,
}


@dataclass(frozen=True, slots=True)
class OpenStep:
    """The step after the last complete one.

    A *slot* is a seat, or a player if beacon values are due. ``counters`` has by slot the number of its entry among its
    player's entries. ``automatic`` has by seat the autopilot's answer. ``bounds`` are those of the dice.
    ``commitments`` are those whose openings are due.
    """

    charter: Charter
    kind: Kind
    slots: tuple[int, ...] = ()
    counters: Mapping[int, int] = field(default_factory=dict)
    automatic: dict[int, str] = field(default_factory=dict)
    bounds: tuple[int, ...] = ()
    commitments: Commitments | None = None
    given: dict[int, SignedEntry] = field(default_factory=dict)

    def holder(self, slot: int) -> int:
        """Return the player who fills a slot."""
        return slot if self.kind is Kind.BEACON else self.charter.seats[slot].player

    def missing(self) -> tuple[int, ...]:
        """Return the slots that have no entry yet."""
        return tuple([slot for slot in self.slots if slot not in self.given])

    def require(self, entry: Entry, player: int) -> None:
        """Raise Offence unless an entry of this player fits a slot: the right number and a body of the right kind."""
        slot = entry.seat
        if slot not in self.counters or self.holder(slot) != player:
            raise Offence("an entry where none was due")
        if entry.counter != self.counters[slot]:
            raise Offence("an entry with a wrong counter")
        if not _FITS[self.kind](entry.body):
            raise Offence("something else where {due} was due", due=_DUE[self.kind])

    def opens(self, entry: Entry) -> bool:
        """Return whether the opening in an entry matches its seat's commitment."""
        made, body = self.commitments, entry.body
        if made is None or not statements.is_opening(body):
            return False
        return opens(made.by_seat[entry.seat], self.charter.id, made.epoch, made.step, entry.seat, *body)

    def ids(self, term: int, epoch: bytes, number: int) -> tuple[bytes, ...]:
        """Return the ids of the entries and of the autopilot's answers, in slot order."""
        if not self.automatic:
            return tuple([self.given[slot].id for slot in self.slots])
        ids = {seat: signed.id for seat, signed in self.given.items()}
        for seat, answer in self.automatic.items():
            ids[seat] = digest(Label.AUTOPILOT_ANSWER, term, epoch, number, seat, answer)
        return tuple([ids[slot] for slot in sorted(ids)])


def open_step(
    charter: Charter,
    game: Game,
    commitments: Commitments | None,
    away: Collection[int],
    throwers: Callable[[], tuple[int, ...]],
    counts: Sequence[int],
    head: bytes,
) -> OpenStep:
    """Return the step that a game asks for at its node.

    ``commitments`` are those that wait for their openings. The autopilot answers for players who are ``away``. Its
    randomness comes from a log that no player knew when they committed, otherwise from the ``head``. ``throwers`` throw
    the dice. ``counts`` has by player the number of their entries in the log.
    """
    bounds: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()
    match game.node:
        case Decision(seat):
            kind, asked = Kind.ACTION, (seat,)
        case Simultaneous(seats):
            kind, asked = Kind.COMMITMENTS if commitments is None else Kind.OPENINGS, seats
        case Chance(bounds):
            kind, asked = Kind.BEACON, throwers()
        case Over():
            kind = Kind.OVER
    slots = asked
    if away and kind is not Kind.BEACON:
        slots = tuple(slot for slot in asked if charter.seats[slot].player not in away)
    if commitments is not None:
        slots = tuple(slot for slot in slots if slot in commitments.by_seat)
    automatic: dict[int, str] = {}
    if len(slots) < len(asked) and kind is not Kind.COMMITMENTS:
        log = head if commitments is None else commitments.log
        automatic = {slot: _autopilot(game, slot, log) for slot in asked if slot not in slots}
    step = OpenStep(charter, kind, slots)
    counters: dict[int, int] = {}
    ranks: dict[int, int] = {}
    for slot in slots:
        player = step.holder(slot)
        ranks[player] = ranks.get(player, 0) + 1
        counters[slot] = counts[player] + ranks[player]
    return OpenStep(charter, kind, slots, counters, automatic, bounds, commitments)


def _autopilot(game: Game, seat: int, log: bytes) -> str:
    """Return the autopilot's answer for a seat."""
    drawn = count()

    def below(bound: int) -> int:
        return uniform(digest(Label.AUTOPILOT_CHANCE, log, seat, next(drawn)), (bound,))[0]

    return game.autopilot(seat, below)


class Judge:
    """Judges the entries of one log; ``chains`` has by tip the furthest beacon value that is known of a chain.

    The game and the chains change only with ``apply``, and only if everything is right. So nothing is checked twice,
    and a refused entry leaves no trace.
    """

    def __init__(self) -> None:
        self._chains: dict[bytes, ChainVerifier] = {}

    def judge(self, entry: Entry, step: OpenStep, game: Game, tip: bytes, attempt: int, *, apply: bool) -> None:
        """Raise Offence unless an entry of the player whose chain has this tip may stand in the open step.

        ``attempt`` is the number of the next attempt at dice. With ``apply`` the game takes an action, and the chain a
        value.
        """
        body = entry.body
        if type(body) is str:
            _judge_action(game, entry.seat, body, apply=apply)
        elif statements.is_opening(body):
            _judge_opening(game, step, entry, body[1])
        elif statements.is_beacon_value(body):
            self._judge_beacon_value(tip, attempt, *body, apply=apply)

    def _judge_beacon_value(self, tip: bytes, attempt: int, index: int, value: bytes, *, apply: bool) -> None:
        if index != attempt:
            raise Offence("a beacon value of a wrong index")
        known = self._chains.setdefault(tip, ChainVerifier(tip))
        chain = known if apply else copy(known)
        try:
            chain.verify(index, value)
        except BeaconError:
            raise Offence("a beacon value that is not of the player's chain") from None


def _judge_action(game: Game, seat: int, action: str, *, apply: bool) -> None:
    try:
        if apply:
            game.act(action)
        else:
            game.check(seat, action)
    except IllegalAction as illegal:
        raise Offence("an illegal action ({refusal})", refusal=illegal) from None


def _judge_opening(game: Game, step: OpenStep, entry: Entry, answer: str) -> None:
    if not step.opens(entry):
        raise Offence("an opening that is not what was committed to")
    try:
        game.check(entry.seat, answer)
    except IllegalAction as illegal:
        raise Offence("an illegal answer in secret ({refusal})", refusal=illegal) from None
