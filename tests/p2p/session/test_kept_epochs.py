"""What is kept of changes of epoch in a journal, from which a program goes on."""

from __future__ import annotations

import pytest

from p2p.errors import JournalError
from p2p.log import messages
from p2p.log.justify import head_of
from p2p.log.messages import Have
from p2p.log.statements import ABSENT, BACK, Change, Promise, Promised, Proposed, SignedEntry, SignedPromise
from p2p.log.steps import Kind
from p2p.session.events import Completed, Keep, Lapses, Send, decode_item
from tests.p2p.absences import Absences
from tests.p2p.changes import quiet
from tests.p2p.hands import places
from tests.p2p.tables import charter, identity, restored, session


def changed() -> Absences:
    """A table at which a player was declared absent, and came back."""
    table = quiet(rounds=3)
    table.go(1)
    table.agree(Change(ABSENT, 1), table.here)
    table.settle()
    table.come(1)
    table.settle()
    assert {of.log.absent for of in table.sessions} == {frozenset()}
    assert table.sessions[0].log.term > 1
    return table


@pytest.mark.parametrize("player", range(3))
def test_who_is_started_again_after_epochs_is_where_they_were(player: int) -> None:
    table = changed()
    table.to(Kind.ACTION, 4)
    before, after = table.sessions[player], session(table.charter, player)
    events = after.restore(table.kept[player])
    assert places(after.log) == places(before.log)
    assert after.record() == before.record()
    assert after.is_returning
    assert [event.step for event in events if isinstance(event, Completed)] == before.log.steps
    assert not any(isinstance(event, Send | Keep) for event in events)


@pytest.mark.parametrize("player", range(3))
def test_what_lapses_in_a_journal_is_not_needed_to_go_on(player: int) -> None:
    table = changed()
    table.to(Kind.ACTION, 4)
    items, lapses = dict(enumerate(table.kept[player])), Lapses()
    for number in list(items):
        if (lapsed := lapses.add(number, items[number])) is not None:
            del items[lapsed]
    assert len(items) < len(table.kept[player])
    after, whole = session(table.charter, player), restored(table, player)
    after.restore(items.values())
    assert places(after.log) == places(whole.log)
    assert after.record() == whole.record()
    assert after._state.requests.newest == whole._state.requests.newest
    assert after._state.promised == whole._state.promised
    assert after._state.promises == whole._state.promises
    assert after._state.peers._counter == whole._state.peers._counter


def test_a_journal_without_what_an_epoch_stands_on_is_refused() -> None:
    items = changed().kept[0]
    first = next(place for place, item in enumerate(items) if isinstance(decode_item(item), Proposed))
    entry = next(place for place, item in enumerate(items) if isinstance(decode_item(item), SignedEntry))
    with pytest.raises(JournalError):
        session(charter(3, rounds=3), 0).restore([*items[:entry], *items[first:]])


def test_who_was_started_again_while_absent_wants_to_play_again() -> None:
    table = quiet(rounds=3)
    table.agree(Change(ABSENT, 1), [0, 2])
    table.settle()
    of = restored(table, 1)
    assert of.log.absent == {1}
    for other in (0, 2):
        of.connected(other, other)
        of.receive(other, messages.encode(Have(1, of.log.height, (0, 0, 0))))
    assert of.requests == {1: (Change(BACK, 1),)}


def test_who_was_declared_absent_while_their_program_was_down_wants_to_play_again() -> None:
    """They have the whole log, so that the proposal is all that is news to them."""
    table = Absences(charter(3, rounds=3))
    table.begin()
    table.settle()
    table.go(1)
    of = restored(table, 1)
    table.agree(Change(ABSENT, 1), table.here)
    table.settle()
    for other in table.here:
        of.connected(other, other)
        for proposed in (message for message in table.sent[other] if isinstance(message, Proposed)):
            of.receive(other, messages.encode(proposed))
    assert of.log.absent == {1}
    for other in table.here:
        of.receive(other, messages.encode(Have(1, of.log.height, (0, 0, 0))))
    assert of.requests == {1: (Change(BACK, 1),)}


def test_an_older_promise_that_others_show_does_not_replace_the_newest_in_the_journal() -> None:
    of = session(charter(3), 0)
    head = head_of(of.log)
    newer, older = (
        Promised(SignedPromise.by(identity(0), 0, Promise(of.charter.id, term, head)), ()) for term in (2, 1)
    )
    of._state.is_returning = True
    of.connected(1, 1)
    kept = [
        [output.data for output in of.receive(1, messages.encode(one)) if isinstance(output, Keep)]
        for one in (newer, older)
    ]
    assert kept == [[messages.encode(newer)], []]
