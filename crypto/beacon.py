"""The beacon: hash chains that make dice which no player can foresee or steer.

Each player draws a seed and hashes it `LENGTH` times. The result, the *tip*, is in the charter. Each Chance step
reveals the next value, backwards: it can't be computed from the earlier values, but everyone can hash it forward to
them (Lamport, "Password authentication with insecure communication", 1981). A chain serves one charter only.
"""

from __future__ import annotations

import hashlib
import hmac
from itertools import pairwise
from typing import Final

from crypto.digest import SIZE, digest, is_bytes32, labelled
from crypto.errors import BeaconError
from crypto.labels import Label
from crypto.secret import Secret, require_secret

LENGTH = 2**20
"""The number of values of a chain: far more than a game has Chance steps."""

_SPACING = 1024
"""The number of values between two stored checkpoints, which limits the hashes needed to find a value."""

# All values have the same length, so the encoding of (LINK, value) is a prefix, hashed here, and then the value.
_BEGUN = hashlib.sha256(labelled(Label.LINK, (bytes(SIZE),))[:-SIZE])


class Chain(Secret):
    """A player's own chain. It takes about a second to compute and 32 KiB to keep."""

    __slots__ = ("_checkpoints", "tip")

    tip: Final[bytes]
    """The public end of the chain, 32 bytes: the seed hashed `LENGTH` times."""

    def __init__(self, seed: bytes) -> None:
        """Compute the chain of 32 fresh random bytes; raise ValueError for any other length.

        The seed itself is the last value of the chain, so it may become public. Don't use it for anything else.
        """
        require_secret(seed, "A chain's seed")
        value = seed
        checkpoints = [value]
        for _ in range(LENGTH // _SPACING):
            value = _forward(value, _SPACING)
            checkpoints.append(value)
        self._checkpoints = tuple(checkpoints)
        self.tip = value

    @classmethod
    def from_checkpoints(cls, checkpoints: bytes) -> Chain:
        """Restore a chain from the bytes that ``checkpoints`` returned; raise ValueError for another number of bytes.

        Nothing is computed or checked here. Changed bytes make a chain whose values every peer refuses.
        """
        size = SIZE * (LENGTH // _SPACING + 1)
        if type(checkpoints) is not bytes or len(checkpoints) != size:
            raise ValueError(f"the checkpoints of a chain are exactly {size} bytes")
        chain = object.__new__(cls)
        chain._checkpoints = tuple(checkpoints[at : at + SIZE] for at in range(0, size, SIZE))
        chain.tip = chain._checkpoints[-1]  # type: ignore[misc]
        return chain

    def checkpoints(self) -> bytes:
        """Return the whole chain, 32,800 bytes. Only its owner's store may keep them."""
        return b"".join(self._checkpoints)

    def value(self, index: int) -> bytes:
        """Return the value, 32 bytes, that hashes `index` times to the tip: 0 is the tip, `LENGTH` the seed.

        Raises BeaconError if the chain has no such value.
        """
        if not 0 <= index <= LENGTH:
            raise BeaconError(f"A chain has values 0 to {LENGTH}, and no value {index}.")
        checkpoint, steps = divmod(LENGTH - index, _SPACING)
        return _forward(self._checkpoints[checkpoint], steps)


class ChainVerifier:
    """What we know of another player's chain: the furthest value verified, which at first is the tip.

    `copy.copy` returns an independent verifier, to try a continuation of the log.
    """

    __slots__ = ("_index", "_value")

    def __init__(self, tip: bytes) -> None:
        """Begin at a tip of 32 bytes; raise BeaconError for any other length."""
        _check_value(tip)
        self._index = 0
        self._value = tip

    @property
    def index(self) -> int:
        """Return the index of the furthest value verified; 0 for the tip."""
        return self._index

    def verify(self, index: int, value: bytes) -> None:
        """Accept the value at an index from 1 to `LENGTH`; raise BeaconError and change nothing for any other value.

        A value beyond the furthest known one is hashed forward to it and remembered. An earlier one, which came late,
        is compared with the hash of the known one. Both take one hash for each step in between, so pass the index that
        the log demands, never one that the sender chose.
        """
        _check_value(value)
        if type(index) is not int or not 1 <= index <= LENGTH:
            raise BeaconError(f"The index of a value is an integer from 1 to {LENGTH}.")
        later, earlier = (value, self._value) if index >= self._index else (self._value, value)
        if not hmac.compare_digest(_forward(later, abs(index - self._index)), earlier):
            raise BeaconError(f"This is not value {index} of the chain whose tip stands in the charter.")
        if index > self._index:
            self._index, self._value = index, value

    def __repr__(self) -> str:
        return f"<ChainVerifier at {self._index}>"


def chance_seed(game: bytes, epoch: bytes, step: int, log: bytes, values: tuple[tuple[int, bytes], ...]) -> bytes:
    """Return the seed, 32 bytes, of a Chance step: ``digest(SEED, game, epoch, step, log, values)``.

    `log` is the digest of the log before the step. `values` are (player, value) pairs in rising order, one for each
    player present. They are hashed together, not XORed: with XOR, a chain made after another one was seen could cancel
    that one out. Raises BeaconError if there are no values, or if they are out of order or not 32 bytes long, and
    EncodingError if a field has no encoding.
    """
    if not values:
        raise BeaconError("A chance seed needs the value of at least one player.")
    for _, value in values:
        _check_value(value)
    players = [player for player, _ in values]
    if any(type(player) is not int for player in players) or any(a >= b for a, b in pairwise(players)):
        raise BeaconError("The values of a chance seed stand in rising order of players, one of each.")
    return digest(Label.SEED, game, epoch, step, log, values)


def _check_value(value: bytes) -> None:
    if not is_bytes32(value):
        raise BeaconError(f"A value has exactly {SIZE} bytes.")


def _forward(value: bytes, steps: int) -> bytes:
    """Hash towards the tip: repeat ``digest(LINK, value)``. Written out because a chain needs a million of them."""
    begun = _BEGUN.copy
    for _ in range(steps):
        link = begun()
        link.update(value)
        value = link.digest()
    return value
