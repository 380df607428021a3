"""What one person keeps of a game, so that nothing that was sent is ever lost: the items of his journal, in order.

An item is a message, as it was taken or sent: charter signatures, entries, one's own acknowledgements, closings,
proofs, talk and one's own presence; or one's own answer in secret, which stands before the commitment to it. Nothing is
ever taken out again. What a person has signed is durable before anything is sent after it, and with it all that stands
before it in the journal, hence all that it vouches for.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, TypeAlias

from crypto import canonical
from crypto.canonical import Value
from crypto.errors import EncodingError
from p2p import messages, shapes
from p2p.errors import JournalError
from p2p.messages import Message, MessageError


class Answer(NamedTuple):
    """What a seat of one's own has answered in secret at a step of commitments."""

    step: int
    seat: int
    text: str


Item: TypeAlias = Message | Answer


class Progress(NamedTuple):
    """How far a game has come, for lists of games: ``awaited`` are the persons without whom it does not go on."""

    height: int
    round: int
    awaited: tuple[int, ...]
    is_finished: bool


class Journal(Protocol):
    """Where items go."""

    def append(self, item: bytes) -> None:
        """Take an item, to be made durable by the next ``commit`` together with all before it."""

    def commit(self, progress: Progress) -> None:
        """Make durable what was appended, all of it or none; raises JournalError."""


_WORD = "answer"
_HEAD = canonical.encode((_WORD,))[1:]


def encode_answer(answer: Answer) -> bytes:
    """The bytes of an item that is an answer in secret; those of a message are the message itself."""
    return canonical.encode((_WORD, *answer))


def decode_item(data: bytes) -> Item:
    """The item of these bytes; raises JournalError for anything else."""
    try:
        if data[1 : 1 + len(_HEAD)] != _HEAD:
            return messages.decode(data)
        value = canonical.decode(data)
    except (MessageError, EncodingError):
        value = None
    if shapes.fits(value, _is_word, shapes.positive, shapes.number, shapes.text):
        return Answer._make(value[1:])
    raise JournalError("The journal of the game has something in it that is no item of a journal.")


def _is_word(value: Value) -> bool:
    return value == _WORD
