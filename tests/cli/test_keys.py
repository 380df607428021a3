"""What peers bring to a table."""

from __future__ import annotations

import pytest

from cli.play.seating import fresh_signer, seeded_chance, seeded_signer
from tests.p2p.tables import ShortChain


@pytest.fixture(autouse=True)
def _short_chains(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.play.seating.Chain", ShortChain)


def test_fresh_keys_are_never_the_same() -> None:
    signers = [fresh_signer() for _ in range(3)]
    assert len({signer.identity.public for signer in signers}) == 3
    assert len({signer.chain.tip for signer in signers}) == 3


def test_a_seed_gives_every_bot_its_own_keys_and_the_same_each_time() -> None:
    def keys(seed: int, number: int) -> tuple[bytes, bytes]:
        signer = seeded_signer(seed, number)
        return signer.identity.public.raw, signer.chain.tip

    assert keys(1, 0) == keys(1, 0)
    assert len({keys(1, 0), keys(1, 1), keys(2, 0), keys(11, 0), keys(1, 10)}) == 5


def test_a_seed_gives_these_choices_on_every_machine() -> None:
    below = seeded_chance(1, 0)
    assert [below(6) for _ in range(12)] == [4, 3, 2, 1, 5, 0, 3, 4, 5, 0, 4, 4]
