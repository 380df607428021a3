"""What the screen tells while an answer is typed: payments, previews, reasons, and what a misspelled word may mean."""

from __future__ import annotations

from tests.cli.screen.golden import seated, setting_up, table, tray
from tests.cli.screen.seats import Seat
from tests.core.positions import Position


def building(resources: str = "coin coin coin sheep oil wine metal gold") -> Seat:
    """Rome builds."""
    return seated(Position(3).give("rome", resources).at_build_turn("rome"))


def typed(seat: Seat, text: str) -> Seat:
    """The seat with only this text in its line."""
    seat.line = seat.screen.edited("")
    seat.type(text)
    return seat


# ---------------------------------------------------------------------- payments


def test_a_resource_that_is_named_finds_all_payments_with_it() -> None:
    seat = typed(building(), "build legion latium with gold ")
    assert len(seat.draft.choices) == 6
    assert all("gold" in choice.line and not choice.alike for choice in seat.draft.choices)


def test_a_legendary_commodity_makes_no_second_way_to_pay() -> None:
    seat = typed(building("sheep wine metal *metal"), "build legion latium with ")
    assert [choice.alike for choice in seat.draft.choices] == [1]


def test_a_payment_that_stands_for_others_is_shown_before_it_is_taken() -> None:
    seat = building("sheep wine metal gold")
    seat.enter("build legion latium")
    assert seat.draft.plan is not None
    assert seat.draft.plan.steps == []
    seat.enter()
    assert len(seat.draft.plan.steps) == 1


# ---------------------------------------------------------------------- previews


def test_what_is_built_is_foreseen_before_the_payment_is_named() -> None:
    seat = typed(building(), "build legion latium")
    assert [said for said in seat.draft.preview if said.startswith("You: ")]
    assert not [said for said in seat.draft.preview if said.startswith("Leaves you ")]


def test_the_only_hero_that_a_word_begins_is_described() -> None:
    seat = typed(
        seated(Position(3).give("rome", "coin " * 12).face_up("circe", "hamilcar").at_build_turn("rome")), "build ham"
    )
    assert seat.draft.preview[0].startswith("Hamilcar")


def test_a_payment_after_which_nothing_can_be_built_says_what_is_lost() -> None:
    seat = typed(building("coin coin coin wine"), "build legion latium with 3 coin")
    assert (
        "Your building is over then: you can pay for nothing more."
        " At the end you keep at most 2 coins; you lose 1 resource (3.0b)." in seat.draft.preview
    )


def test_a_payment_after_which_more_can_be_built_loses_nothing() -> None:
    seat = typed(building("coin coin coin coin coin coin"), "build legion latium with 3 coin")
    assert not [said for said in seat.draft.preview if "over then" in said]


# ---------------------------------------------------------------------- refusals


def test_a_line_that_is_no_answer_tells_why_at_once() -> None:
    seat = typed(seated(table().at_build_turn("rome")), "build legion macedonia with 3 coin")
    assert "That is no legal answer. 3.1.2" in " ".join(seat.shown().split())


def test_a_word_that_is_like_none_is_told_nothing_more() -> None:
    seat = building()
    seat.enter("zebra")
    assert "Did you mean" not in seat.conversation.refusal


def test_rules_is_rule() -> None:
    seat = building()
    seat.enter("rules trade")
    assert seat.scene.text_title == "Rule trade"


def test_while_a_table_is_set_up_nobody_is_only_watching() -> None:
    seat = setting_up()
    seat.enter("hint")
    assert seat.conversation.refusal == "The table is being set up; look around meanwhile."


# ---------------------------------------------------------------------- what is listed, and what is looked up


def test_heroes_and_wonders_with_more_levels_are_listed_first() -> None:
    position = Position(3).give("rome", "coin " * 12).face_up("circe", "hamilcar", "lighthouse", "pyramids")
    seat = seated(position.at_build_turn("rome"))
    board = seat.conversation.state.board
    tiles = [
        board.tiles[board.tile_of[word]]
        for choice in seat.draft.choices
        if (word := choice.line.split()[-1]) in board.tile_of
    ]
    assert [sum(tile.bonus) for tile in tiles[:-1]] == sorted([sum(tile.bonus) for tile in tiles[:-1]], reverse=True)
    assert tiles[-1].kind == "pyramids"


def test_an_offer_says_what_becomes_of_it() -> None:
    seat = typed(tray(), "offer wine wine coin")
    assert "For each resource that another player takes from you, you take one in return." in seat.draft.preview


def test_a_move_to_a_place_out_of_reach_is_told_where_and_from_where_one_can_go() -> None:
    seat = seated(table().at_war_turn("rome"))
    seat.enter("sail africum mare tyrrhenum")
    assert seat.conversation.refusal == (
        "4.1.1: Mare Tyrrhenum is not adjacent to Mare Africum. From mare_africum you can go to mare_sardum,"
        " mare_ionium, mare_aegaeum or mare_aegyptum."
    )
    seat.line = ""
    seat.enter("done; done")
    seat.enter("march macedonia")
    assert seat.conversation.refusal.endswith("You can go there from italia.")
