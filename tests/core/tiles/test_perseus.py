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


# ---------------------------------------------------------------------- what the owner may build, and how to pay


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
