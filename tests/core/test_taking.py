"""Phase 2, trade: taking what lies face up, and the compensation at the end (2.2)."""

from __future__ import annotations

import random

import pytest
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


@pytest.mark.parametrize("leader", [ROME, GREECE, CARTHAGE])
def test_the_trade_leader_takes_first_2_2(leader: str) -> None:
    """2.2."""
    assert face_up(1, leader, rome="coin oil", greece="wood oil", carthage="gold oil").asked() == leader


def test_one_takes_a_single_face_up_resource_of_another_player_2_2() -> None:
    """2.2."""
    table = face_up(2, rome="coin coin oil", greece="wood sheep oil", carthage="gold gold oil")
    # What is not face up (the oil) can't be taken, nor can one's own.
    assert table.legal() == ["take wood from greece", "take sheep from greece", "take gold from carthage"]
    assert table.refused(ROME, "take oil from greece", rule="2.2") == "Greece has no oil face up."
    assert table.refused(ROME, "take coin from rome", rule="2.2") == "Take from another player, not from yourself."
    table.refused(ROME, "done", rule="2.2")


def test_what_is_taken_belongs_to_the_taker_2_2() -> None:
    """2.2."""
    table = face_up(1, rome="coin oil", greece="wood oil", carthage="gold oil")
    takes(table, "rome: wood greece")
    assert table.hand(ROME) == "wood oil"


def test_what_is_taken_is_out_of_this_trade_2_2() -> None:
    """2.2."""
    table = face_up(1, rome="coin oil", greece="wood oil", carthage="gold oil")
    takes(table, "rome: wood greece")
    assert table.legal() == ["take coin from rome", "take gold from carthage"]
    table.refused(GREECE, "take wood from rome", rule="2.2")


def test_a_take_without_a_choice_is_told_to_be_so_2_2() -> None:
    """2.2: who can take one thing only is not asked."""
    table = face_up(1, rome="coin oil", greece="sheep oil", carthage="")
    assert "Rome takes sheep from Greece, as nothing else can be taken." in table.told


def test_a_take_by_choice_is_told_without_that_2_2() -> None:
    """2.2."""
    table = face_up(1, rome="coin oil", greece="sheep oil", carthage="wine oil")
    takes(table, "rome: sheep greece")
    assert "Rome takes sheep from Greece." in table.told


def test_the_one_who_was_taken_from_takes_next_2_2() -> None:
    """2.2."""
    table = face_up(1, rome="coin oil", greece="wood oil", carthage="gold oil")
    takes(table, "rome: gold carthage")
    assert table.asked() == CARTHAGE
    takes(table, "carthage: wood greece")
    # Greece has one answer left, the coin, and takes it unasked.
    assert table.hand(GREECE) == "coin oil"


def test_a_taker_may_choose_any_other_player_2_2() -> None:
    """2.2."""
    table = face_up(1, rome="coin oil", greece="wood oil", egypt="grain oil", carthage="gold oil")
    takes(table, "rome: wood greece")
    assert table.legal() == ["take coin from rome", "take grain from egypt", "take gold from carthage"]


def test_ordinary_and_legendary_tokens_are_taken_apart_r1() -> None:
    """R1."""
    table = face_up(2, rome="coin coin oil", greece="sheep *sheep oil", carthage="gold gold oil")
    assert table.legal("take")[:2] == ["take sheep from greece", "take *sheep from greece"]
    takes(table, "rome: *sheep greece")
    assert table.hand(ROME) == "oil *sheep"


# ---------------------------------------------------------------------- 2.2a back and forth


def test_two_players_may_not_go_back_and_forth_2_2a() -> None:
    """2.2a."""
    table = face_up(3, rome="coin coin coin", greece="wood wood wood", carthage="gold gold gold")
    takes(table, "rome: wood greece", "greece: coin rome")
    # Rome from Greece, Greece from Rome: now only Carthage is left, and Rome takes its gold unasked.
    assert table.asked() == CARTHAGE
    assert table.hand(ROME) == "wood gold"


def test_the_barred_player_is_refused_by_name_2_2a() -> None:
    """2.2a."""
    table = face_up(3, rome="coin coin coin", greece="wood wood wood", carthage="gold oil gold")
    takes(table, "rome: wood greece", "greece: coin rome")
    assert table.asked() == ROME
    assert table.legal() == ["take gold from carthage", "take oil from carthage"]
    sentence = table.refused(ROME, "take wood from greece", rule="2.2a")
    assert sentence == "You and Greece have just taken from each other."


def test_a_first_return_is_no_back_and_forth_2_2a() -> None:
    """2.2a."""
    table = face_up(2, rome="coin coin oil", greece="wood wood oil", carthage="gold gold oil")
    takes(table, "rome: wood greece")
    assert "take coin from rome" in table.legal()


def test_after_a_take_from_a_third_player_two_may_take_from_each_other_again_2_2a() -> None:
    """2.2a."""
    table = face_up(4, rome="coin " * 5, greece="wood " * 5, carthage="gold oil gold gold oil")
    takes(table, "rome: wood greece", "greece: coin rome", "rome: gold carthage", "carthage: wood greece")
    # The last two takes are Rome's from Carthage and Carthage's from Greece: Greece may take from both.
    assert table.asked() == GREECE
    assert {line.split()[-1] for line in table.legal()} == {ROME, CARTHAGE}


def test_only_the_last_two_takes_bar_2_2a() -> None:
    """2.2a."""
    table = face_up(4, rome="coin " * 5, greece="wood " * 5, carthage="gold oil gold gold oil")
    takes(table, "rome: gold carthage", "carthage: coin rome", "greece: gold carthage")
    # Rome, barred from Carthage, has then taken wood from Greece, unasked; so the bar between the two is over.
    assert table.asked() == CARTHAGE
    assert {line.split()[-1] for line in table.legal()} == {ROME, GREECE}


def test_the_bar_names_one_player_not_the_taking_round_2_2a() -> None:
    """2.2a."""
    table = face_up(4, rome="coin " * 5, greece="wood " * 5, carthage="gold oil gold gold oil")
    takes(table, "rome: wood greece", "greece: gold carthage", "carthage: wood greece")
    # Greece from Carthage, Carthage from Greece: Greece may not take from Carthage, and Rome's coin is all there is.
    assert table.asked() == ROME
    assert table.hand(GREECE).split().count("coin") == 1


# ---------------------------------------------------------------------- 2.2b the end


def test_trade_ends_when_nothing_is_left_face_up_2_2b() -> None:
    """2.2b."""
    table = face_up(1, rome="coin oil", greece="wood oil", carthage="gold oil")
    takes(table, "rome: wood greece", "greece: coin rome")
    # Rome takes the gold unasked; Carthage has nothing to take and Rome compensates it.
    assert table.rule() == "2.2.1"
    assert table.hand(CARTHAGE) == "oil"


def test_trade_ends_when_only_ones_own_is_left_face_up_and_it_returns_2_2b() -> None:
    """2.2b."""
    table = face_up(2, rome="coin coin", greece="wood wood", carthage="")
    # Rome takes wood, Greece a coin, Rome is barred: one wood and one coin return to their owners.
    assert is_over(table)
    assert table.hand(ROME) == "coin wood"
    assert table.hand(GREECE) == "coin wood"


def test_trade_ends_when_only_ones_own_and_the_barred_players_is_left_2_2b() -> None:
    """2.2b."""
    table = face_up(3, rome="coin coin coin oil", greece="wood wood wood oil", carthage="gold")
    # Every take is the only one possible: wood, a coin, and Rome is barred from the wood that is left.
    assert is_over(table)
    assert table.hand(ROME) == "coin coin wood oil"
    assert table.hand(GREECE) == "coin wood wood oil"


def test_what_is_still_face_up_returns_to_its_owner_2_2b() -> None:
    """2.2b."""
    table = face_up(2, rome="coin coin", greece="wood *wood", carthage="gold")
    # Rome alone has a choice: which wood it takes. The other one returns to Greece.
    takes(table, "rome: *wood greece")
    assert is_over(table)
    assert table.hand(GREECE) == "coin wood"


# ---------------------------------------------------------------------- 2.2.1 compensation


def test_no_compensation_is_due_when_the_leader_is_the_one_who_could_not_take_2_2_1() -> None:
    """2.2.1."""
    table = face_up(1, rome="coin oil", greece="wood oil", carthage="")
    # Rome takes the wood, Greece the coin, and Rome has nothing to take.
    assert is_over(table)
    assert table.hand(ROME) == "wood oil"
    assert table.hand(GREECE) == "coin oil"


def test_the_leader_gives_one_resource_to_the_player_who_is_one_short_2_2_1() -> None:
    """2.2.1."""
    table = face_up(1, rome="coin oil", greece="wood oil", carthage="gold oil")
    takes(table, "rome: wood greece", "greece: gold carthage")
    # Carthage takes Rome's coin unasked; Rome, the Leader, can't take, and all are quits.
    assert is_over(table)
    table = face_up(1, rome="coin oil", greece="wood oil", carthage="gold oil")
    takes(table, "rome: wood greece", "greece: coin rome")
    assert table.asked() == ROME
    table.say(ROME, "give gold to carthage")
    assert (table.hand(ROME), table.hand(CARTHAGE)) == ("wood oil", "gold oil")


def test_the_leader_may_give_what_they_just_took_or_their_own_2_2_1() -> None:
    """2.2.1."""
    table = face_up(1, rome="coin oil sheep", greece="wood oil", carthage="gold oil")
    takes(table, "rome: wood greece", "greece: coin rome")
    assert table.legal() == [
        "give wood to carthage",
        "give gold to carthage",
        "give oil to carthage",
        "give sheep to carthage",
    ]


def test_the_leader_says_whether_they_give_the_ordinary_or_the_legendary_token_r1() -> None:
    """R1."""
    table = face_up(1, rome="coin sheep *sheep", greece="wood oil", carthage="gold oil")
    takes(table, "rome: wood greece", "greece: coin rome")
    assert {"give sheep to carthage", "give *sheep to carthage"} <= set(table.legal())


def test_the_compensation_goes_to_the_player_who_is_one_short_2_2_1() -> None:
    """2.2.1."""
    table = face_up(1, rome="coin oil", greece="wood oil", carthage="gold oil")
    takes(table, "rome: wood greece", "greece: coin rome")
    sentence = table.refused(ROME, "give oil to greece", rule="2.2.1")
    assert sentence == "Give a resource: “give RESOURCE to carthage”."
    assert table.refused(ROME, "give sheep to carthage", rule="2.2.1") == "You have no sheep."
    table.refused(ROME, "done", rule="2.2.1")


def test_a_leader_with_one_sort_of_resource_gives_it_unasked_2_2_1() -> None:
    """2.2.1."""
    table = face_up(1, rome="coin", greece="coin", carthage="coin")
    takes(table, "rome: coin greece", "greece: coin rome")
    assert is_over(table)
    assert [table.hand(empire) for empire in (ROME, GREECE, CARTHAGE)] == ["coin", "coin", "coin"]


# ---------------------------------------------------------------------- worked cases


def test_the_leader_pays_the_player_whose_last_resource_they_took() -> None:
    """2.2.1, worked case: number 1; G (Leader) takes K's, K takes G's, G takes D's, D has nothing to take."""
    k, g, d = ROME, GREECE, CARTHAGE
    table = face_up(1, leader=g, rome="coin oil", greece="wood oil", carthage="gold oil")
    takes(table, f"{g}: coin {k}", f"{k}: wood {g}")
    # G takes D's gold, the last one, unasked; G has two of the three, D none.
    assert (table.hand(g), table.hand(k), table.hand(d)) == ("coin gold oil", "wood oil", "oil")
    assert (table.asked(), table.rule()) == (g, "2.2.1")
    table.say(g, f"give coin to {d}")
    assert (table.hand(g), table.hand(d)) == ("gold oil", "coin oil")


def test_the_leader_pays_a_player_who_is_barred_from_the_only_one_left() -> None:
    """2.2.1, worked case: K's and G's are gone; D takes one of V's, V one of D's; D may not take from V again."""
    k, g, d, v = ROME, GREECE, CARTHAGE, EGYPT
    hands = {k: "coin " * 4, g: "wood " * 4, v: "sheep oil oil oil", d: "gold wine wine wine"}
    table = face_up(4, leader=g, **{empire: hands[empire] for empire in (ROME, GREECE, EGYPT, CARTHAGE)})
    takes(table, f"{g}: coin {k}", f"{k}: wood {g}", f"{g}: gold {d}", f"{d}: wood {g}")
    takes(table, f"{g}: coin {k}", f"{k}: wood {g}", f"{g}: sheep {v}", f"{v}: coin {k}", f"{k}: wood {g}")
    # G's are gone. G takes the last of K's, and K takes one of D's.
    takes(table, f"{g}: coin {k}", f"{k}: wine {d}")
    # D takes oil from V, the only other one with something face up; V wine from D; D may not take from V again.
    assert (table.asked(), table.rule()) == (g, "2.2.1")
    assert table.hand(d).split().count("oil") == 1
    assert table.hand(v).split().count("wine") == 1
    assert table.hand(d).split().count("wine") == 1, "what was left face up is back"
    assert table.hand(v).split().count("oil") == 2, "what was left face up is back"
    assert (table.size(g), table.size(d)) == (5, 3)
    table.say(g, f"give sheep to {d}")
    assert [table.size(empire) for empire in (k, g, d, v)] == [4, 4, 4, 4]


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
