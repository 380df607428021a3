"""What takes a second to make is made once."""

from __future__ import annotations

import hashlib

import pytest

from crypto import Chain


@pytest.fixture(scope="session")
def chain() -> Chain:
    """The chain of the test vector."""
    return Chain(hashlib.sha256(b"seed").digest())
