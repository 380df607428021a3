"""``python -m tests.cli.screen.drawn …``: ``mare …``, but keys follow from ``--name``, and dice from steps' numbers.

So people of the same names who answer alike play the same game every time. At a usual table dice come from everybody's
keys and from the charter (docs/protocol.md), which names the number of the engine. The table's own secret, and all else
that is drawn by chance, is drawn as ever. However soon a player answers, they have read the question.
"""

from __future__ import annotations

import hashlib
import sys
from unittest.mock import patch

from cli.main import main
from cli.play import seating
from cli.ui.text import staging
from crypto import beacon
from crypto.beacon import Chain
from crypto.identity import Identity
from crypto.sealing import ChatKey
from p2p.log import log
from p2p.session.signer import Signer
from tests.quick import LENGTH


def own_the_keys_of(name: str) -> None:
    """Give those of a name to a program that asks for fresh keys."""

    def secret(purpose: str) -> bytes:
        return hashlib.sha256(f"{name} {purpose}".encode()).digest()

    def generated() -> Identity:
        return Identity.from_seed(secret("identity"))

    def signer(identity: Identity | None = None) -> Signer:
        return Signer(
            identity or generated(), Chain(secret("chain")), secret("secret"), ChatKey.from_seed(secret("chat"))
        )

    # Before the subcommand is loaded, which takes them from there.
    seating.fresh_signer = signer
    Identity.generate = staticmethod(generated)  # type: ignore[method-assign]


def seed_of_step(game: bytes, epoch: bytes, step: int, log: bytes, values: tuple[tuple[int, bytes], ...]) -> bytes:
    """Return the seed of a Chance step in place of ``crypto.chance_seed``."""
    return hashlib.sha256(f"step {step}".encode()).digest()


if __name__ == "__main__":
    own_the_keys_of(sys.argv[sys.argv.index("--name") + 1])
    staging.UNREAD = staging.HABIT = 0.0
    beacon.LENGTH = LENGTH
    with patch.object(log, "chance_seed", seed_of_step):
        sys.exit(main())
