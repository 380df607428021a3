"""Phase 2, trade: taking what lies face up, and the compensation at the end (2.2)."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from core import Decision, Simultaneous
from tests.core.draws import all_draws
from tests.core.positions import Position, Table

ROME, GREECE, CARTHAGE, EGYPT = "rome", "greece", "carthage", "egypt"


def face_up(number: int, leader: str = ROME, **hands: str) -> Table:
    """A trade of three or four after the offers: each offers the first so many resources of the hand."""
    position = Position(len(hands)).leaders(trade=leader).at_trade()
    for empire, hand in hands.items():
        position.give(empire, hand)
    table = position.table()
    table.say(leader, f"announce {number}")
    if table.asked_together():
        chosen = {empire: " ".join(hand.split()[:number]) for empire, hand in hands.items()}
        table.offers(**{empire: chosen[empire] for empire in table.asked_together()})
    return table


def takes(table: Table, *course: str) -> None:
    """Takes in turn, each written as ``rome: sheep greece``."""
    for take in course:
        taker, what = take.split(": ")
        token, loser = what.split()
        table.say(taker, f"take {token} from {loser}")


def test_every_resource_that_may_be_taken_can_be_drawn_and_nothing_else_2_2() -> None:
    """2.2."""
    node = face_up(2, rome="coin oil gold", greece="wood wood coin", carthage="oil wood coin", egypt="coin").game.node
    assert isinstance(node, Decision)
    assert len(set(node.answers)) == 3
    assert set(all_draws(node.answers.draw)) == set(node.answers)


def is_over(table: Table) -> bool:
    """Whether the trade has ended, and the Culture Leader is asked who builds first."""
    node = table.game.node
    return isinstance(node, Decision) and node.prompt.rule == "3.0"


# ---------------------------------------------------------------------- 2.2 who takes what


def test_one_takes_a_single_face_up_resource_of_another_player_2_2() -> None:
    """2.2."""
    table = face_up(2, rome="coin coin oil", greece="wood sheep oil", carthage="gold gold oil")
    # What is not face up (the oil) can't be taken, nor can one's own.
    assert table.legal() == ["take wood from greece", "take sheep from greece", "take gold from carthage"]
    assert table.refused(ROME, "take oil from greece", rule="2.2") == "Greece has no oil face up."
    assert table.refused(ROME, "take coin from rome", rule="2.2") == "Take from another player, not from yourself."
    table.refused(ROME, "done", rule="2.2")


def test_a_take_without_a_choice_is_told_to_be_so_2_2() -> None:
    """2.2: who can take one thing only is not asked."""
    table = face_up(1, rome="coin oil", greece="sheep oil", carthage="")
    assert "Rome takes sheep from Greece, as nothing else can be taken." in table.told


def test_a_take_by_choice_is_told_without_that_2_2() -> None:
    """2.2."""
    table = face_up(1, rome="coin oil", greece="sheep oil", carthage="wine oil")
    takes(table, "rome: sheep greece")
    assert "Rome takes sheep from Greece." in table.told


# ---------------------------------------------------------------------- 2.2a back and forth


def test_the_barred_player_is_refused_by_name_2_2a() -> None:
    """2.2a."""
    table = face_up(3, rome="coin coin coin", greece="wood wood wood", carthage="gold oil gold")
    takes(table, "rome: wood greece", "greece: coin rome")
    assert table.asked() == ROME
    assert table.legal() == ["take gold from carthage", "take oil from carthage"]
    sentence = table.refused(ROME, "take wood from greece", rule="2.2a")
    assert sentence == "You and Greece have just taken from each other."


# ---------------------------------------------------------------------- what always holds


@given(
    st.lists(st.lists(st.sampled_from(["coin", "sheep", "*sheep", "gold", "oil"]), max_size=6), min_size=3, max_size=5),
    st.integers(0, 5),
    st.randoms(use_true_random=False),
)
def test_everybody_ends_with_as_many_resources_as_they_started_with_2_2_1(
    hands: list[list[str]], number: int, chance: random.Random
) -> None:
    """2.2.1."""
    position = Position(len(hands)).at_trade()
    legendary = False
    for empire, hand in zip(position.board.empires, hands, strict=True):
        # There is one legendary sheep in the box.
        kept = [token for token in dict.fromkeys(hand) if token != "*sheep" or not legendary]
        legendary = legendary or "*sheep" in kept
        position.give(empire, " ".join(kept + [token for token in hand if token == "coin"]))
    table = position.table()
    before = [table.size(empire) for empire in table.board.empires]
    while not is_over(table):
        node = table.game.node
        if isinstance(node, Simultaneous):
            table.game.reveal({seat: answers.draw(chance.randrange) for seat, answers in node.answers.items()})
            continue
        assert isinstance(node, Decision)
        line = f"announce {number}"
        drawn = node.answers.draw(chance.randrange)
        table.game.apply(table.game.parse(line) if line in table.legal() else drawn)
    assert [table.size(empire) for empire in table.board.empires] == before
