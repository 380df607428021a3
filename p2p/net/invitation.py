"""Invitations: one string to copy that holds all that a guest needs, ``mare://join/…`` or ``mare://watch/…``.

In the network of the table itself the secret is enough, as twelve words that can be said aloud (see `crypto.words`).

In the string, what follows the last slash is base64url (RFC 4648, section 5, unpadded) of these bytes:

    1   the format, `FORMAT`
    2   how many bytes the array has, big-endian
    4   the first bytes of digest(INVITATION, kind, array)
    …   the array, canonically encoded: [secret, key, [[host, port], …]]

So a string that was cut or mistyped is told apart from one that is right, and from one of another release.
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
from p2p.wire.codec import Codec, Limits, MessageError
from p2p.wire.schema import Key

Kind: TypeAlias = Literal["table", "watch"]

FORMAT = 1

MAX_TEXT = 4096
"""Characters of an invitation, more than the longest has."""

_WORDS: dict[Kind, str] = {"table": "join", "watch": "watch"}
_BASE64URL = re.compile(r"[A-Za-z0-9_-]*", re.ASCII)
_HEAD = 3
_CHECKSUM = 4


class InvitationError(TableError):
    """A text that is no invitation; the message is one sentence that says what to do."""


@dataclass(frozen=True)
class Invitation:
    """To sit down at a table, or only to watch there. Whoever has it may come: shown to nobody but who is meant."""

    kind: Kind
    secret: TableSecret
    """The table's, or that of those who watch it."""
    key: PublicKey | None
    """Whom to find at the addresses; None where the invitation does not say."""
    addresses: tuple[Address, ...]
    """At most `MAX_ADDRESSES`, the likeliest first; none where the table is to be found in the network."""

    def words(self) -> str:
        """The secret alone, in the twelve words with which somebody finds the table in his own network."""
        return to_words(self.secret.reveal())

    def text(self) -> str:
        """The string that is copied."""
        array = _CONTENTS.encode(_Contents(self.secret.reveal(), self.key, self.addresses))
        head = bytes([FORMAT]) + len(array).to_bytes(_HEAD - 1, "big")
        return f"mare://{_WORDS[self.kind]}/{_body(head + _checksum(self.kind, array) + array)}"


def _is_spelled(address: Address) -> bool:
    """Whether an address is spelled in its one way."""
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


def parse(text: str) -> Invitation:
    """The invitation that a person has pasted, line breaks and all, or typed as words; raises InvitationError.

    Words are the secret of a table, without a key and addresses: whose table it is, the network has to say.
    """
    joined = "".join(text[:MAX_TEXT].split()).strip("<>\"'`,.;")
    for kind, word in _WORDS.items():
        begin = f"mare://{word}/"
        if joined[: len(begin)].lower() == begin:
            return _read(kind, joined[len(begin) :])
    if len(text.split()) > 1 and "://" not in text:
        return _spoken(text[:MAX_TEXT])
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
            "compare `mare --version` with whoever sent it."
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
            "This invitation is damaged: its checksum does not fit, so a character is another; copy it once more."
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
    whole = body if len(body) % 4 != 1 else body[:-1]  # six bits are no byte; what they stood for is missed anyway
    return base64.urlsafe_b64decode(whole + "=" * (-len(whole) % 4))


def _checksum(kind: Kind, array: bytes) -> bytes:
    return digest(Label.INVITATION, kind, array)[:_CHECKSUM]
