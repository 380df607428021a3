"""Digests are SHA-256 of the canonical encoding of a label and fields."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crypto import EncodingError, Label, Value, digest
from tests.crypto import reference, vectors
from tests.crypto.strategies import fields

VECTORS = vectors.load()
labels = st.sampled_from(list(Label))


@pytest.mark.parametrize("vector", VECTORS["digest"], ids=lambda vector: vector["label"])
def test_a_digest_is_that_of_its_vector(vector: dict[str, Any]) -> None:
    made = digest(Label(vector["label"]), *vectors.from_json(vector["fields"]))
    assert made.hex() == vector["digest"]


@given(labels, fields)
def test_a_digest_is_sha256_of_the_encoded_label_and_fields(label: Label, fields: tuple[Value, ...]) -> None:
    assert digest(label, *fields) == hashlib.sha256(reference.encode((str(label), *fields))).digest()


@given(st.sets(labels, min_size=2, max_size=2), fields)
def test_another_label_gives_another_digest(two: set[Label], fields: tuple[Value, ...]) -> None:
    one, other = two
    assert digest(one, *fields) != digest(other, *fields)


def test_a_text_in_place_of_a_label_is_refused() -> None:
    text: Any = "mare/7/log"
    with pytest.raises(TypeError, match="Label"):
        digest(text, 1)


def test_a_field_without_encoding_is_refused() -> None:
    field: Any = 1.0
    with pytest.raises(EncodingError, match="Field 2 is a float"):
        digest(Label.LOG, 1, field)


def test_every_label_names_the_protocol_and_its_own_purpose() -> None:
    assert {label: label.isascii() and label.startswith("mare/7/") for label in Label} == dict.fromkeys(Label, True)


@pytest.mark.parametrize("label", list(Label))
def test_no_label_begins_another(label: Label) -> None:
    assert [other for other in Label if other != label and other.startswith(label)] == []
