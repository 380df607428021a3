"""Invitations: one string to copy that holds all that a guest needs, ``mare://join/…`` or ``mare://watch/…``.

In the local network of the table the secret is enough, as twelve words that you can say aloud (see `crypto.words`).

In the string, after the last slash, is the base64url form (RFC 4648, section 5, unpadded) of these bytes:

    1   the format, `FORMAT`
    2   how many bytes the array has, big-endian
    4   the first bytes of digest(INVITATION, kind, array)
    …   the array, canonically encoded: [secret, key, [[host, port], …]]

So a string that was cut short or mistyped, or that another release made, is recognized.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple, TypeAlias

from crypto.digest import digest
from crypto.errors import WordsError
from crypto.identity import PublicKey
from crypto.labels import Label
from crypto.words import from_words, to_words
from p2p.errors import TableError
from p2p.net.address import MAX_ADDRESSES, Address, AddressError
from p2p.net.tls import SECRET_SIZE, TableSecret
from p2p.wire.codec import Codec, Key, Limits, MessageError

Kind: TypeAlias = Literal["table", "watch"]

FORMAT = 1

MAX_INVITATION = 4096
"""The most characters of a text to read; the longest invitation has fewer."""

_WORDS: dict[Kind, str] = {"table": "join", "watch": "watch"}
_BASE64URL = re.compile(r"[A-Za-z0-9_-]*", re.ASCII)
_HEAD = 3
_CHECKSUM = 4


class InvitationError(TableError):
    """A text is no invitation; the message is one sentence that says what to do."""


@dataclass(frozen=True)
class Invitation:
    """An invitation to join a table, or only to watch there. Everyone who has it may come, so
    show it only to the invited.
    """

    kind: Kind
    secret: TableSecret
    """The secret of the table, or of its spectators."""
    key: PublicKey | None
    """The key of the player at these addresses; None if the invitation doesn't say."""
    addresses: tuple[Address, ...]
    """At most `MAX_ADDRESSES`, the likeliest first; empty if the table must be found in the local network."""

    def words(self) -> str:
        """Return only the secret, as twelve words with which you can find the table in its local network."""
        return to_words(self.secret.reveal())

    def text(self) -> str:
        """Return the string to copy."""
        array = _CONTENTS.encode(_Contents(self.secret.reveal(), self.key, self.addresses))
        head = bytes([FORMAT]) + len(array).to_bytes(_HEAD - 1, "big")
        return f"mare://{_WORDS[self.kind]}/{_body(head + _checksum(self.kind, array) + array)}"


def _is_spelled(address: Address) -> bool:
    """Return whether an address has its canonical spelling."""
    try:
        return Address.of(*address) == address
    except AddressError:
        return False


class _Contents(NamedTuple):
    """The array of an invitation."""

    secret: Annotated[bytes, Limits(SECRET_SIZE, SECRET_SIZE)]
    key: Key | None
    addresses: Annotated[tuple[Annotated[Address, _is_spelled], ...], Limits(0, MAX_ADDRESSES)]


_CONTENTS: Codec[_Contents] = Codec(_Contents)


def parse_invitation(text: str) -> Invitation:
    """Return the invitation in a pasted text, with or without line breaks, or in typed words; raise InvitationError.

    Words give only the secret of a table, without key and addresses; the local network tells whose table it is.
    """
    joined = "".join(text[:MAX_INVITATION].split()).strip("<>\"'`,.;")
    for kind, word in _WORDS.items():
        begin = f"mare://{word}/"
        if joined[: len(begin)].lower() == begin:
            return _read(kind, joined[len(begin) :])
    if len(text.split()) > 1 and "://" not in text:
        return _spoken(text[:MAX_INVITATION])
    raise InvitationError("This is no invitation: one begins with mare://join/ or mare://watch/, or is twelve words.")


def _spoken(text: str) -> Invitation:
    try:
        return Invitation("table", TableSecret(from_words(text)), None, ())
    except WordsError as error:
        raise InvitationError(error.template, **error.fields) from None


def _read(kind: Kind, body: str) -> Invitation:
    data = _bytes(body)
    if data[:1] != bytes([FORMAT]):
        raise InvitationError(
            "This invitation was made by another release of mare, or its beginning is mistyped; copy it once more, and "
            "compare `mare --version` with the sender."
        )
    size = int.from_bytes(data[1:_HEAD], "big")
    checksum, array = data[_HEAD : _HEAD + _CHECKSUM], data[_HEAD + _CHECKSUM :]
    if len(array) < size:
        raise InvitationError(
            "Characters of this invitation are missing, at its end or in the middle; copy all of it once more."
        )
    if len(array) > size:
        raise InvitationError(
            "This invitation has characters too many, at its end or in the middle; copy it once more, and it alone."
        )
    if checksum != _checksum(kind, array) or _body(data) != body:
        raise InvitationError(
            "This invitation is damaged: its checksum does not fit, so at least one character is wrong; copy it again."
        )
    try:
        secret, key, addresses = _CONTENTS.decode(array)
    except MessageError:
        raise InvitationError("This invitation holds something else than an invitation; ask for a new one.") from None
    return Invitation(kind, TableSecret(secret), key, addresses)


def _body(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def _bytes(body: str) -> bytes:
    if not _BASE64URL.fullmatch(body):
        raise InvitationError("This invitation has a character that belongs to none; copy all of it, and it alone.")
    whole = (
        body if len(body) % 4 != 1 else body[:-1]
    )  # six bits are no byte, and the checksum notices the lost character
    return base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4))


def _checksum(kind: Kind, array: bytes) -> bytes:
    return digest(Label.INVITATION, kind, array)[:_CHECKSUM]
