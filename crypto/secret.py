"""The base class and the length check of secrets."""

from __future__ import annotations

from typing import NoReturn

from crypto.digest import SIZE, is_bytes32


class Secret:
    """Base of objects that hold a secret: they can't be copied or pickled, and their repr hides it."""

    __slots__ = ()

    def __reduce__(self) -> NoReturn:
        raise TypeError(f"{type(self).__name__} holds a secret and is neither copied nor pickled")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: secret>"


def require_secret(value: bytes, what: str) -> None:
    """Raise ValueError, without showing the secret, if it is not exactly 32 bytes."""
    if not is_bytes32(value):
        raise ValueError(f"{what} is exactly {SIZE} bytes")
