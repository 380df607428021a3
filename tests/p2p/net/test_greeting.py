"""The first words: understood exactly, or answered with one sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto import canonical
from p2p.errors import Text
from p2p.net.door import (
    GREETING,
    MAX_SUBJECT,
    Unwelcome,
    read_answer,
    read_hello,
    refusal,
)
from p2p.wire.codec import MAX_TEXT
from tests.crypto.strategies import atoms

subjects = st.binary(max_size=MAX_SUBJECT)


@given(st.text(max_size=2 * MAX_TEXT))
def test_a_refusal_is_shown_as_printable_text_or_not_at_all(sentence: str) -> None:
    with pytest.raises(Unwelcome) as refused:
        read_answer(refusal(Text(sentence)))
    assert str(refused.value).isascii()
    assert str(refused.value).isprintable()


def test_a_sentence_is_carried_whole() -> None:
    with pytest.raises(Unwelcome, match=r"^Carthage is taken by Zo\?\.$"):
        read_answer(refusal(Text("Carthage is taken by Zoé.")))


def test_the_fields_of_a_refusal_are_carried_so_that_it_can_be_said_in_another_language() -> None:
    with pytest.raises(Unwelcome) as told:
        read_hello(canonical.encode(("hello", GREETING + 1)))
    with pytest.raises(Unwelcome) as refused:
        read_answer(refusal(told.value.text))
    assert refused.value.text == told.value.text
    assert refused.value.fields == {"other": GREETING + 1, "own": GREETING}


@given(st.integers(0, 2**61).filter(lambda number: number != GREETING), st.lists(atoms, max_size=3))
def test_another_protocol_is_told_whatever_follows_its_number(number: int, rest: list[canonical.Value]) -> None:
    sentence = f"One end speaks protocol {number}, the other protocol {GREETING}"
    for word, read in (("hello", read_hello), ("welcome", read_answer)):
        with pytest.raises(Unwelcome) as told:
            read(canonical.encode((word, number, *rest)))
        assert str(told.value).startswith(sentence)


def test_true_is_no_number_of_a_protocol() -> None:
    with pytest.raises(Unwelcome, match="no greeting"):
        read_hello(canonical.encode(("hello", True, "game", b"")))
    with pytest.raises(Unwelcome, match="Something else"):
        read_answer(canonical.encode(("welcome", True)))


def test_a_refusal_that_says_nothing_is_no_answer() -> None:
    with pytest.raises(Unwelcome, match="Something else"):
        read_answer(canonical.encode(("refused", "", ())))
