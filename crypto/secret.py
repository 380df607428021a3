"""What objects that hold a secret have in common."""

from __future__ import annotations

from typing import NoReturn

from crypto.digest import SIZE, is_bytes32


class Secret:
    """Base of objects that hold a secret: they are never copied or pickled, and show none of it."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} holds a secret and is neither copied nor pickled")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: secret>"


def require_secret(value: bytes, what: str) -> None:
    """Refuse, by ValueError and without showing it, a secret that is not exactly 32 bytes."""
    if not is_bytes32(value):
        raise ValueError(f"{what} is exactly {SIZE} bytes")
