"""Why a line that would build something names no place, or too many."""

from __future__ import annotations

from typing import Any

import pytest

from cli.classic.view import ORIGINAL_VIEW, REVISED_VIEW
from cli.empires.view import EMPIRES_VIEW
from cli.i18n.texts import translated
from cli.ui.text.answering import stage
from cli.ui.text.staging import Plan
from cli.ui.view import GameView, Unclear
from core import RuleError
from core.classic.variant import ORIGINAL, REVISED
from core.engine.game import Game
from tests.core.classic.tables import Position as PositionOf2003
from tests.core.positions import Position

COINS = "coin coin coin coin coin coin coin coin coin"
EDITIONS = ("empires", "original", "revised")
OF_2003 = {"original": (ORIGINAL, ORIGINAL_VIEW), "revised": (REVISED, REVISED_VIEW)}


def building(edition: str, *, full: bool, coins: str = COINS) -> tuple[Game[Any], GameView]:
    """The first player's building turn, perhaps with all icons of their provinces built on."""
    if edition == "empires":
        position: Any = Position(3).give("rome", coins)
        view = EMPIRES_VIEW
    else:
        variant, view = OF_2003[edition]
        position = PositionOf2003("greece babylon carthage", variant).give("greece", coins)
    state = position.state
    for at, place in enumerate(state.board.provinces):
        for icon in state.board.icons[at] if full and not state.provinces[at].controller else ():
            position.build(place, icon.name)
    if edition == "empires":
        return position.at_build_turn("rome").game(), view
    return position.at_build_turn("greece").table().game, view


def refused(game: Game[Any], view: GameView, line: str) -> str:
    """Why a line is no answer."""
    plan = Plan(game, 0)
    with pytest.raises((RuleError, Unclear)) as caught:
        stage(plan, line, view.answering)
    return translated(caught.value)


@pytest.mark.parametrize("edition", EDITIONS)
def test_where_no_icon_is_free_that_is_said_and_not_that_a_province_is_missing(edition: str) -> None:
    game, view = building(edition, full=True)
    said = refused(game, view, "build caravan")
    assert said.endswith("You have no free place for this: caravan.")
    assert "should follow" not in refused(game, view, "build city")


def test_where_a_fortress_stands_in_each_province_there_is_no_free_place() -> None:
    position = Position(3).give("rome", COINS)
    for at, place in enumerate(position.state.board.provinces):
        if not position.state.provinces[at].controller:
            position.units(place, rome=1)
            position.fortress(place, "rome")
    game = position.at_build_turn("rome").game()
    assert refused(game, EMPIRES_VIEW, "build fortress").endswith("You have no free place for this: fortress.")


@pytest.mark.parametrize("edition", EDITIONS)
def test_where_a_place_is_free_the_province_is_missing(edition: str) -> None:
    game, view = building(edition, full=False)
    assert refused(game, view, "build legion") == "The action ends where a province should follow."


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_cannot_be_paid_anywhere_is_no_matter_of_the_place(edition: str) -> None:
    game, view = building(edition, full=False, coins="coin coin coin")
    assert "your largest set has 3" in refused(game, view, "build market")


@pytest.mark.parametrize(
    ("edition", "line", "told"),
    [
        ("empires", "legion italia,latium", "put “;” before “build legion latium”"),
        ("empires", "control gallia,germania", "You already control Gallia."),
        ("original", "control thracia,asia", "Thracia is neither adjacent nor connected"),
        ("revised", "control thracia,asia", "Thracia is neither adjacent nor connected"),
        ("empires", "legion italia,nowhere", "“nowhere” is no place and no resource of this game."),
    ],
)
def test_a_list_of_places_where_one_is_built_in_is_told_of_places(edition: str, line: str, told: str) -> None:
    game, view = building(edition, full=False)
    assert told in refused(game, view, line)
