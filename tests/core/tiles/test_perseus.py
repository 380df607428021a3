"""Perseus: before everybody, if it wins (chapter 3, R13)."""

from __future__ import annotations

import pytest

from core import Decision
from core.mare.actions import Done
from tests.core.draws import all_draws
from tests.core.positions import Position, Table

TWO = ("perseus",)
THREE = ("perseus", "ramses")
FOUR = ("perseus", "ramses", "spartacus")
"""As many tiles with the starting hero; the third costs 8, the fourth 9, the fifth 10."""
GOODS = "pottery gems papyrus metal spices marble wood gold grain oil sheep wine gladiators"


def coins(number: int) -> str:
    """So many coins in words."""
    return " ".join(["coin"] * number)


def goods(number: int, first: int = 0) -> str:
    """So many different commodities in words."""
    return " ".join(GOODS.split()[first : first + number])


def rome(*tiles: str, hand: str) -> Position:
    """Rome with Caesar, these tiles and this hand; Greece is Culture Leader."""
    return Position().tiles("rome", *tiles).give("rome", hand).leaders(culture="greece")


def begun(position: Position) -> Table:
    """The build phase begins."""
    return position.at_build().table()


def is_asked(table: Table) -> bool:
    """Whether Rome is asked for its ambition; if not, Greece names who builds first."""
    if (table.asked(), table.rule()) == ("rome", "R13"):
        return True
    assert (table.asked(), table.rule()) == ("greece", "3.0")
    return False


# ---------------------------------------------------------------------- who is asked


def test_perseus_lets_the_owner_go_before_all() -> None:
    """R13: when the phase begins, its owner may go before all others; the game ends at once in the owner's favour."""
    table = begun(rome(*FOUR, hand=coins(10)))
    assert is_asked(table)
    table.say("rome", f"build hercules with {coins(10)}")
    assert table.winners() == ("rome",)
    assert table.victory() == "heroes_and_wonders"


def test_the_owner_of_perseus_may_let_it_be() -> None:
    """R13: *may*; then the owner's turn comes like any other."""
    table = begun(rome(*FOUR, hand=coins(10)))
    table.say("rome", "done")
    assert not is_asked(table)
    table.say("greece", "name rome")
    assert table.allows("build legion latium with coin coin coin")


def test_the_owner_alone_is_asked() -> None:
    """R13: *its owner*; four tiles and ten coins are nothing without Perseus."""
    assert not is_asked(begun(rome("hercules", "ramses", "spartacus", hand=coins(10))))


def ways(table: Table) -> set[str]:
    """What Rome may begin with: ``heroes`` (or wonders), ``pyramids``; nothing where it is not asked."""
    if not is_asked(table):
        return set()
    assert isinstance(table.game.node, Decision)
    tiles = table.game.node.answers.complete("build ")
    return {"pyramids" if tile == "pyramids" else "heroes" for tile in tiles}


@pytest.mark.parametrize(
    ("tiles", "hand", "expected"),
    [
        (FOUR, coins(10), {"heroes"}),
        (FOUR, coins(9), set()),
        (FOUR, goods(10), {"heroes"}),
        (FOUR, goods(9), set()),
        (FOUR, f"{coins(1)} {goods(9)}", set()),
        (FOUR, coins(12), {"heroes", "pyramids"}),
        (THREE, f"{coins(9)} {goods(10)}", {"heroes"}),
        (THREE, f"{coins(10)} {goods(9)}", {"heroes"}),
        (THREE, f"{coins(9)} {goods(9)}", set()),
        (THREE, f"{coins(10)} {goods(8)}", set()),
        (THREE, coins(19), {"heroes", "pyramids"}),
        (THREE, coins(18), {"pyramids"}),
        (TWO, f"{coins(8)} {goods(10)} {goods(9)}", {"heroes"}),
        (TWO, f"{coins(8)} {goods(10)} {goods(8)}", set()),
        (TWO, coins(12), {"pyramids"}),
        (TWO, goods(12), {"pyramids"}),
        (TWO, coins(11), set()),
        (TWO, goods(11), set()),
    ],
)
def test_the_owner_is_asked_only_when_they_can_pay_for_all_that_is_missing(
    tiles: tuple[str, ...], hand: str, expected: set[str]
) -> None:
    """R13: the owner can pay for all that is missing: 10, or 9 and 10, or 8, 9 and 10; or 12 for the Pyramids."""
    assert ways(begun(rome(*tiles, hand=hand))) == expected


def test_what_is_missing_must_lie_face_up() -> None:
    """R13: from what lies face up; one tile is no use where two are missing, and the Pyramids are none of them."""
    position = rome(*THREE, hand=coins(19))
    assert is_asked(begun(position.face_up("hercules", "colossus")))
    assert not is_asked(begun(position.face_up("hercules")))
    # With the Pyramids face up nineteen coins pay for them, but not for hercules and something else.
    table = begun(position.face_up("hercules", "pyramids"))
    assert {line.split()[1] for line in table.legal("build")} == {"pyramids"}


def test_cleopatra_helps_to_pay_for_all() -> None:
    """3.0b, R13: one coin in each set: 9 and 10 from nine kinds, eight of them twice, and two coins."""
    position = Position().leaders(culture="greece").tiles("egypt", *THREE)
    position.give("egypt", f"coin coin {goods(9, 1)} {goods(8, 1)}")
    assert position.at_build().table().asked() == "egypt"
    other = Position().leaders(culture="greece").tiles("rome", *THREE)
    other.give("rome", f"coin coin {goods(9, 1)} {goods(8, 1)}")
    assert other.at_build().table().asked() == "greece"


def test_hannibal_helps_to_pay_for_all() -> None:
    """3.0b, R13: one kind twice in each set: 9 and 10 from nine kinds, one of them three times."""
    hand = f"{goods(9, 1)} {goods(9, 1)} gold"
    position = Position().leaders(culture="greece").tiles("carthage", *THREE).give("carthage", hand)
    assert position.at_build().table().asked() == "carthage"
    other = Position().leaders(culture="greece").tiles("rome", *THREE).give("rome", hand)
    assert other.at_build().table().asked() == "greece"


# ---------------------------------------------------------------------- what the owner may build, and how to pay


def test_nothing_else_may_be_built() -> None:
    """R13: and nothing else may be built."""
    table = begun(rome(*FOUR, hand=coins(13)))
    table.refused("rome", "build legion latium with coin coin coin", "R13")
    table.refused("rome", "name rome", "R13")


def test_only_what_wins_may_be_built() -> None:
    """R13: with two tiles missing too dear for the owner, and the Pyramids paid for, it is the Pyramids or nothing."""
    table = begun(rome(*THREE, hand=coins(12)))
    table.refused("rome", f"build hercules with {coins(9)}", "R13")
    table.say("rome", f"build pyramids with {coins(12)}")
    assert (table.winners(), table.victory()) == (("rome",), "pyramids")


def test_both_ways_are_open_to_who_can_pay_both() -> None:
    """R13: the owner's fifth hero or wonder, or the Pyramids."""
    table = begun(rome(*FOUR, hand=coins(12)))
    assert table.allows(f"build pyramids with {coins(12)}")
    assert table.allows(f"build hercules with {coins(10)}")


def test_every_tile_face_up_will_do() -> None:
    """R13: any hero or wonder that lies face up, none that does not."""
    table = begun(rome(*FOUR, hand=coins(10)).face_up("circe", "colossus"))
    assert table.allows(f"build circe with {coins(10)}")
    assert table.allows(f"build colossus with {coins(10)}")
    table.refused("rome", f"build hercules with {coins(10)}", "R13")


def test_two_tiles_win_together() -> None:
    """R13: it may be two tiles; the game ends with the fifth, not with the fourth."""
    table = begun(rome(*THREE, hand=f"{coins(9)} {goods(10)}"))
    table.say("rome", f"build hercules with {coins(9)}")
    assert (table.winners(), table.hand("rome")) == (None, goods(10))
    assert (table.asked(), table.rule()) == ("rome", "R13")
    table.say("rome", f"build colossus with {goods(10)}")
    assert (table.winners(), table.victory()) == (("rome",), "heroes_and_wonders")


def test_only_payments_that_leave_the_rest_payable_are_legal() -> None:
    """R13: only payments that leave the rest payable; ten coins and ten kinds: nine of the latter leave ten coins."""
    table = begun(rome(*THREE, hand=f"{coins(9)} {goods(10)}"))
    table.refused("rome", f"build hercules with {goods(9)}", "R13")
    assert table.allows(f"build hercules with {coins(9)}")
    table = begun(rome(*THREE, hand=f"{coins(10)} {goods(9)}"))
    table.refused("rome", f"build hercules with {coins(9)}", "R13")
    assert table.allows(f"build hercules with {goods(9)}")


def test_what_is_no_set_is_refused_as_such() -> None:
    """3.0a, R13."""
    table = begun(rome(*FOUR, hand=f"{coins(10)} wine"))
    table.refused("rome", f"build hercules with {coins(9)} wine", "3.0a")
    table.refused("rome", f"build hercules with {coins(9)}", "3.0a")


def test_who_has_begun_goes_on() -> None:
    """R13: if the owner then builds what wins: once the fourth tile is bought, the fifth follows, and no Pyramids."""
    table = begun(rome(*THREE, hand=f"{coins(19)} {goods(12)}"))
    table.say("rome", f"build hercules with {coins(9)}")
    table.refused("rome", "done", "R13")
    table.refused("rome", f"build pyramids with {goods(12)}", "R13")
    table.refused("rome", "build legion latium with coin coin coin", "R13")


def test_completion_knows_which_payments_leave_enough() -> None:
    """R13: nine coins pay for the first tile, as no other set would leave ten."""
    node = begun(rome(*THREE, hand=f"{coins(9)} {goods(10)}")).game.node
    assert isinstance(node, Decision)
    assert node.answers.complete("") == ["build", "done"]
    assert node.answers.complete("build herc") == ["hercules"]
    assert node.answers.complete("build pyr") == []
    assert node.answers.complete("build hercules ") == ["with"]
    assert node.answers.complete("build hercules with ") == ["coin"]
    assert node.answers.complete(f"build hercules with {coins(9)} ") == []


@pytest.mark.parametrize("first", [False, True])
def test_every_answer_can_be_drawn_and_no_other(first: bool) -> None:
    """R13: the tiles, their payments, and letting it be, but that only before the first is bought."""
    tiles, hand = (FOUR, coins(12)) if first else (THREE, coins(19))
    table = begun(rome(*tiles, hand=hand).face_up("circe", "colossus", "hercules", "pyramids"))
    if not first:
        table.say("rome", f"build hercules with {coins(9)}")
    node = table.game.node
    assert isinstance(node, Decision)
    drawn = set(all_draws(node.answers.draw))
    assert drawn == set(node.answers)
    assert len(drawn) == (3 + 1 + 1 if first else 2)
    assert (Done() in drawn) == first


def test_completion_of_a_rich_hand_is_quick() -> None:
    """R13: of a hundred thousand payments none is looked for; all thirteen kinds may pay a part."""
    hand = f"{coins(10)} {goods(13)} " + " ".join("*" + kind for kind in GOODS.split())
    node = begun(rome(*THREE, hand=hand)).game.node
    assert isinstance(node, Decision)
    assert len(node.answers.complete("build hercules with *gems ")) == 24


# ---------------------------------------------------------------------- Castor and Pollux on the way


def test_castor_and_pollux_are_bought_on_the_way() -> None:
    """R12, R13: their buyer must copy before going on."""
    position = rome(*THREE, hand=f"{coins(9)} {goods(10)}").tiles("egypt", "circe", "antigone")
    table = begun(position)
    table.say("rome", f"build castor_and_pollux with {coins(9)}")
    assert table.rule() == "R12"
    table.say("rome", "copy circe")
    assert table.rule() == "R13"
    table.say("rome", f"build colossus with {goods(10)}")
    assert table.winners() == ("rome",)


def test_castor_and_pollux_as_the_fifth_win_at_once() -> None:
    """R13: the game ends at once; nothing is copied any more."""
    table = begun(rome(*FOUR, hand=coins(10)).tiles("egypt", "circe", "antigone"))
    table.say("rome", f"build castor_and_pollux with {coins(10)}")
    assert table.winners() == ("rome",)


# ---------------------------------------------------------------------- the end of the game, early or not


def test_the_owner_wins_before_the_culture_leader_with_five_would() -> None:
    """R13: before everybody, at once: the Culture Leader, who could pay for a fifth as well, has no turn."""
    position = rome(*FOUR, hand=coins(10)).tiles("greece", "hercules", "circe", "antigone").give("greece", goods(10))
    table = begun(position)
    table.say("rome", f"build colossus with {coins(10)}")
    assert table.winners() == ("rome",)


def test_the_owner_goes_before_the_player_whom_the_culture_leader_names() -> None:
    """R13, worked example: the Culture Leader names no one before Perseus's owner has built the Pyramids, and won."""
    table = begun(rome("perseus", hand=coins(12)))
    table.refused("rome", "name greece", "R13")
    table.say("rome", f"build pyramids with {coins(12)}")
    assert (table.winners(), table.victory()) == (("rome",), "pyramids")


def test_a_fifth_tile_in_an_ordinary_turn_wins_only_at_the_end_of_the_phase() -> None:
    """R13, 6.2: a fifth tile bought in an ordinary turn wins only under 6.2, at the end of phase 3."""
    position = rome(*FOUR, hand=coins(10)).give("egypt", "coin coin coin")
    table = position.at_build_turn("rome", "egypt").table()
    table.say("rome", f"build hercules with {coins(10)}")
    assert table.winners() is None
    assert table.asked() == "egypt"
    table.say("egypt", "done")
    assert (table.winners(), table.victory()) == (("rome",), "heroes_and_wonders")


def test_a_fifth_tile_in_an_ordinary_turn_loses_to_the_culture_leaders_five() -> None:
    """6.2: among several the Culture Leader; Perseus decides nothing then."""
    position = rome(*FOUR, hand=coins(10)).tiles("greece", "hercules", "circe", "antigone", "colossus")
    table = position.at_build_turn("rome").table()
    table.say("rome", f"build lighthouse with {coins(10)}")
    assert table.winners() == ("greece",)


def test_perseus_bought_in_this_phase_comes_too_late() -> None:
    """R13: when the phase begins, its owner: a player who buys Perseus now has an ordinary turn."""
    table = rome("ramses", "spartacus", hand=f"{coins(9)} {goods(10)}").at_build_turn("rome", "egypt").table()
    table.say("rome", f"build perseus with {coins(9)}", f"build hercules with {goods(10)}")
    assert len(table.tiles("rome")) == 5
    assert table.victory() == "heroes_and_wonders"
    assert any("Rome gains Hercules" in sentence for sentence in table.told)


def test_the_owner_is_asked_again_in_every_round() -> None:
    """R13: when the phase begins, whichever round it is."""
    assert is_asked(begun(rome(*FOUR, hand=coins(10)).round(9)))


# ---------------------------------------------------------------------- the Pyramids


def test_the_pyramids_win_at_once_in_an_ordinary_turn() -> None:
    """6.1: their builder wins at once, Perseus or not."""
    table = Position().give("rome", coins(12)).at_build_turn("rome", "egypt").table()
    table.say("rome", f"build pyramids with {coins(12)}")
    assert (table.winners(), table.victory()) == (("rome",), "pyramids")


@pytest.mark.parametrize("number", [0, 2, 4])
def test_the_pyramids_cost_12_whatever_the_mat_holds(number: int) -> None:
    """3.1.3: Pyramids 12; they are no hero or wonder, so five of these do not keep them out (6.1)."""
    tiles = ("hercules", "ramses", "spartacus", "colossus")[:number]
    table = Position().tiles("rome", *tiles).give("rome", coins(12)).at_build_turn("rome", "egypt").table()
    table.refused("rome", f"build pyramids with {coins(11)}", "3.0a")
    table.say("rome", f"build pyramids with {coins(12)}")
    assert table.victory() == "pyramids"


@pytest.mark.parametrize(("coins", "rule"), [(11, "3.0"), (12, "R13")])
def test_whose_mat_is_full_is_asked_for_the_pyramids_alone(coins: int, rule: str) -> None:
    """3.1.3, R13: in a position with five tiles on the mat no sixth can be built, with any cards."""
    position = Position().tiles("rome", "perseus", "circe", "hercules", "ramses").leaders(culture="greece")
    table = position.give("rome", "coin " * coins).at_build().table()
    assert table.rule() == rule
    if rule == "R13":
        assert table.legal() == [f"build pyramids with {' '.join(['coin'] * 12)}", "done"]
