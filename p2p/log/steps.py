"""The parts of a log: its steps, what it knows at each of them, and why an entry is not taken.

A *step* is one unit of the log: the action of a Decision; the commitments, and then the openings, of a Simultaneous
node; the beacon values of a Chance node. It is complete once each of its *slots* has an entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from p2p.errors import TableError, Text
from p2p.game import Game
from p2p.log.charter import Charter
from p2p.log.statements import Proposed, SignedEntry


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
