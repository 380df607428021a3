"""What one player keeps of a game, so that nothing that was sent is ever lost: the items of a journal, in order.

An item is one of these:

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
from typing import NamedTuple, Protocol, TypeAlias

from crypto import canonical
from p2p.errors import JournalError
from p2p.log.messages import KEPT, Message
from p2p.wire.codec import Codec, Count, Line, MessageError, Number, begins
from p2p.wire.frames import MAX_MESSAGE


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


Item: TypeAlias = Message | Answer | Back


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
