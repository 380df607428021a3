"""Who shares a machine lets the others go first, where the system knows how."""

from __future__ import annotations

import os

import pytest

from p2p.shell import processor


@pytest.mark.skipif(not hasattr(os, "sched_yield"), reason="this system has no sched_yield")
def test_the_system_is_asked_to_let_others_go_first() -> None:
    assert processor._sched_yield is os.sched_yield
    processor.give_way()


def test_where_the_system_has_no_such_call_nothing_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor, "_sched_yield", None)
    processor.give_way()
