"""The envelope of what a player signs: the player, the content, and the signature."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from crypto.canonical import Value
from crypto.identity import Identity
from crypto.labels import Label
from p2p.log.charter import Charter
from p2p.wire.codec import Number, Signature, begins, value


class Content(Protocol):
    """What is signed names its game, so that it counts in no other."""

    @property
    def game(self) -> bytes:
        """Return the id of the game."""


C = TypeVar("C", bound=Content)
T = TypeVar("T")

_LABELS: dict[type, Label] = {}


class Envelope(NamedTuple, Generic[C]):
    """A content and its player's signature; each kind of content has a subclass of its own, made by `signed_as`."""

    player: Number
    content: C
    signature: Signature

    @classmethod
    def by(cls, identity: Identity, player: int, content: C) -> Self:
        """Return a content signed by its player."""
        signature = identity.sign(_LABELS[cls], *cls.fields(content))
        return cls(player, content, signature)

    @classmethod
    def fields(cls, content: C) -> tuple[Value, ...]:
        """Return the fields of a content that the signature covers, after the label."""
        return value(content)

    def is_signed(self, charter: Charter) -> bool:
        """Return whether it bears the signature of its player's key."""
        key = charter.players[self.player].key
        return key.has_signed(self.signature, _LABELS[type(self)], *self.fields(self.content))


def signed_as(word: str, label: Label) -> Callable[[type[T]], type[T]]:
    """Give an envelope the word with which its message begins, and the label of its signature."""

    def mark(kind: type[T]) -> type[T]:
        _LABELS[kind] = label
        return begins(word)(kind)

    return mark
