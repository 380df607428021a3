"""A secret in words comes back from them however it is typed, and a wrong word is named."""

from __future__ import annotations

import traceback
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto import Identity, WordsError, fingerprint, from_words, to_words
from tests.crypto import vectors
from tests.crypto.strategies import kind

VECTORS = vectors.load()
secrets = st.binary(min_size=16, max_size=16)
SECRET = bytes(range(16))
WORDS = to_words(SECRET)


@pytest.mark.parametrize(
    ("secret", "words"),
    [
        ("00" * 16, "abandon " * 11 + "about"),
        ("7f" * 16, "legal winner thank year wave sausage worth useful legal winner thank yellow"),
        ("80" * 16, "letter advice cage absurd amount doctor acoustic avoid letter advice cage above"),
        ("ff" * 16, "zoo " * 11 + "wrong"),
        (
            "9e885d952ad362caeb4efe34a8e91bd2",
            "ozone drill grab fiber curtain grace pudding thank cruise elder eight picnic",
        ),
    ],
)
def test_words_are_those_of_the_vectors_of_bip_39(secret: str, words: str) -> None:
    assert (to_words(bytes.fromhex(secret)), from_words(words).hex()) == (words, secret)


@given(secrets)
def test_a_secret_comes_back_from_its_words(secret: bytes) -> None:
    assert from_words(to_words(secret)) == secret


@given(secrets)
def test_four_letters_of_a_word_are_enough(secret: bytes) -> None:
    assert from_words(" ".join(word[:4] for word in to_words(secret).split())) == secret


@pytest.mark.parametrize("typed", [WORDS.upper(), f"  {WORDS}\n", WORDS.replace(" ", ", "), WORDS.replace(" ", "\t")])
def test_words_may_be_typed_in_any_case_with_spaces_or_commas(typed: str) -> None:
    assert from_words(typed) == SECRET


@pytest.mark.parametrize(
    ("typed", "shown"), [("abandom", "abandom"), ("aba", "aba"), ("abandons", "abandons"), ("a" * 21, "a" * 20)]
)
def test_a_word_that_is_none_is_named_with_its_place(typed: str, shown: str) -> None:
    words = WORDS.split()
    with pytest.raises(WordsError, match="Word 3") as caught:
        from_words(" ".join([*words[:2], typed, *words[3:]]))
    assert f"“{shown}”" in str(caught.value)


@pytest.mark.parametrize(
    ("number", "said"), [(0, "here are none"), (1, "here is one"), (11, "here are 11"), (13, "here are 13")]
)
def test_other_numbers_of_words_are_counted(number: int, said: str) -> None:
    with pytest.raises(WordsError, match=f"12 words, and {said}"):
        from_words("zoo " * number)


def test_words_whose_checksum_fails_are_refused() -> None:
    with pytest.raises(WordsError, match="do not belong together"):
        from_words("zoo " * 12)


def test_the_right_words_are_not_in_the_error() -> None:
    with pytest.raises(WordsError) as caught:
        from_words(f"{WORDS.rsplit(maxsplit=1)[0]} zoo")
    assert [word for word in WORDS.split() if word in "".join(traceback.format_exception_only(caught.value))] == []


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    with pytest.raises(WordsError):
        from_words(text)


@pytest.mark.parametrize("secret", [b"", bytes(15), bytes(17), bytes(32), bytearray(16), "a" * 16], ids=kind)
def test_a_secret_of_another_length_has_no_words(secret: Any) -> None:
    with pytest.raises(ValueError, match="exactly 16 bytes"):
        to_words(secret)


@pytest.mark.parametrize("vector", VECTORS["fingerprint"], ids=lambda vector: vector["words"])
def test_a_fingerprint_is_that_of_its_vector(vector: dict[str, Any]) -> None:
    identity = Identity.from_seed(bytes.fromhex(vector["seed"]))
    assert (identity.public.raw.hex(), fingerprint(identity.public)) == (vector["public"], vector["words"])


def test_another_key_has_another_fingerprint() -> None:
    assert fingerprint(Identity.generate().public) != fingerprint(Identity.generate().public)
