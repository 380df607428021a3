"""What one person keeps of a game, so that nothing that was sent is ever lost: the items of his journal, in order.

An item is a message, as it was taken or sent: charter signatures, entries, proposals that were entered, one's own
acknowledgements, closings, requests and promises, proofs, talk and one's own presence; or one's own answer in secret,
which stands before the commitment to it; or where an epoch has left the log for another one. Old talk, and those of
one's own requests, promises and presences that are not the newest, lapse; nothing else is ever taken out again.
What a person has signed is durable before anything is sent after it, and with it all that stands before it in the
journal, hence all that it vouches for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import NamedTuple, Protocol, TypeAlias

from crypto import canonical
from p2p.errors import JournalError
from p2p.log.messages import Message
from p2p.log.talk import KEPT
from p2p.wire.codec import Codec, MessageError, begins
from p2p.wire.frames import MAX_MESSAGE
from p2p.wire.schema import Count, Line, Number


@begins("answer")
class Answer(NamedTuple):
    """What a seat of one's own has answered in secret at a step of commitments."""

    step: Count
    seat: Number
    text: Line


@begins("back")
class Back(NamedTuple):
    """A new epoch stands on another log, which is ours up to this height; what follows are its entries."""

    height: Number


Item: TypeAlias = Message | Answer | Back


class Progress(NamedTuple):
    """How far a game has come, for lists of games: ``awaited`` are the persons without whom it does not go on.

    ``is_agreed`` says of one that is finished that all have agreed to end it.
    """

    height: int
    round: int
    awaited: tuple[int, ...]
    is_finished: bool
    is_agreed: bool = False


class Journal(Protocol):
    """Where items go."""

    def append(self, item: bytes) -> None:
        """Take an item, to be made durable by the next ``commit`` together with all before it."""

    def commit(self, progress: Progress) -> None:
        """Make durable what was appended, all of it or none; raises JournalError."""


_ITEMS: Codec[Item] = Codec(Item, MAX_MESSAGE)

_NEWEST = {"talk": KEPT, "request": 1, "promised": 1, "presence": 1}
_MOST: Mapping[bytes, int] = {canonical.encode((word,))[1:]: most for word, most in _NEWEST.items()}
"""By the beginning of its encoding, behind the length: how many of an item each person has; the newest count."""


class Lapses:
    """Which items lapse as others are added, so that no player's talk and requests fill the disk."""

    def __init__(self) -> None:
        self._numbers: dict[bytes, deque[int]] = {}

    def add(self, number: int, item: bytes) -> int | None:
        """Take an item with its number; return the number of the item that lapses by it, if any."""
        for head, most in _MOST.items():
            if item.startswith(head, 1):
                # The person follows, a small number in one byte.
                numbers = self._numbers.setdefault(item[: len(head) + 2], deque())
                numbers.append(number)
                return numbers.popleft() if len(numbers) > most else None
        return None


encode_item = _ITEMS.encode
"""The bytes of an item; those of a message are the message itself."""


def decode_item(data: bytes) -> Item:
    """The item of these bytes; raises JournalError for anything else."""
    try:
        return _ITEMS.decode(data)
    except MessageError:
        raise JournalError("The journal of the game has something in it that is no item of a journal.") from None
