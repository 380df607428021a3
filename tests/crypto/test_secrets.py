"""What is secret is neither shown, nor copied, nor stored by accident."""

from __future__ import annotations

import copy
import hmac
import pickle
import traceback
from collections.abc import Callable
from typing import Any

import pytest

from crypto import Chain, ChainVerifier, ChatKey, Identity, commit, opens, salt

SEED = bytes(range(100, 132))
SHORT = SEED[:31]


@pytest.fixture(params=["identity", "chain", "chat key"])
def holder(request: pytest.FixtureRequest) -> object:
    if request.param == "chain":
        return request.getfixturevalue("chain")
    return Identity.from_seed(SEED) if request.param == "identity" else ChatKey.from_seed(SEED)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, pickle.dumps], ids=["copy", "deepcopy", "pickle"])
def test_what_holds_a_secret_is_neither_copied_nor_pickled(holder: object, duplicate: Callable[[object], Any]) -> None:
    with pytest.raises(TypeError, match="holds a secret and is neither copied nor pickled"):
        duplicate(holder)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_no_protocol_of_pickle_takes_a_secret(holder: object, protocol: int) -> None:
    with pytest.raises(TypeError, match="neither copied nor pickled"):
        pickle.dumps([holder], protocol)


def test_an_identity_shows_its_public_key_only() -> None:
    identity = Identity.from_seed(SEED)
    assert {repr(identity), str(identity)} == {f"<Identity {identity.public.raw.hex()[:16]}…>"}


def test_a_chain_shows_nothing(chain: Chain) -> None:
    assert {repr(chain), str(chain), f"{chain}"} == {"<Chain: secret>"}


def test_a_chat_key_shows_nothing() -> None:
    assert repr(ChatKey.from_seed(SEED)) == "<ChatKey: secret>"


@pytest.mark.parametrize("holder", ["identity", "chain", "chat key"], indirect=True)
def test_what_holds_a_secret_has_no_dictionary_to_dump(holder: object) -> None:
    assert not hasattr(holder, "__dict__")


@pytest.mark.parametrize(
    "take", [Identity.from_seed, Chain, ChatKey.from_seed, lambda secret: salt(secret, bytes(32), 1, 2)]
)
def test_a_refused_secret_is_not_in_the_error(take: Callable[[bytes], object]) -> None:
    with pytest.raises(ValueError, match="exactly 32 bytes") as caught:
        take(SHORT)
    shown = "".join(traceback.format_exception(caught.value))
    assert [form for form in (SHORT.hex(), repr(SHORT), str(list(SHORT))[1:-1]) if form in shown] == []


def test_commitments_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    made = commit(bytes(32), bytes(32), 1, 2, bytes(32), "offer coin")
    compared = _watch_comparisons(monkeypatch)
    opens(made, bytes(32), bytes(32), 1, 2, bytes(32), "offer coin")
    assert compared == [made]


def test_links_are_compared_in_constant_time(chain: Chain, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = _watch_comparisons(monkeypatch)
    ChainVerifier(chain.tip).verify(1, chain.value(1))
    assert compared == [chain.tip]


def _watch_comparisons(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    compared: list[bytes] = []
    compare = hmac.compare_digest

    def watch(a: bytes, b: bytes) -> bool:
        compared.append(b)
        return compare(a, b)

    monkeypatch.setattr(hmac, "compare_digest", watch)
    return compared
