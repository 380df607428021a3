"""Lost identity: who is given a new key, and by whom."""

from __future__ import annotations

from typing import Any

import pytest

from crypto.errors import SignatureError
from crypto.labels import Label
from p2p.log import messages
from p2p.log.change_rules import judge_together
from p2p.log.changes import ABSENT, BACK, KEY, RESIGN, Change
from p2p.log.keys import SignedClaim
from p2p.log.messages import Have
from p2p.log.presence import Presence, Status, sign_presence
from p2p.log.promises import SignedRequest, sign_promise
from p2p.log.proposals import judge
from p2p.log.statements import SignedEntry
from p2p.log.steps import Kind
from p2p.log.steps import Refused as NotPossible
from p2p.session.conversation import TalkError
from p2p.session.events import Claimed, Stopped
from p2p.session.session import Session
from p2p.session.state import Phase
from tests.p2p.changes import assert_finished, made
from tests.p2p.hands import Hands
from tests.p2p.lost_keys import LOST, at, without
from tests.p2p.newcomers import Newcomers, change, hand, key_of
from tests.p2p.tables import charter, identity
from tests.p2p.wager import new_wager


@pytest.mark.parametrize(("players", "seed"), [(3, 0), (4, 1), (5, 2), (3, 3)])
def test_a_player_who_lost_their_identity_plays_on_with_another_key_once_the_others_agree(
    players: int, seed: int
) -> None:
    table = without(players=players, seed=seed)
    number = table.newcomer(LOST)
    table.settle()
    assert table.sessions[number].asks
    table.give(number)
    assert made(table, 0)[1:] == [(table.asked_for(number),), (Change(BACK, LOST),)]
    assert all(not table.sessions[n].log.absent for n in table.here)
    table.go_on()
    assert_finished(table)
    entries = [signed for step in table.sessions[0].log.steps for signed in step.entries]
    newcomers = [signed for signed in entries if is_by(table.hands[number].identity.public, signed)]
    assert newcomers, "the newcomer has played"


def test_who_asks_for_a_seat_is_not_told_that_the_one_who_has_it_uses_their_key() -> None:
    asking = Session(charter(3), new_wager, hand(13), LOST)
    other = 1 if LOST != 1 else 2
    asking.connected(other, other)
    for counter in (5, 6):
        presence = Presence(asking.charter.id, counter, int(Status.HERE), (other,), ())
        assert asking.receive(other, messages.encode(sign_presence(identity(LOST), LOST, presence))) == []


def is_by(key: Any, signed: SignedEntry) -> bool:
    try:
        key.verify(signed.signature, Label.SIGNED_ENTRY, signed.id)
    except SignatureError:
        return False
    return True


@pytest.mark.parametrize("kind", [Kind.ACTION, Kind.COMMITMENTS, Kind.OPENINGS, Kind.BEACON])
def test_it_does_not_matter_at_what_step_a_machine_is_lost(kind: Kind) -> None:
    """No link of the lost key is waited for, the autopilot opens the commitment, and a new chain begins."""
    table = Newcomers(charter(3, rounds=3), 1, 1)
    table.begin()
    if kind in (Kind.ACTION, Kind.COMMITMENTS):
        table.to(kind, 1)
        lost = table.sessions[0].awaited[-1]
    else:
        lost = table.until(kind, 1)
    table.lose(lost)
    number = table.newcomer(lost)
    table.settle()
    table.give(number)
    table.go_on()
    assert (table.asked_for(number),) in made(table, 1 if lost == 0 else 0)
    assert_finished(table)


def test_all_see_who_asks_and_so_does_a_player_who_is_connected_with_others_only() -> None:
    table = without(players=4)
    table.go(3)
    number = table.newcomer(LOST)
    table.settle()
    for other in (0, 1):
        assert table.claims_seen(other) == [Claimed(LOST, key_of(table.hands[number]))]
        assert table.sessions[other].claims == {LOST: (key_of(table.hands[number]),)}
    table.go(number)
    table.come(3)
    table.settle()
    assert table.claims_seen(3) == [Claimed(LOST, key_of(table.hands[number]))]


def test_who_only_asks_follows_the_game_and_says_nothing() -> None:
    table = without()
    number = table.newcomer(LOST)
    table.go_on()
    me = table.sessions[number]
    assert me.log.head == table.sessions[0].log.head
    assert {type(message) for message in table.sent[number]} <= {Have, messages.Fetch, SignedClaim}
    with pytest.raises(TalkError, match="until the others have given you your seat"):
        me.say("Let me in!")
    assert me.asked == ()
    assert me.phase is Phase.FINISHED


def test_it_takes_a_quorum_without_the_newcomer() -> None:
    table = without()
    number = table.newcomer(LOST)
    table.come(LOST)  # in whosever hands
    table.settle()
    log = table.sessions[0].log
    if LOST not in log.absent:
        table.lose(LOST)
    asked = table.asked_for(number)
    hands = Hands(table.charter)
    with pytest.raises(NotPossible, match="promises of a quorum"):
        judge(log, hands.proposed(log, asked, players=(0, LOST)))
    judge(log, hands.proposed(log, asked, players=(0, 1)))


def test_two_persons_need_each_other_for_this_too() -> None:
    hands = Hands(charter(2))
    with pytest.raises(NotPossible, match="promises of a quorum"):
        hands.change(hands.to(Kind.ACTION), Change(ABSENT, 1), change(1, 12))


def test_no_one_gives_a_key_alone_even_with_a_forged_promise_of_another() -> None:
    table = without()
    log = table.sessions[0].log
    proposed = Hands(table.charter).proposed(log, change(LOST, 12), players=(0, 1))
    own, other = proposed.promises
    for forged in (bytes(64), sign_promise(hand(12).identity, 1, other.content).signature):
        with pytest.raises(NotPossible, match="a signature that is not its player's"):
            judge(log, proposed._replace(promises=(own, other._replace(signature=forged))))


def test_a_seat_whose_owner_plays_cannot_be_given_away() -> None:
    table = at()
    number = table.newcomer(LOST)
    table.settle()
    assert [claimed.player for claimed in table.claims_seen(LOST)] == [LOST], "the owner sees it, too"
    table.agree(table.asked_for(number), [0, 1])
    table.settle()
    assert made(table, 0) == []


def test_a_thief_who_plays_with_the_stolen_key_loses_it_in_the_epoch_that_sends_them_away() -> None:
    """Two epochs would not do: the thief's program would be back before the second."""
    table = at()
    number = table.newcomer(LOST)
    table.settle()
    table.agree(Change(ABSENT, LOST), [0, 1])
    table.agree(table.asked_for(number), [0, 1])
    table.settle()
    asked = table.asked_for(number)
    assert made(table, 0)[0] in ((Change(ABSENT, LOST), asked), (Change(ABSENT, LOST),))
    assert (asked,) in made(table, 0) or (Change(ABSENT, LOST), asked) in made(table, 0)
    assert table.sessions[0].log.keys[LOST].key == table.hands[number].identity.public
    assert table.of(LOST, Stopped), "and the old program says so"


def test_a_player_who_agrees_to_a_new_key_does_not_let_the_old_one_back() -> None:
    table = without(players=5)
    number = table.newcomer(LOST)
    table.settle()
    table.agree(table.asked_for(number), [0, 1])
    table.come(LOST)
    for _ in range(4000):
        if not table._happen() or Change(BACK, LOST) in asked_by(table, 3) & asked_by(table, LOST):
            break
    asked = {player: asked_by(table, player) for player in (0, 1, 3, LOST)}
    assert Change(BACK, LOST) not in asked[0] | asked[1]
    assert Change(BACK, LOST) in asked[3] & asked[LOST], "by themselves, as after any absence"


def asked_by(table: Newcomers, player: int) -> set[Change]:
    """All that a player has ever asked for."""
    own = [said for said in table.sent[player] if isinstance(said, SignedRequest) and said.player == player]
    return {change for said in own for change in said.content.changes}


def test_who_has_resigned_is_given_no_key() -> None:
    hands = Hands(charter(3))
    log = hands.to(Kind.ACTION)
    hands.change(log, Change(RESIGN, 1))
    with pytest.raises(NotPossible, match="resigned"):
        log.judge(change(1, 12))
    other = hands.to(Kind.ACTION)
    with pytest.raises(NotPossible, match="resigned"):
        judge_together((change(1, 12), Change(RESIGN, 1)), other.checkpoint, range(3))


@pytest.mark.parametrize(
    "spoiled",
    [
        {"identity": identity(0).public.raw},
        {"identity": identity(LOST).public.raw},
        {"tip": hand(1).chain.tip},
        {"chat": hand(LOST).chat.public},
        {"first": 9},
    ],
)
def test_a_key_that_a_player_has_or_had_is_given_to_no_one(spoiled: dict[str, Any]) -> None:
    table = without()
    log = table.sessions[0].log
    key = key_of(hand(12))._replace(**spoiled)
    with pytest.raises(NotPossible, match=r"a change with a (key|chain)"):
        log.judge(Change(KEY, LOST, key))


def test_several_may_be_given_keys_at_once_but_each_their_own_and_one() -> None:
    hands = Hands(charter(5))
    log = hands.to(Kind.ACTION)
    one, other, away = change(1, 12), change(2, 13), (Change(ABSENT, 1), Change(ABSENT, 2))
    for part in ("identity", "chat", "tip"):
        same = Change(KEY, 2, key_of(hand(13))._replace(**{part: getattr(key_of(hand(12)), part)}))
        with pytest.raises(NotPossible, match="two players one key"):
            judge_together((*away, one, same), log.checkpoint, range(5))
    with pytest.raises(NotPossible, match="promises of a quorum"):
        hands.change(log, *away, one, other, players=(0, 1, 2, 3))
    hands.change(log, *away, one, other, players=(0, 3, 4))
    assert [log.keys[player].value for player in (1, 2)] == [one.key, other.key]


def test_one_person_and_a_program_where_no_one_sits_give_no_one_a_key() -> None:
    table = without()
    table.sessions[1]._parts.agreeing.agreeable = True
    number = table.newcomer(LOST)
    table.settle()
    table.agree(table.asked_for(number), [0])
    table.settle()
    assert table.sessions[0].requests == {0: (table.asked_for(number),)}
    assert table.sessions[0].log.keys[LOST].key == identity(LOST).public
