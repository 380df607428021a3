"""What the recount makes of a position after an order is a position in which all pieces still add up."""

from __future__ import annotations

from collections import Counter

from tests.core.classic.recount import after
from tests.core.classic.recount.board import MARKER, NEUTRAL, REVISED
from tests.core.classic.recount.position import Position, Unit, problems
from tests.core.classic.recount_examples import BOTH, table

FRESH = ("", False, False, False)


def with_legions(edition: str, player: str, name: str, number: int) -> Position:
    position = table(edition)
    for _ in range(number):
        after.bought(position, player, ("raise", name, "legion"))
    return position


@BOTH
def test_an_exchange_gives_the_marker_back_and_frees_the_legion(edition: str) -> None:
    """4.8a and K32."""
    position = with_legions(edition, "rome", "marmarica", 1)
    after.stands(position, "rome", "marmarica", {MARKER: FRESH})
    assert position.provinces["marmarica"].units("rome") == [Unit("rome", on=MARKER)]
    after.bought(position, "rome", ("exchange", "marmarica", MARKER))
    assert position.provinces["marmarica"].units("rome") == [Unit("rome")]
    assert position.pieces["egypt"][MARKER] == position.board.pieces[MARKER] - 2
    assert position.marked == {"marmarica"}
    assert problems(position) == []


@BOTH
def test_a_neutral_marker_goes_back_to_no_one(edition: str) -> None:
    position = table(edition, 3)
    position.provinces["lombardia"].land.clear()
    after.bought(position, "carthage", ("exchange", "lombardia", MARKER))
    assert position.provinces["lombardia"].owner == "carthage"
    assert NEUTRAL not in position.pieces


@BOTH
def test_example_21_occupation_ends_where_enemies_remain(edition: str) -> None:
    """5.6b: three Roman legions on Syria's caravans lose one each to Babylon's two, of which one or none is left."""
    for left in (0, 1):
        position = with_legions(edition, "rome", "syria", 2)
        after.stands(position, "rome", "syria", {"caravan:wine": FRESH, "caravan:fruit": FRESH})
        for _ in range(2):
            after.bought(position, "babylon", ("raise", "syria", "legion"))
        after.attacked(position, "syria", [Unit("babylon")] * 2)
        fallen = [Unit("rome", on="caravan:wine")] + [Unit("babylon", attacked=True)] * (2 - left)
        after.fought(position, "syria", fallen)
        on = {unit.on for unit in position.provinces["syria"].units("rome")}
        assert on == ({""} if left else {"caravan:fruit"})
        assert problems(position) == []


@BOTH
def test_a_pillaged_province_is_restored_by_any_building(edition: str) -> None:
    """5.8c and K42."""
    position = with_legions(edition, "rome", "syria", 1)
    after.pillaged(position, "rome", "syria", "caravan:wine")
    assert position.provinces["syria"].pillaged
    assert position.decided == {"syria"}
    assert problems(position) == []
    after.bought(position, "babylon", ("build", "syria", "market"))
    assert not position.provinces["syria"].pillaged


@BOTH
def test_units_that_move_leave_what_they_stood_on(edition: str) -> None:
    """5.2a, 5.3a and 5.8d."""
    position = with_legions(edition, "rome", "syria", 2)
    after.stands(position, "rome", "syria", {"caravan:wine": FRESH})
    after.marched(position, "rome", "syria", "palaestina", Counter({("caravan:wine", False, False, False): 1}))
    assert position.provinces["syria"].units("rome") == [Unit("rome")]
    assert position.provinces["palaestina"].units("rome") == [Unit("rome", moved=True)]
    after.bought(position, "greece", ("raise", "creta", "trireme"))
    after.sailed(position, "greece", "creta", "mare_africum", Counter({FRESH: 1}))
    assert position.seas["mare_africum"] == [Unit("greece", "trireme", moved=True)]
    assert problems(position) == []


def test_the_alps_cost_a_legion_and_helen_takes_one_over() -> None:
    """8.2b and 7.3c."""
    position = with_legions(REVISED, "carthage", "numidia", 3)
    position.tiles["rome"].add("helen")
    after.marched(position, "carthage", "numidia", "lombardia", Counter({FRESH: 3}), lost=1)
    after.replaced(position, "lombardia", Unit("carthage", moved=True))
    assert Counter(position.provinces["lombardia"].land) == {Unit("carthage", moved=True): 1, Unit("rome"): 1}
    assert problems(position) == []
