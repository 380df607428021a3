"""The pane of the answers: what is cut, and what is not."""

from __future__ import annotations

import pytest

from cli.empires.view import EMPIRES_VIEW
from cli.i18n import texts
from cli.ui.screen import panes
from cli.ui.screen.rows import Size, length, plain
from cli.ui.view import Choice
from core.engine.errors import RuleError
from core.engine.flow import Decision
from tests.cli.screen.golden import SCENES, table
from tests.cli.screen.seats import Seat

LONG = Choice("build perseus", "perseus", "for 7: +1 trade, +2 culture, +1 military", whole=False)
SHORT = Choice("done", "done", "nothing more", whole=True)


def listed(choices: list[Choice], size: Size) -> list[str]:
    """The rows of these answers."""
    seat = SCENES["build"]()
    seat.draft.choices = choices
    rows = panes.choices(seat.scene, size)
    assert {length(row) for row in rows} == {size.width}
    return plain(rows).splitlines()


def test_a_remark_that_is_too_long_goes_on_below_as_long_as_there_are_rows() -> None:
    assert listed([LONG, SHORT], Size(40, 3)) == [
        " perseus …   for 7: +1 trade, +2",
        "              culture, +1 military",
        " done        nothing more",
    ]


def test_where_there_are_no_rows_to_spare_it_is_cut_unless_it_can_move_to_the_left() -> None:
    assert listed([LONG, SHORT], Size(40, 2))[0] == " perseus …   for 7: +1 trade, +2 cultur…"
    assert listed([LONG, SHORT], Size(51, 2))[0] == " perseus … for 7: +1 trade, +2 culture, +1 military"


@pytest.mark.parametrize("name", ["tray", "taking"])
def test_a_meaning_leaves_out_the_verb_that_all_answers_have(name: str) -> None:
    texts.use("hu")
    seat: Seat = SCENES[name]()
    seat.line = ""
    seat.type(" ")
    assert [choice.meaning for choice in seat.draft.choices if ":" in choice.meaning] == []
    assert all(choice.meaning for choice in seat.draft.choices)


def test_heroes_that_do_not_show_are_counted_and_the_page_named_that_has_them() -> None:
    rows = listed([SHORT, SHORT, LONG, LONG, SHORT], Size(60, 3))
    assert rows[1:] == ["  … 3 more, heroes and wonders: 2 (F3)", " done        nothing more"]


def test_all_buildings_that_legions_can_occupy_together_are_listed_before_single_ones() -> None:
    """4.3.2: three legions can stand on any three of the five buildings."""
    position = table().units("africa", rome=3, carthage=0).fortress("africa", None)
    icons = [icon.name for icon in position.board.icons[position.board.provinces.index("africa")]]
    game = position.build("africa", *icons).at_war_turn("rome").game()
    for line in ("done", "done", "done"):
        game.apply(game.parse(line))
    assert isinstance(game.node, Decision)
    ways = EMPIRES_VIEW.answering.ways(game, 0, game.node.answers)
    buildings = [len(choice.line.split()) - 2 for choice in ways.after("occupy africa ")]
    assert buildings == [3] * 10 + [2] * 10 + [1] * 5


def test_a_row_tells_legions_that_move_freely_from_those_that_leave_what_they_occupy() -> None:
    """R15: two of three legions stand on nothing; the third moves if the line says what it leaves."""
    position = table().units("macedonia", rome=3, greece=0).build("macedonia", "market")
    game = position.occupy("macedonia", "rome", "market").at_war_turn("rome").game()
    for line in ("done", "done"):
        game.apply(game.parse(line))
    assert isinstance(game.node, Decision)
    notes = {choice.line: choice.note for choice in EMPIRES_VIEW.answering.ways(game, 0, game.node.answers).after("")}
    assert notes["march macedonia"] == "2 of 3 legions can move freely, 1 more “from” what it occupies"
    with pytest.raises(RuleError, match=r"R15: .* say what it leaves: “from market”"):
        game.apply(game.parse("march macedonia achaia 3"))


def test_the_refusal_names_what_the_legion_stands_on() -> None:
    position = table().units("africa", rome=1, carthage=0).fortress("africa", None).build("africa", "capital")
    game = position.occupy("africa", "rome", "capital").at_war_turn("rome").game()
    for line in ("done", "done"):
        game.apply(game.parse(line))
    with pytest.raises(RuleError, match="“from capital”") as refused:
        game.apply(game.parse("march africa libya 1"))
    with texts.speaking("hu"):
        assert "„from capital”" in texts.translated(refused.value)
