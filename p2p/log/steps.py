"""What a log consists of: its steps, what it knows at each of them, and why an entry is not taken.

A *step* is one unit of the log: the action of a Decision; the commitments, and then the openings, of a Simultaneous
node; the links of a Chance node. It is complete when every one of its *slots* has an entry.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from p2p.errors import TableError, Text
from p2p.game import Game
from p2p.log.evidence import Proposed
from p2p.log.keys import Keys
from p2p.log.statements import SignedEntry


class Kind(StrEnum):
    """What a step consists of. That of an epoch is never open: it stands in the log once it begins. At OVER is none."""

    ACTION = "action"
    COMMITMENTS = "commitments"
    OPENINGS = "openings"
    LINKS = "links"
    EPOCH = "epoch"
    OVER = "over"


SECRETS = (Kind.OPENINGS, Kind.LINKS)
"""Steps of secrets, each of which stays with its owner until everybody has acknowledged the log before it."""


class Step(NamedTuple):
    """A complete step, and L, S and the round after it.

    ``entries`` are in slot order; ``automatic`` has by seat what the autopilot answered; ``outcome`` is that of a
    Chance node, ``proposed`` the proposal with which an epoch begins.
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


class Commitments(NamedTuple):
    """The commitments by seat whose openings are due, the epoch and the step they were made in, and L after it."""

    by_seat: Mapping[int, bytes]
    epoch: bytes
    step: int
    log: bytes


class Refused(TableError):
    """An entry that was not taken; the message says why. By itself it blames nobody."""


class Repeated(Refused):
    """The entry is in the log already."""


class Forged(Refused):
    """The signature is not that of the entry's author."""


class Parted(Refused):
    """The author signed another L than ours: the logs part at or before this height."""


class StateDiffers(Refused):
    """The author signed our L with another S: a program fault, never cheating."""


class TwoVersions(Refused):
    """The author signed another version of an entry that we have, ``first``."""

    def __init__(self, first: SignedEntry) -> None:
        super().__init__(Text("two versions of an entry"))
        self.first = first


class Offence(Refused):
    """The author signed, upon our L and S, what the rules, his commitment or his chain do not allow."""


class Checkpoint(NamedTuple):
    """What the log knows after a step, besides its digests, so that an epoch can go back to it."""

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
    keys: Keys
