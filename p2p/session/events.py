"""What a session tells the program around it: messages to send, items to keep, and events to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from p2p.errors import Text
from p2p.log.changes import Change
from p2p.log.keys import NewKey
from p2p.log.proof import Proof
from p2p.log.steps import Step


@dataclass(frozen=True, slots=True)
class Send:
    """A message for each of these links."""

    links: tuple[int, ...]
    data: bytes


@dataclass(frozen=True, slots=True)
class Keep:
    """An item of the journal. Before anything else is sent, one's ``own`` is to be durable, and all before it."""

    data: bytes
    own: bool


@dataclass(frozen=True, slots=True)
class Signed:
    """A person's signature of the charter is in."""

    person: int


@dataclass(frozen=True, slots=True)
class Started:
    """Everybody has signed the charter: the game begins."""


@dataclass(frozen=True, slots=True)
class Returned:
    """This program, started again, has heard enough of the others to sign and to answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat of this program's person has to answer; the game's node says what.

    ``former`` is what it had answered before an epoch made that void, if it did.
    """

    seat: int
    former: str | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """A seat has answered in secret."""

    seat: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """A seat's secret answer is open."""

    seat: int
    answer: str


@dataclass(frozen=True, slots=True)
class Completed:
    """A step is complete, and the game has gone on by it."""

    step: Step


@dataclass(frozen=True, slots=True)
class CatchingUp:
    """Our log has this height, and one that somebody claims to have is fetched, a part of it after the other."""

    height: int
    goal: int


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """Nothing is fetched any more, and our log has this height: there is no more, or nobody to ask at the moment."""

    height: int


@dataclass(frozen=True, slots=True)
class Final:
    """A quorum has acknowledged the log up to this height; steps above it are tentative."""

    height: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Something came over a link and was not taken; it changed nothing and proves nothing."""

    link: int
    reason: str | Text


@dataclass(frozen=True, slots=True)
class Parted:
    """A person signed another log than ours at this height; the entries will show who signed two versions."""

    person: int
    height: int


@dataclass(frozen=True, slots=True)
class Faulted:
    """A person's program got another state than ours at a height of the same log: a program fault, never cheating.

    ``state`` is the encoding of our state now, for a report; it is that of ``height`` where our log ends there.
    """

    person: int
    height: int
    ours: bytes
    theirs: bytes
    state: bytes


@dataclass(frozen=True, slots=True)
class Differs:
    """A person holds to another log or state than ours, and nothing proves why; he cannot be played with."""

    person: int
    sentence: Text


@dataclass(frozen=True, slots=True)
class Requested:
    """A player asks for these changes now; for none any more if there are none."""

    person: int
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Claimed:
    """Somebody who has this key asks to be given a person's seat; whether it is that person, people find out."""

    person: int
    key: NewKey


@dataclass(frozen=True, slots=True)
class Rekeyed:
    """An epoch has given a player another key, or one that did is undone: what the one before signs counts no more."""

    person: int


@dataclass(frozen=True, slots=True)
class RolledBack:
    """An epoch begins below our height: these steps of our log count no more. The step of the epoch comes next."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Proven:
    """A person did what nobody honest does; the proof convinces anybody."""

    person: int
    proof: Proof
    sentence: Text


@dataclass(frozen=True, slots=True)
class Moved:
    """A person says something new of himself: with whom he is connected, where he can be dialled, or that he leaves."""

    person: int


@dataclass(frozen=True, slots=True)
class Reached:
    """Messages reach a person again, or for the first time, directly or through others."""

    person: int


@dataclass(frozen=True, slots=True)
class Missed:
    """Messages do not reach a person any more: nobody here is connected with him."""

    person: int


@dataclass(frozen=True, slots=True)
class Doubled:
    """Another program, on a copied profile, goes on saying things of this person with his key."""


@dataclass(frozen=True, slots=True)
class Overdue:
    """A person whom nobody reaches, or who has left, has been waited for long: shall the autopilot play for him?"""

    person: int


@dataclass(frozen=True, slots=True)
class Said:
    """A person said something to all, or to the person ``to`` alone; the text is fit for any terminal."""

    person: int
    to: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over and the closings of all who are still here are in; ``missing`` are the others."""

    winners: tuple[int, ...]
    victory: str
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game cannot go on; one sentence or two say why. The person is the one it names."""

    sentence: str
    person: int


Event: TypeAlias = (
    Signed
    | Started
    | Returned
    | Asked
    | Committed
    | Revealed
    | Completed
    | CatchingUp
    | CaughtUp
    | Final
    | Refused
    | Parted
    | Faulted
    | Differs
    | Requested
    | Claimed
    | Rekeyed
    | RolledBack
    | Proven
    | Moved
    | Reached
    | Missed
    | Doubled
    | Overdue
    | Said
    | Finished
    | Stopped
)

Output: TypeAlias = Send | Keep | Event
