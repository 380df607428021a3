"""The one path by which entries are judged: what it takes, and how it tells what it does not take."""

from __future__ import annotations

from typing import Any

import pytest

from crypto.digest import digest
from crypto.labels import Label
from p2p.log.log import Log
from p2p.log.record import offence
from p2p.log.statements import SignedEntry
from p2p.log.steps import Forged, Kind, LogDiffers, Offence, Refused, Repeated, StateDiffers, TwoVersions
from tests.p2p.tables import Table, chain, charter, identity, seed
from tests.p2p.wager import new_wager

HOLDERS = (0, 1, 2, 1)
OF = charter(3, HOLDERS)
GARBAGE = seed("garbage")


def empty() -> Log:
    return Log(OF, new_wager(OF.setup))


def link(onto: Log, player: int, **changes: Any) -> SignedEntry:
    index = onto.attempts + 1
    entry = onto.draft(player, (index, chain(player).value(index)))
    return SignedEntry.by(identity(player), entry._replace(**changes))


def history() -> list[SignedEntry]:
    """The entries of a whole game, in order."""
    table = Table(OF, seed=1)
    table.play()
    return [signed for step in table.sessions[0].log.steps for signed in step.entries]


def test_a_step_is_complete_when_its_last_entry_is_in_whatever_the_order() -> None:
    log = empty()
    entries = [link(log, player) for player in (2, 0, 1)]
    assert [log.accept(entry) for entry in entries[:2]] == [(), ()]
    assert log.missing() == (1,)
    (step,) = log.accept(entries[2])
    assert [signed.entry.seat for signed in step.entries] == [0, 1, 2]
    assert log.head == step.log == digest(Label.LOG, OF.id, tuple(signed.id for signed in step.entries))


@pytest.mark.parametrize(
    ("changes", "refusal"),
    [
        ({"game": GARBAGE}, Refused),
        ({"epoch": GARBAGE}, Refused),
        ({"term": 1}, Refused),
        ({"step": 2}, Refused),
        ({"seat": 3}, Refused),
        ({"seat": 99}, Refused),
        ({"log": GARBAGE}, LogDiffers),
        ({"state": GARBAGE}, StateDiffers),
        ({"counter": 2}, Offence),
        ({"body": "take"}, Offence),
        ({"body": GARBAGE}, Offence),
        ({"body": (GARBAGE, "bid 1")}, Offence),
        ({"body": (2, chain(0).value(2))}, Offence),
        ({"body": (1, GARBAGE)}, Offence),
    ],
)
def test_an_entry_that_does_not_fit_is_refused_for_what_it_is_and_leaves_no_trace(
    changes: dict[str, Any], refusal: type[Refused]
) -> None:
    log = empty()
    with pytest.raises(Refused) as refused:
        log.accept(link(log, 0, **changes))
    assert type(refused.value) is refusal
    assert (log.given, log.height, log.attempts) == ({}, 0, 0)
    assert log.accept(link(log, 0)) == ()
    assert log.given.keys() == {0}


@pytest.mark.parametrize("changes", [{}, {"log": GARBAGE}, {"state": GARBAGE}, {"body": (1, GARBAGE)}, {"counter": 7}])
def test_nothing_is_said_of_an_author_who_did_not_sign(changes: dict[str, Any]) -> None:
    log = empty()
    entry = link(log, 0, **changes)
    with pytest.raises(Forged):
        log.accept(entry._replace(signature=identity(1).sign(Label.SIGNED_ENTRY, entry.id)))
    assert offence(log, entry._replace(signature=bytes(64))) is None


def test_an_entry_that_is_here_already_is_only_repeated() -> None:
    log = empty()
    log.accept(link(log, 0))
    with pytest.raises(Repeated):
        log.accept(link(log, 0))
    with pytest.raises(Repeated):
        log.accept(link(log, 0)._replace(signature=bytes(64)))


def test_a_second_version_comes_with_the_first() -> None:
    log = empty()
    first = link(log, 0)
    log.accept(first)
    with pytest.raises(TwoVersions) as refused:
        log.accept(link(log, 0, state=GARBAGE))
    assert refused.value.first == first


def test_a_second_version_of_a_past_entry_is_found_too() -> None:
    log = empty()
    entries = history()
    for entry in entries:
        log.accept(entry)
    for entry in entries:
        author = entry.entry.seat if type(entry.entry.body) is tuple and type(entry.entry.body[0]) is int else None
        player = HOLDERS[entry.entry.seat] if author is None else author
        other = SignedEntry.by(identity(player), entry.entry._replace(counter=99))
        with pytest.raises(TwoVersions):
            log.accept(other)
        assert str(offence(log, other)) == "two versions of an entry"
        assert offence(log, entry) is None


def test_an_entry_where_none_was_due_is_an_offence_now_and_later() -> None:
    entries = history()
    log = empty()
    idle = SignedEntry.by(identity(1), log.draft(1, "take")._replace(seat=3))
    assert str(offence(log, idle)) == "an entry where none was due"
    for entry in entries:
        log.accept(entry)
    assert str(offence(log, idle)) == "an entry where none was due"
    with pytest.raises(Offence):
        log.accept(idle)


def test_judging_an_offence_changes_nothing() -> None:
    log = empty()
    for entry in history():
        head = log.head
        assert offence(log, entry) is None
        assert log.head == head
        log.accept(entry)
    assert log.kind is Kind.OVER


def test_without_the_log_that_the_author_signed_there_is_no_verdict() -> None:
    entries = history()
    log = empty()
    later = next(entry for entry in entries if entry.entry.step == 4)
    illegal = SignedEntry.by(identity(HOLDERS[later.entry.seat]), later.entry._replace(counter=99))
    assert offence(log, illegal) is None
    for entry in entries:
        if entry.entry.step == 4:
            break
        log.accept(entry)
    assert str(offence(log, illegal)) == "an entry with a wrong counter"
    assert offence(log, SignedEntry.by(identity(0), illegal.entry._replace(log=GARBAGE))) is None
