"""What tests are fed: hypothesis strategies for what the package takes, and names for what it refuses."""

from __future__ import annotations

from hypothesis import strategies as st

from crypto.canonical import Value

ascii_texts = st.text(st.characters(max_codepoint=127), max_size=300)
integers = st.one_of(st.integers(-(2**63), 2**64 - 1), st.integers(-300, 300))
atoms = st.one_of(st.none(), st.booleans(), integers, ascii_texts, st.binary(max_size=300))
values: st.SearchStrategy[Value] = st.recursive(
    atoms, lambda inner: st.lists(inner, max_size=20).map(tuple), max_leaves=60
)
fields: st.SearchStrategy[tuple[Value, ...]] = st.lists(atoms, max_size=6).map(tuple)
bytes32 = st.binary(min_size=32, max_size=32)


def kind(value: object) -> str:
    """A test's name for a malformed value: its type, because a repr may hold an address that differs per process."""
    return type(value).__name__
