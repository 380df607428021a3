"""The seeds, the corpus and some mutations of both are read or refused by every target; `tests.fuzz` tries far more."""

from __future__ import annotations

from random import Random

import pytest

from tests.fuzz import corpus
from tests.fuzz.mutations import mutated
from tests.fuzz.targets import TARGETS, Target

MUTATIONS = 60
MOST_FILES, MOST_BYTES = 60, 4096

each = pytest.mark.parametrize("target", TARGETS.values(), ids=TARGETS)


@each
def test_the_seeds_and_the_corpus_are_read_or_refused(target: Target) -> None:
    read = [target.attempt(data) for data in target.seeds()]
    assert any(read)
    for data in corpus.kept(target):
        target.attempt(data)


@each
def test_mutations_are_read_or_refused(target: Target) -> None:
    random, inputs = Random(target.name), [*target.seeds(), *corpus.kept(target)]
    for _ in range(MUTATIONS):
        target.attempt(mutated(random, random.choice(inputs), inputs, target.limit))


def test_the_corpus_is_of_targets_and_small() -> None:
    files = [path for path in corpus.FOLDER.rglob("*") if path.is_file()]
    assert {path.parent.name for path in files} <= set(TARGETS)
    assert len(files) <= MOST_FILES
    assert max(path.stat().st_size for path in files) <= MOST_BYTES


def test_what_is_not_a_targets_own_exception_is_a_fault() -> None:
    def broken(data: bytes) -> None:
        raise KeyError(data)

    with pytest.raises(KeyError):
        Target("broken", broken, (ValueError,), list).attempt(b"")


def test_of_what_was_found_the_shortest_input_that_reaches_something_new_is_kept() -> None:
    target = TARGETS["greeting"]._replace(name="without a corpus")
    found = [b"\xc1", b"\xc1" * 10, b"\xc1" * (corpus.SMALL + 1), *target.seeds()]
    assert corpus.telling(target, found)[0] == b"\xc1"
    assert corpus.telling(target, target.seeds()) == []
