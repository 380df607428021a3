"""Records: verified to the last byte, and no one is blamed for what they did not sign."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from crypto import canonical
from crypto.canonical import Value
from p2p.game import Over
from p2p.log.charter import Charter
from p2p.log.log import Log
from p2p.log.record import RECORD_MAGIC, RecordError, verify_record, write_record
from p2p.log.statements import Body, Closing, Entry, Equivocation, SignedClosing, SignedEntry, Violation
from p2p.log.steps import Kind
from p2p.wire import codec
from tests.p2p.records import HEADER, contents, put, sealed
from tests.p2p.tables import Table, charter, identity, seed
from tests.p2p.wager import new_wager

HOLDERS = (0, 1, 2, 1)
CLOSINGS = (3,)


@cache
def table() -> Table:
    played = Table(charter(3, HOLDERS), seed=2, answers=3)
    played.play()
    return played


@cache
def finished() -> bytes:
    record = table().sessions[0].record()
    assert record is not None
    return record


def shortened(steps: int) -> Log:
    """The log of the game up to some step."""
    return table().sessions[0].log.at_height(steps)


def test_a_finished_game_is_verified() -> None:
    verification = verify_record(finished(), new_wager)
    assert verification.charter == table().charter
    assert verification.log.head == table().sessions[1].log.head
    assert verification.closed_by == (0, 1, 2)
    assert verification.missing == ()
    assert verification.open_step is None
    assert verification.result == table().sessions[0].log.game.node
    assert isinstance(verification.result, Over)


@pytest.mark.parametrize("steps", [0, 1, 5])
def test_a_game_in_progress_is_open_at_its_next_step(steps: int) -> None:
    record = write_record(shortened(steps), table().sessions[0].signatures, {})
    verification = verify_record(record, new_wager)
    assert verification.open_step == steps + 1
    assert verification.result is None


@pytest.mark.parametrize(("closed", "is_closed"), [((0, 2), True), ((0,), False)])
def test_a_quorum_of_closings_closes_a_record(closed: tuple[int, ...], *, is_closed: bool) -> None:
    session = table().sessions[0]
    closings = {player: session.closings[player] for player in closed}
    verification = verify_record(write_record(session.log, session.signatures, closings), new_wager)
    assert (verification.result is not None) == is_closed
    assert verification.open_step == (None if is_closed else session.log.height + 1)
    assert verification.missing == tuple(player for player in range(3) if player not in closed)


def test_progress_is_told_step_by_step() -> None:
    told: list[tuple[int, int]] = []
    verification = verify_record(finished(), new_wager, lambda done, total: told.append((done, total)))
    height = verification.log.height
    assert told == [(step, height) for step in range(1, height + 1)]


def test_what_follows_the_first_wrong_step_is_not_even_decoded() -> None:
    """So a forged record costs no more than the steps of it that can be, however long it is."""
    opened, signatures, steps, *_ = contents(finished())
    claims = sealed((opened, signatures, (steps[0], None, *(((1,),) * 500,) * 1000), (), (), ()))
    told: list[tuple[int, int]] = []
    tracemalloc.start()
    try:
        with pytest.raises(RecordError, match="at step 2: the step does not have its fields"):
            verify_record(claims, new_wager, lambda done, total: told.append((done, total)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert told == [(1, 1002)]
    assert peak < 8 * len(claims)


def places(value: Value, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Value]]:
    """Every value in a value, with the places that lead to it."""
    yield path, value
    if type(value) is tuple:
        for place, inner in enumerate(value):
            yield from places(inner, (*path, place))


def others(value: Value) -> Iterator[Value]:
    """Values of every type that might stand in the place of one."""
    match value:
        case int():
            yield from (value + 1, value - 1, value == 1, str(value), None)
        case str():
            yield from (value + "x", value[:-1], value.upper(), value.encode(), "")
        case bytes() if value:
            yield from (
                value[:-1],
                value + b"\0",
                bytes([value[0] ^ 1]) + value[1:],
                value[:-1] + bytes([value[-1] ^ 128]),
            )
            yield from (value[::-1], None, b"", (value,))
        case tuple():
            yield from (value[:-1], value[::-1], (*value, *value[-1:]), (*value, None), ())
        case None:
            yield from (False, 0, "", b"", ())


def leaves_out_closings(path: tuple[int, ...], value: Value, other: Value) -> bool:
    """No change of a field: it makes the record of a game that fewer have closed."""
    return path == CLOSINGS and type(value) is type(other) is tuple and value[: len(other)] == other


def test_no_field_of_a_record_can_be_changed() -> None:
    """Whatever stands in a record, another value there is refused; and no one is blamed, for all of them are honest."""
    played = Table(charter(2, (0, 1, 1), rounds=1), seed=5)
    played.play()
    record = played.sessions[0].record()
    assert record is not None
    whole = contents(record)
    tried = 0
    for path, value in places(whole):
        for other in others(value):
            same = canonical.encode(other) == canonical.encode(value)
            if not same and not leaves_out_closings(path, value, other):
                tried += 1
                with pytest.raises(RecordError) as refused:
                    verify_record(sealed(put(whole, path, other)), new_wager)
                assert refused.value.offender is None, (path, value, other)
    assert tried > 400


def relabelled(of: Charter) -> bytes:
    """The record of an empty log, signed by all players of a charter."""
    signatures = {player: of.sign(identity(player)) for player in range(len(of.players))}
    return write_record(Log(of, new_wager(charter(3).setup)), signatures, {})


def test_what_is_no_record_and_what_is_of_another_version_are_told_apart() -> None:
    head = finished()[: len(RECORD_MAGIC)] + b"\x01" + finished()[HEADER:]
    protocol = sealed(put(contents(finished()), (0, 0), 1))
    engine = relabelled(replace(charter(3), engine=8))
    edition = relabelled(replace(charter(3), data=seed("other data")))
    for record, sentence in [
        (b"[game]\nrounds = 3\n" * 10, "This is not the record of a game."),
        (head, "This is a record of version 1; this program reads version 11."),
        (protocol, "This is a record of protocol 1; this program speaks protocol 7."),
        (sealed((1, 2, 3)), "it does not have its parts"),
        (engine, "played with engine 8, and this program has engine 7"),
        (edition, "the edition wager is not the one that this program has"),
        (finished()[:-1] + b"\0", "its checksum does not fit"),
    ]:
        with pytest.raises(RecordError, match=sentence):
            verify_record(record, new_wager)


def with_entry(number: int, place: int, signed: SignedEntry) -> bytes:
    """The record up to a step, in which one entry is another."""
    opened, signatures, steps, *_ = contents(finished())
    changed = put(steps[:number], (number - 1, 0, place), (signed.entry.body, signed.signature))
    return sealed((opened, signatures, changed, (), (), ()))


VIOLATIONS: list[tuple[Kind, Body, str]] = [
    (Kind.ACTION, "take everything", "signed an illegal action .1.1: "),
    (Kind.COMMITMENTS, "bid 1", "signed something else where a commitment was due"),
    (Kind.OPENINGS, (seed("garbage"), "bid 0"), "signed an opening that is not what was committed to"),
    (Kind.BEACON, (1, seed("garbage")), "signed a beacon value that is not of the player's chain"),
    (Kind.BEACON, (7, seed("garbage")), "signed a beacon value of a wrong index"),
]


@pytest.mark.parametrize(("kind", "body", "sentence"), VIOLATIONS)
def test_who_signed_what_is_not_allowed_is_named_with_step_and_seat(kind: Kind, body: Body, sentence: str) -> None:
    number = next(step.number for step in table().sessions[0].log.steps if step.kind is kind)
    log = shortened(number - 1)
    place = len(log.slots) - 1
    slot = log.slots[place]
    violation = SignedEntry.by(identity(log.holder(slot)), log.draft(slot, body))
    with pytest.raises(RecordError, match=sentence) as refused:
        verify_record(with_entry(number, place, violation), new_wager)
    assert refused.value.offender == log.holder(slot)
    assert (refused.value.step, refused.value.seat) == (number, slot)


@pytest.mark.parametrize(("kind", "body", "sentence"), VIOLATIONS)
def test_what_another_signed_in_a_player_s_place_blames_no_one(kind: Kind, body: Body, sentence: str) -> None:
    number = next(step.number for step in table().sessions[0].log.steps if step.kind is kind)
    log = shortened(number - 1)
    forger = (log.holder(log.slots[0]) + 1) % 3
    forged = SignedEntry.by(identity(forger), log.draft(log.slots[0], body))
    with pytest.raises(RecordError, match=f"damaged or forged at step {number}, seat {log.slots[0] + 1}") as refused:
        verify_record(with_entry(number, 0, forged), new_wager)
    assert refused.value.offender is None


def test_a_step_after_the_end_is_refused() -> None:
    opened, signatures, steps, *_ = contents(finished())
    with pytest.raises(RecordError, match="a step after the game's end"):
        verify_record(sealed((opened, signatures, (*steps, steps[0]), (), (), ())), new_wager)


def test_a_game_that_is_not_over_cannot_be_closed() -> None:
    log = shortened(4)
    closings = {0: SignedClosing.by(identity(0), 0, Closing(*log.epoch, log.height, log.head, log.state)).signature}
    with pytest.raises(RecordError, match="closes a game that is not over"):
        verify_record(write_record(log, table().sessions[0].signatures, closings), new_wager)


# Proofs


def proof() -> tuple[int, int, Equivocation]:
    """The player of the game's first action, the height before it, and two versions of it."""
    log = table().sessions[0].log
    height = next(step.number for step in log.steps if step.kind is Kind.ACTION) - 1
    before = log.at_height(height)
    (slot,) = before.slots
    player = before.holder(slot)
    one, other = (SignedEntry.by(identity(player), before.draft(slot, body)) for body in ("take", "give 0"))
    return player, height, Equivocation(one, other)


def with_proofs(*proofs: Equivocation) -> bytes:
    return sealed(put(contents(finished()), (5,), tuple(map(codec.value, proofs))))


def test_a_proof_in_a_record_is_verified_and_says_from_which_step_the_others_go_on() -> None:
    player, height, found = proof()
    session = table().sessions[0]
    data = write_record(session.log, session.signatures, session.closings, (found,))
    assert data == with_proofs(found)
    verified = verify_record(data, new_wager)
    (convicted,) = verified.proven
    assert convicted.player == player
    assert " signed two versions of an entry " in str(convicted.sentence)
    assert verified.rest == height
    assert verify_record(verified.up_to(height), new_wager).proven == ()


def test_a_violation_after_the_end_is_left_out_with_the_epoch_in_which_it_was_signed() -> None:
    session = table().sessions[0]
    log = session.log
    assert log.end is not None
    after = Entry(log.charter.id, 1, log.head, log.end + 2, 0, "take", log.head, log.state, log.end + 1)
    late = Violation(SignedEntry.by(identity(0), after))
    data = write_record(log, session.signatures, session.closings, (late,))
    assert data == session.record()
    assert verify_record(data, new_wager).proven == ()


def test_what_proves_nothing_stands_in_no_record() -> None:
    _, _, found = proof()
    for data, reason in (
        (with_proofs(Equivocation(found.one, found.one)), "do not contradict each other"),
        (with_proofs(found, found), "not in the order of players"),
    ):
        with pytest.raises(RecordError, match=f"damaged or forged: .*{reason}") as refused:
            verify_record(data, new_wager)
        assert refused.value.offender is None
