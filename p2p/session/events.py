"""What a session tells the program around it: messages to send, items to keep, and events to show.

An item of the journal is one of these:

- a message, as it was taken or sent: charter signatures, entries, proposals that were entered, our own
  acknowledgements, closings, requests, promises and presences, proofs, talk;
- our own secret answer, which comes before its commitment;
- the height above which other steps, which follow, replace ours.

Old talk lapses, and so do all but the newest of our own requests, promises and presences. Nothing else is ever removed.
Everything that a player signs is durable before anything is sent after it. So are all earlier items, and with them all
that the signature attests.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

from crypto import canonical
from p2p.errors import JournalError, Text
from p2p.log.messages import KEPT, Message, TalkBody
from p2p.log.statements import Change, Proof
from p2p.log.steps import Step
from p2p.wire.codec import Codec, Count, Line, MessageError, Number, begins
from p2p.wire.frames import MAX_MESSAGE


@dataclass(frozen=True, slots=True)
class Send:
    """A message for each of these links."""

    links: tuple[int, ...]
    data: bytes


@dataclass(frozen=True, slots=True)
class Keep:
    """An item of the journal. If ``own`` is true, this item and all earlier ones must be on disk before anything is
    sent.
    """

    data: bytes
    own: bool


@dataclass(frozen=True, slots=True)
class Signed:
    """A player's signature of the charter is in."""

    player: int


@dataclass(frozen=True, slots=True)
class Started:
    """All players have signed the charter: the game begins."""


@dataclass(frozen=True, slots=True)
class Returned:
    """After a restart, this program has heard enough of the others to sign and to answer."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A seat of this program's player must answer; the game's node says what.

    ``former`` is its previous answer, if an epoch made that void.
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
    """A step is complete, and the game has moved on."""

    step: Step


@dataclass(frozen=True, slots=True)
class CatchingUp:
    """Our log has this height, and we fetch, part by part, the height that another player claims to have."""

    height: int
    goal: int


@dataclass(frozen=True, slots=True)
class CaughtUp:
    """Nothing is being fetched, and our log has this height: there is no more, or no peer to ask at the moment."""

    height: int


@dataclass(frozen=True, slots=True)
class Final:
    """A quorum has acknowledged the log up to this height; steps above it are tentative."""

    height: int


@dataclass(frozen=True, slots=True)
class MessageRefused:
    """A message that came over a link was not taken; it changed nothing and proves nothing."""

    link: int
    reason: str | Text


@dataclass(frozen=True, slots=True)
class Diverged:
    """A player signed another log than ours at this height; the entries will show who signed two versions."""

    player: int
    height: int


@dataclass(frozen=True, slots=True)
class Desync:
    """A desync: a player's program got another state than ours from the same log. A program fault, never cheating.

    ``state`` is the encoding of our state now, for a report; if our log ends at ``height``, it is the state there.
    """

    player: int
    height: int
    ours: bytes
    theirs: bytes
    state: bytes


@dataclass(frozen=True, slots=True)
class Differs:
    """A player has another log or state than ours, and nothing proves why; we can't play with them."""

    player: int
    sentence: Text


@dataclass(frozen=True, slots=True)
class Requested:
    """A player requests these changes now, and no others."""

    player: int
    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class RolledBack:
    """An epoch begins below our height: these steps of our log no longer count. The step of the epoch comes next."""

    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Proven:
    """A player did what no honest player does; the proof convinces every peer."""

    player: int
    proof: Proof
    sentence: Text


@dataclass(frozen=True, slots=True)
class Moved:
    """A player's presence is new: with whom they are connected, where they can be dialled, or that they leave."""

    player: int


@dataclass(frozen=True, slots=True)
class Reached:
    """Messages reach a player again, or for the first time, directly or through others."""

    player: int


@dataclass(frozen=True, slots=True)
class Missed:
    """Messages no longer reach a player: no player here is connected with them."""

    player: int


@dataclass(frozen=True, slots=True)
class Doubled:
    """Another program, on a copied profile, keeps sending presences signed with this player's key."""


@dataclass(frozen=True, slots=True)
class Overdue:
    """A player who is unreachable or has left has been waited for long: should the autopilot play for them?"""

    player: int


@dataclass(frozen=True, slots=True)
class Said:
    """A player sent a message to all, or to the player ``to`` alone; the text is safe for any terminal."""

    player: int
    to: int | None
    text: str


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over and all who are still here have closed it; ``missing`` are the others."""

    winners: tuple[int, ...]
    victory: str
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game can't go on; one or two sentences say why. ``player`` is the one they name.

    ``is_proven`` says that a proof shows what that player did, so the others can go on without them.
    """

    sentence: str | Text
    player: int
    is_proven: bool = False


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
    | MessageRefused
    | Diverged
    | Desync
    | Differs
    | Requested
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


@begins("answer")
class Answer(NamedTuple):
    """The secret answer of one of our own seats at a step of commitments."""

    step: Count
    seat: Number
    text: Line


@begins("back")
class Back(NamedTuple):
    """The steps that follow replace ours above this height."""

    height: Number


@begins("whisper")
class Whisper(NamedTuple):
    """What our talk of this number says, in UTF-8: it was sealed for another player."""

    counter: Count
    body: TalkBody


Item: TypeAlias = Message | Answer | Back | Whisper


class Progress(NamedTuple):
    """How far a game has come, for lists of games.

    ``awaited`` are the players without whom it can't go on; of a finished game, those who have not closed it.
    ``is_agreed`` says of a finished game that all players agreed to end it, ``is_proven`` of an unfinished one that a
    proof against a player has stopped it.
    """

    height: int
    round: int
    awaited: tuple[int, ...]
    is_finished: bool
    is_agreed: bool = False
    is_proven: bool = False


class Journal(Protocol):
    """Where items go."""

    def append(self, item: bytes) -> None:
        """Take an item; the next ``commit`` makes it and all earlier ones durable."""

    def commit(self, progress: Progress) -> None:
        """Make durable what was appended, all of it or none; raise JournalError if that fails."""


_ITEMS: Codec[Item] = Codec(Item, MAX_MESSAGE)

_NEWEST = {"talk": KEPT, "request": 1, "promised": 1, "presence": 1}
_MOST: Mapping[bytes, int] = {canonical.encode((word,))[1:]: most for word, most in _NEWEST.items()}
"""How many items of a kind each player has; the newest count. The key is the start of the encoding after the length."""


class Lapses:
    """Finds which items lapse as others are added, so that no player's talk and requests fill the disk."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, deque[int]] = {}

    def add(self, number: int, item: bytes) -> int | None:
        """Take an item with its number; return the number of the item that lapses, if any."""
        for head, most in _MOST.items():
            if item.startswith(head, 1):
                # The player follows, a small number in one byte.
                numbers = self._numbers.setdefault(item[: len(head) + 2], deque())
                numbers.append(number)
                return numbers.popleft() if len(numbers) > most else None
        return None


encode_item = _ITEMS.encode
"""Return the bytes of an item; those of a message are the message itself."""


def decode_item(data: bytes) -> Item:
    """Return the item of these bytes; raise JournalError for any others."""
    try:
        return _ITEMS.decode(data)
    except MessageError:
        raise JournalError("The journal of the game has something in it that is no item of a journal.") from None
