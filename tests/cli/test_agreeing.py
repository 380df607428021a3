"""To which of several proposals one agrees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from cli.play.people import OtherPeople
from cli.table_game import Customs, with_customs
from cli.ui.text.votes import Agreeing, Votes
from p2p.log.statements import ABSENT, END, RESIGN, Change
from p2p.session.session import Session
from tests.cli.test_votes import deliver, flush, table

ADA, BO, CY = range(3)


def test_who_is_connected_is_proposed_as_absent_only_when_that_is_typed_twice() -> None:
    ada, people = people_of(table()[ADA])
    assert people.absent("bo").startswith("Bo is connected and may be thinking. To propose")
    assert ada.agreed == []
    people.absent("bo")
    assert ada.agreed == [Change(ABSENT, BO)]


def test_a_clock_that_is_not_over_lets_no_one_be_absent_who_is_connected() -> None:
    session = table()[ADA]
    options = with_customs(session.charter.options, Customs(clock=5))
    ada = Table(cast(Any, Clocked(session, options)))
    people = OtherPeople(cast(Any, ada))
    assert people.absent("bo") == "Bo is connected, and has 5 minutes left on the table's clock."
    agreeing = Agreeing(Proposals(session, [Change(ABSENT, BO)]), people.word, people._may_still_think)
    assert agreeing.agree("") == "That player is connected, and still has time on the table's clock."
    assert ada.agreed == []


class Clocked:
    """A session at a table that has agreed on a clock."""

    def __init__(self, session: Session, options: Any) -> None:
        self._session = session
        self.charter = replace(session.charter, options=options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)


class Table:
    """Ada's table, which keeps what she agrees to."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.agreed: list[Change] = []

    def agree(self, change: Change) -> None:
        """Agree to a change."""
        self.agreed.append(change)
        self.session.agree(change)


def proposing(*changes: tuple[int, Change]) -> tuple[Table, OtherPeople]:
    """Ada's table, and what she can do, once players have proposed changes, each with who does."""
    sessions = table()
    for player, change in changes:
        deliver(sessions, player, sessions[player].agree(change))
    flush(sessions)
    return people_of(sessions[ADA])


def people_of(session: Session) -> tuple[Table, OtherPeople]:
    ada = Table(session)
    return ada, OtherPeople(cast(Any, ada))


class Proposals(Votes):
    """Votes at a table at which certain changes are proposed."""

    def __init__(self, session: Session, changes: list[Change]) -> None:
        super().__init__(cast(Any, Table(session)))
        self._changes = changes

    def open(self) -> list[Change]:
        """The changes."""
        return self._changes


def agree(people: OtherPeople, rest: str = "") -> str:
    return people.commands["agree"](rest)


def test_where_nothing_is_proposed_there_is_nothing_to_agree_to() -> None:
    assert agree(proposing()[1]) == "There are no proposals."


def test_what_is_proposed_already_can_be_agreed_to_and_is_not_proposed_anew() -> None:
    assert proposing()[1].possible() == ["pause", "end", "resign"]
    assert proposing((BO, Change(END, 0)), (BO, Change(RESIGN, BO)))[1].possible() == ["pause", "resign"]


def test_what_alone_is_proposed_needs_no_name() -> None:
    ada, people = proposing((BO, Change(END, 0)))
    agree(people)
    assert ada.agreed == [Change(END, 0)]


def test_of_several_of_which_one_cannot_be_undone_none_is_agreed_to_unnamed() -> None:
    ada, people = proposing((BO, Change(END, 0)), (CY, Change(RESIGN, CY)))
    assert agree(people).splitlines() == [
        "Say what you agree to, or “agree all”:",
        "  agree end: End the game here, without a winner",
        "  agree resign Cy: Cy resigns, and the autopilot plays on to the end",
    ]
    assert ada.agreed == []
    assert [proposal.answer for proposal in people.proposed()] == ["agree end", "agree resign Cy"]
    ada.agree(Change(END, 0))
    assert [proposal.answer for proposal in people.proposed()] == ["", "agree resign Cy"]


@pytest.mark.parametrize(
    ("named", "agreed"),
    [
        ("end", [Change(END, 0)]),
        ("resign cy", [Change(RESIGN, CY)]),
        ("res", [Change(RESIGN, CY)]),
        ("resign bo", []),
        ("takeback", []),
        ("all", [Change(END, 0), Change(RESIGN, CY)]),
    ],
)
def test_what_is_named_is_agreed_to_and_nothing_else(named: str, agreed: list[Change]) -> None:
    ada, people = proposing((BO, Change(END, 0)), (CY, Change(RESIGN, CY)))
    agree(people, named)
    assert ada.agreed == agreed


def test_that_two_are_away_is_not_agreed_to_unnamed() -> None:
    ada, people = proposing((BO, Change(ABSENT, 0)), (CY, Change(ABSENT, BO)))
    assert agree(people).splitlines()[0] == "Say what you agree to, or “agree all”:"
    assert ada.agreed == []


def test_what_one_proposes_oneself_is_not_asked_about() -> None:
    ada, people = proposing((ADA, Change(END, 0)), (BO, Change(ABSENT, CY)))
    agree(people)
    assert ada.agreed == [Change(ABSENT, CY)]
