"""Settings for the tests of the command."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from cli.i18n import texts


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    """Whatever language a test has spoken, the next one speaks English."""
    yield
    texts.use(texts.ENGLISH)
