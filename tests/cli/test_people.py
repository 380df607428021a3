"""Whom the words of a player among people can mean."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from cli.play import people
from cli.play.people import OtherPeople
from p2p.session.session import Session
from tests.p2p.tables import charter, session

EMPIRES = ("Rome", "Carthage", "Greece")


def test_at_a_table_with_lent_bots_a_person_is_called_by_their_own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def sides(of: Session, player: int) -> list[str]:
        return [EMPIRES[seat] for seat in of.charter.seats_of(player)]

    monkeypatch.setattr(people, "sides_of", sides)
    ada = session(charter(2, (0, 0, 1)), 0)
    told = OtherPeople(cast(Any, SimpleNamespace(session=ada))).tell("zed Psst")
    assert told.endswith("there are Greece (Bo).")
