"""What a session proposes and enters, rule by rule: what promises give, prices, and what is final."""

from __future__ import annotations

import pytest

from p2p.log import messages
from p2p.log.log import Log
from p2p.log.messages import Chunk, Fetch, Have
from p2p.log.statements import STUCK, Change, Proposed
from p2p.log.steps import Kind
from p2p.session.events import MessageRefused, Proven, RolledBack
from p2p.session.state import Phase
from tests.p2p.alone import Alone, who_has_promised
from tests.p2p.changes import END_HERE, away
from tests.p2p.hands import Hands, generous
from tests.sim import broken

STUCK_HERE = Change(STUCK, 0)
AWAY = away(2)


# Proposals that are not entered


def test_a_proposal_that_its_promises_do_not_give_is_refused() -> None:
    table = Alone(acknowledged=False)
    good = table.proposed([table.promised(player, AWAY, term=1) for player in (1, 2)], AWAY)
    table.hear(table.hands.propose(table.log, (), good.promises))
    assert table.refused == ["a proposal of other changes than its promises give"]
    assert table.log.term == 0


def test_of_two_proposals_of_a_term_the_second_is_not_entered_and_proves_a_lie() -> None:
    """The model's *two-epochs-in-a-term*."""
    table = Alone(4)
    first = table.proposed([table.promised(player, term=1) for player in (1, 2, 3)])
    second = table.proposed([table.promised(p, away(3), term=1) for p in (0, 1, 2)], away(3))
    table.hear(first)
    table.hear(second)
    assert table.log.epoch_id == first.epoch.id
    assert [event.player for event in table.outputs if isinstance(event, Proven)] == [1]


def test_two_promises_of_a_term_prove_a_lie() -> None:
    table = who_has_promised(4)
    table.hear(table.promised(3), 3)
    table.hear(table.promised(3, END_HERE), 3)
    assert [event.player for event in table.outputs if isinstance(event, Proven)] == [3]


@pytest.mark.parametrize("comes_first", ["promise", "acknowledgement"])
def test_a_promise_below_what_its_player_acknowledges_proves_a_lie(comes_first: str) -> None:
    table = who_has_promised(4)
    low = table.promised(3, log=table.log.at_height(table.log.height - 1))
    if comes_first == "promise":
        table.hear(low, 3)
        table.acknowledge(3)
    else:
        table.acknowledge(3)
        table.hear(low, 3)
    assert [event.player for event in table.outputs if isinstance(event, Proven)] == [3]


def test_a_promise_of_a_lower_term_is_only_compared() -> None:
    table = who_has_promised(4, 1, Kind.ACTION)
    table.hear(table.promised(3, term=2, evidence=table.evidence(2, END_HERE)), 3)
    table.hear(table.promised(3, term=1, log=table.longer()), 3)
    assert [event.player for event in table.outputs if isinstance(event, Proven)] == [3]


# What R4 says of secrets


@pytest.mark.parametrize("kind", [Kind.BEACON, Kind.OPENINGS])
def test_at_open_secrets_a_promise_waits_half_a_second_for_those_under_way(kind: Kind) -> None:
    table = Alone(4, kind=kind, after=2)
    table.ask(END_HERE, term=1)
    assert table.promises == []
    table.tick(0.4)
    assert table.promises == []
    table.tick(0.1)
    assert [one.signed.content.term for one in table.promises] == [1]


def test_secrets_that_complete_the_step_let_the_promise_go_out_at_once() -> None:
    table = Alone(4, kind=Kind.BEACON, after=2)
    table.ask(END_HERE, term=1)
    for slot in table.log.missing():
        table.hear(table.hands.sign(table.log, slot), slot or 1)
    assert table.log.kind is not Kind.BEACON
    assert [one.signed.content.term for one in table.promises] == [1]


def test_a_promise_names_the_secrets_of_the_open_step_and_carries_them() -> None:
    table = Alone(4, kind=Kind.BEACON, after=2)
    table.hear(table.hands.sign(table.log, 3), 3)
    given = tuple(table.log.given.values())
    table.ask(END_HERE, term=1)
    table.tick(0.5)
    (promise,) = table.promises
    assert promise.signed.content.secrets == tuple(sorted(table.log.given))
    assert promise.secrets == given
    assert 3 in table.log.given


@pytest.mark.parametrize("kind", [Kind.BEACON, Kind.OPENINGS])
def test_secrets_in_promises_complete_the_step_on_which_the_proposal_stands(kind: Kind) -> None:
    """The model's *secrets-dropped*: what is out may be known, and so may not be thrown or chosen anew."""
    table = Alone(3, me=1, kind=kind, after=2)
    table.agree(END_HERE)
    before, secrets = table.log.height, [table.hands.sign(table.log, slot) for slot in table.log.slots]
    table.ask(END_HERE, term=1)
    table.tick(0.5)
    for player in (0, 2):
        table.hear(table.promised(player, END_HERE, secrets=secrets, log=table.log.at_height(before)), player)
    (made,) = table.proposals
    assert made.epoch.base.height == before + 1
    assert table.log.steps[before].kind is kind


# Putting off a price (R8)


def priced(players: int = 4, term: int = 1) -> tuple[Alone, Proposed]:
    """A session that has promised at dice of which it has hidden its value, and a proposal by which it pays for them.

    All other values are out, and the proposal lacks its promise.
    """
    table = Alone(players, 0, Kind.BEACON, after=2, acknowledged=False)
    table.ask(END_HERE, term=term)
    table.tick(0.5)
    for player in table.others:
        table.hear(table.hands.sign(table.log, player), player)
    assert (table.term, table.log.missing()) == (term, (0,))
    secrets = list(table.log.given.values())
    promises = [table.promised(player, secrets=secrets) for player in table.others]
    return table, table.proposed(promises, away(0))


def test_a_price_is_put_off_by_who_holds_a_promise_that_the_proposal_lacks() -> None:
    table, made = priced()
    table.hear(made)
    assert (table.log.term, table.refused, table.of.due) == (0, [], True)


def test_a_price_is_put_off_by_who_holds_the_value_of_who_pays() -> None:
    table, made = priced_value()
    table.hear(made)
    assert (table.log.term, table.refused, table.of.due) == (0, [], True)


def priced_value() -> tuple[Alone, Proposed]:
    """A session that has the value of a player, and a proposal without it by which that player pays."""
    table = Alone(4, 0, Kind.BEACON, after=2, acknowledged=False)
    for player in (2, 3):
        table.hear(table.hands.sign(table.log, player), player)
    secrets = [table.hands.sign(table.log, player) for player in (0, 1, 3)]
    promises = [table.promised(player, term=1, secrets=secrets) for player in (0, 1, 3)]
    return table, table.proposed(promises, away(2))


def test_a_price_is_not_put_off_where_nothing_speaks_for_who_pays() -> None:
    table = Alone(4, 0, Kind.BEACON, after=2, acknowledged=False)
    secrets = [table.hands.sign(table.log, player) for player in (0, 1, 3)]
    promises = [table.promised(player, term=1, secrets=secrets) for player in (0, 1, 3)]
    table.hear(table.proposed(promises, away(2)))
    assert (table.log.term, set(table.log.absent)) == (1, {2})


def test_what_was_put_off_is_entered_after_two_timers_and_another_coordinator_asked_for_after_one() -> None:
    table, made = priced()
    table.hear(made)
    table.tick(2.0)
    assert table.request is not None
    assert STUCK_HERE in table.request.changes
    table.tick(1.9)
    assert table.log.term == 0
    table.tick(0.1)
    table.tick(0.1)
    assert table.log.epoch_id == made.epoch.id


def test_a_price_is_put_off_for_four_seconds_however_long_the_timers_are() -> None:
    """Otherwise the next terms come first, and innocent players pay in them."""
    table, made = priced()
    for _ in range(3):
        table.of._state.timer.start(0.0)
    table.hear(made)
    table.tick(3.9)
    assert table.log.term == 0
    table.tick(0.2)
    assert table.log.epoch_id == made.epoch.id


def test_what_was_put_off_is_not_entered_where_another_epoch_has_begun() -> None:
    table, made = priced()
    table.hear(made)
    secrets = list(table.log.given.values())
    others = [table.promised(player, secrets=secrets, term=2) for player in (0, 2)]
    assert table.log.epoch_id != made.epoch.id
    table.hear(table.proposed([*others, table.promised(1, term=2)], away(0)))
    assert table.log.term == 2
    table.tick(10.0)
    assert table.log.term == 2


# A later epoch on steps that we lack


def left_behind() -> tuple[Alone, Log]:
    """A session that alone has entered the epoch of term 1, and the log of the others.

    They have taken actions of term 0 in place of it, and the epoch of term 2 stands on these.
    """
    first = Alone(5, kind=Kind.ACTION)
    author = first.log.holder(first.log.slots[0])
    table = Alone(5, me=(author + 1) % 5, kind=Kind.ACTION)
    log = table.log.at_height(table.log.height)
    others = [player for player in table.others if player != author]
    table.hear(table.proposed([table.promised(player, term=1) for player in others]))
    assert table.log.term == 1
    table.hands.fill(log)
    table.hands.change(log, players=others, term=2)
    table.mark()
    return table, log


def show_by_steps(table: Alone, log: Log, link: int) -> None:
    """Another player shows a log by chunks of one step."""
    table.hear(Have(log.term, log.height, (0,) * 5), link)
    table.tick(0.0)
    while fetches := table.take(Fetch):
        for fetch in fetches:
            step = log.steps[fetch.first - 1]
            shown = (*step.entries, *([step.proposed] if step.proposed else ()))
            table.hear(Chunk(fetch.first, log.term, log.height, tuple(map(messages.encode, shown))), link)
        table.tick(0.0)


@pytest.mark.parametrize("by_steps", [False, True])
def test_who_alone_has_entered_an_epoch_goes_over_to_a_later_one_on_steps_that_it_lacks(*, by_steps: bool) -> None:
    table, log = left_behind()
    (show_by_steps if by_steps else Alone.show)(table, log, table.others[0])
    assert table.log.head == log.head
    assert not table.of.proofs
    (rolled,) = [event for event in table.outputs if isinstance(event, RolledBack)]
    assert [step.kind for step in rolled.steps] == [Kind.EPOCH]
    table.started()
    assert (table.log.head, table.log.epoch) == (log.head, log.epoch)


def test_no_one_goes_over_to_a_log_whose_epoch_follows_from_no_promises() -> None:
    table, log = left_behind()
    ours, step = table.log.head, log.steps[-1]
    assert step.proposed is not None
    log.steps[-1] = step._replace(proposed=step.proposed._replace(promises=step.proposed.promises[:1]))
    table.show(log)
    assert table.log.head == ours
    assert not [event for event in table.outputs if isinstance(event, RolledBack)]


# What is final stays


def test_no_proposal_drops_what_a_quorum_has_acknowledged() -> None:
    """Even one that its promises give: here all who promise lie about what they have acknowledged."""
    table = Alone(4)
    for player in table.others:
        table.acknowledge(player)
    assert table.of.final == table.log.height
    shorter = table.log.at_height(table.log.height - 1)
    table.hear(table.proposed([table.promised(p, term=1, log=shorter) for p in (1, 2, 3)], log=shorter))
    assert {event.player for event in table.outputs if isinstance(event, Proven)} == {1, 2, 3}
    assert (table.log.term, table.of.phase) == (0, Phase.STOPPED)


def test_what_is_final_stays_even_if_no_one_is_convicted() -> None:
    table = Alone(4)
    for player in table.others:
        table.acknowledge(player)
    shorter = table.log.at_height(table.log.height - 1)
    with broken.no_convictions():
        table.hear(table.proposed([table.promised(p, term=1, log=shorter) for p in (1, 2, 3)], log=shorter))
    assert MessageRefused(table.others[0], "a proposal that drops what is final") in table.outputs
    assert table.log.term == 0


def test_what_is_not_final_goes_with_an_epoch_that_stands_below_it() -> None:
    """An action that only its author had."""
    table = Alone(3, kind=Kind.ACTION)
    (decider,) = table.log.slots
    me = decider
    table = Alone(3, me=me, kind=Kind.ACTION)
    before = table.log.at_height(table.log.height)
    table._note(table.of.answer(me, table.hands.answers(before.game, me)))  # type: ignore[arg-type]
    assert table.log.height > before.height
    gone = away(me)
    by = [player for player in range(3) if player != me]
    made = table.proposed([table.promised(p, gone, term=1, log=before) for p in by], gone, log=before)
    table.hear(made)
    (rolled,) = [event for event in table.outputs if isinstance(event, RolledBack)]
    assert [step.number for step in rolled.steps][:1] == [before.height + 1]
    assert table.log.epoch_at(before.height + 1)[1] == made.epoch.id


def diverging() -> tuple[Alone, Log]:
    """A session of four that has one version of an action, and the log with the other one."""
    hands = Hands(Alone(4).hands.charter)
    log = hands.to(Kind.ACTION)
    (author,) = log.slots
    me = 0 if author != 0 else 1
    table = Alone(4, me=me, kind=Kind.ACTION, after=0)
    other = table.log.at_height(table.log.height)
    other.accept(Hands(table.hands.charter, generous).sign(other, author))
    table.hear(table.hands.sign(table.log, author), author)
    assert table.log.head != other.head
    return table, other


def test_no_one_leaves_a_log_within_a_term() -> None:
    table, other = diverging()
    ours = table.log.head
    third = next(player for player in table.others if player != table.log.charter.seats[0].player)
    table.acknowledge(third, other)
    table.show(other, third)
    assert table.log.head == ours
    assert len([event for event in table.outputs if isinstance(event, Proven)]) == 1
