"""How the process looks for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from cli.main import PACE, loading


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_no_one_looks_for_garbage_while_something_is_loaded_and_afterwards_it_is_done_seldom() -> None:
    with loading():
        assert not gc.isenabled()
    assert (gc.isenabled(), gc.get_threshold()[0]) == (True, PACE)


def test_what_was_loaded_is_looked_through_no_more() -> None:
    with loading():
        loaded = [object()]
    assert gc.get_freeze_count() > 0
    assert all(one is not loaded for one in gc.get_objects())


def test_what_fails_to_load_leaves_the_search_for_garbage_on() -> None:
    with pytest.raises(ImportError), loading():
        raise ImportError
    assert gc.isenabled()
