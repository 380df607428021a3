"""The beacon: hash chains whose links, one of every person, make dice that nobody can foresee or steer.

A person draws a seed and hashes it `LENGTH` times; the result, the *tip*, stands in the charter. Each Chance step
reveals the next link backwards: nobody can compute it from the earlier ones, anybody can hash it forward to them
(Lamport, "Password authentication with insecure communication", 1981). A chain serves one charter, never a second.
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
"""The links of a chain: far more than a game has Chance steps."""

_SPACING = 1024
"""Links from one remembered link to the next: the most that are hashed to find one."""

# The encoding of (LINK, link) is this followed by the link, because all links have the same length.
_PREFIX = labelled(Label.LINK, (bytes(SIZE),))[:-SIZE]


class Chain(Secret):
    """A person's own chain. It takes about a second to compute, and 32 KiB to keep."""

    __slots__ = ("_checkpoints", "tip")

    tip: Final[bytes]
    """The public end of the chain, 32 bytes: the seed hashed `LENGTH` times."""

    def __init__(self, seed: bytes) -> None:
        """Compute the chain of 32 fresh random bytes; raises ValueError for any other length.

        The seed itself is the chain's last link, hence public at the end: it must have no other use.
        """
        require_secret(seed, "A chain's seed")
        link = seed
        checkpoints = [link]
        for _ in range(LENGTH // _SPACING):
            link = _forward(link, _SPACING)
            checkpoints.append(link)
        self._checkpoints = tuple(checkpoints)
        self.tip = link

    @classmethod
    def from_checkpoints(cls, checkpoints: bytes) -> Chain:
        """The chain of which ``checkpoints`` were kept, at once; raises ValueError for another number of bytes.

        Nothing is computed, so bytes that were changed make a chain whose links nobody accepts.
        """
        size = SIZE * (LENGTH // _SPACING + 1)
        if type(checkpoints) is not bytes or len(checkpoints) != size:
            raise ValueError(f"the checkpoints of a chain are exactly {size} bytes")
        chain = object.__new__(cls)
        chain._checkpoints = tuple(checkpoints[at : at + SIZE] for at in range(0, size, SIZE))
        chain.tip = chain._checkpoints[-1]  # type: ignore[misc]
        return chain

    def checkpoints(self) -> bytes:
        """All that there is of the chain, 32,800 bytes, for the store of its owner and nothing else."""
        return b"".join(self._checkpoints)

    def link(self, index: int) -> bytes:
        """The link, 32 bytes, that hashes `index` times to the tip: 0 is the tip, `LENGTH` the seed.

        Raises BeaconError where the chain has no such link.
        """
        if not 0 <= index <= LENGTH:
            raise BeaconError(f"A chain has links 0 to {LENGTH}, and no link {index}.")
        checkpoint, steps = divmod(LENGTH - index, _SPACING)
        return _forward(self._checkpoints[checkpoint], steps)


class LinkVerifier:
    """What is known of another person's chain: its tip, then the furthest link verified.

    `copy.copy` gives an independent verifier, for trying a continuation of the log.
    """

    __slots__ = ("_index", "_link")

    def __init__(self, tip: bytes) -> None:
        """Begin at a tip of 32 bytes; raises BeaconError for any other length."""
        _check_link(tip)
        self._index = 0
        self._link = tip

    @property
    def index(self) -> int:
        """The index of the furthest link verified; 0 for the tip."""
        return self._index

    def verify(self, index: int, link: bytes) -> None:
        """Accept the link at an index of 1 to `LENGTH`; raises BeaconError, and changes nothing, for any other link.

        A later link than the furthest known is hashed forward to it and remembered; an earlier one, come late, is
        compared with what the known one hashes to. Either takes one hash for each step between them, so the index
        is the one that the log demands, never one that the sender chose.
        """
        _check_link(link)
        if type(index) is not int or not 1 <= index <= LENGTH:
            raise BeaconError(f"The index of a link is an integer from 1 to {LENGTH}.")
        later, earlier = (link, self._link) if index >= self._index else (self._link, link)
        if not hmac.compare_digest(_forward(later, abs(index - self._index)), earlier):
            raise BeaconError(f"This is not link {index} of the chain whose tip stands in the charter.")
        if index > self._index:
            self._index, self._link = index, link

    def __repr__(self) -> str:
        return f"<LinkVerifier at {self._index}>"


def chance_seed(game: bytes, epoch: bytes, step: int, log: bytes, links: tuple[tuple[int, bytes], ...]) -> bytes:
    """The seed, 32 bytes, of a Chance step: ``digest(SEED, game, epoch, step, log, links)``.

    `log` is the digest of the log before the step; `links` are (person, link), each person present once, in rising
    order. They are hashed together, not XORed: a chain made after seeing another's could else cancel that one out.
    Raises BeaconError for links out of order, of other lengths, or none, and EncodingError for fields without encoding.
    """
    if not links:
        raise BeaconError("A chance seed needs the link of at least one person.")
    for _, link in links:
        _check_link(link)
    persons = [person for person, _ in links]
    if any(type(person) is not int for person in persons) or any(a >= b for a, b in pairwise(persons)):
        raise BeaconError("The links of a chance seed stand in rising order of persons, one of each.")
    return digest(Label.SEED, game, epoch, step, log, links)


def _check_link(link: bytes) -> None:
    if not is_bytes32(link):
        raise BeaconError(f"A link has exactly {SIZE} bytes.")


def _forward(link: bytes, steps: int) -> bytes:
    """Hash towards the tip: ``digest(LINK, link)``, repeated; written out because a chain takes a million of them."""
    sha256 = hashlib.sha256
    prefix = _PREFIX
    for _ in range(steps):
        link = sha256(prefix + link).digest()
    return link
