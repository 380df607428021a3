"""What is asked once more in the editions of 2003."""

from __future__ import annotations

import pytest

from cli.classic.view import ORIGINAL_VIEW, REVISED_VIEW
from cli.ui.text.answering import stage
from cli.ui.text.staging import OnceMore, Plan
from cli.ui.view import GameView
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.flow import Decision
from tests.core.classic.tables import Position


@pytest.mark.parametrize(("variant", "view"), [(ORIGINAL, ORIGINAL_VIEW), (REVISED, REVISED_VIEW)])
def test_done_at_war_after_the_last_purchase_is_asked_once_more(variant: Variant, view: GameView) -> None:
    """The purchase that took the last cards has ended the building by itself."""
    position = Position("greece babylon carthage", variant).units("achaia", greece=1)
    game = position.give("greece", "coin coin coin").at_build_turn("greece").table().game
    once_more = OnceMore(view.words)
    building = Plan(game, 0)
    stage(building, "build legion achaia with coin coin coin", view.answering)
    once_more.give(building)
    game.apply(game.parse("build legion achaia with coin coin coin"))
    # The Military Leader names who has the next turn.
    while isinstance(game.node, Decision) and game.node.prompt.rule == "5.1a":
        game.apply(game.parse("name greece"))
    moving = Plan(game, 0)
    stage(moving, "done", view.answering)
    assert once_more.objection(moving, 0, typed=False) == (
        "The question has changed since your last answer."
        " Now “done” ends your moves, battles and conquests: enter it once more to do so."
    )
    assert not once_more.objection(moving, 0, typed=False)


@pytest.mark.parametrize(("variant", "view"), [(ORIGINAL, ORIGINAL_VIEW), (REVISED, REVISED_VIEW)])
def test_done_at_war_after_others_have_had_turns_counts_at_once(variant: Variant, view: GameView) -> None:
    position = Position("greece babylon carthage", variant).units("achaia", greece=1)
    game = position.give("greece", "coin coin coin").at_build_turn("greece").table().game
    once_more = OnceMore(view.words)
    building = Plan(game, 0)
    stage(building, "build legion achaia with coin coin coin", view.answering)
    once_more.give(building)
    fresh = position.units("babylonia", babylon=1)
    others = fresh.at_war_turn("babylon").table().game
    once_more.follow(others.state, 0)
    moving = Plan(position.at_war_turn("greece").table().game, 0)
    stage(moving, "done", view.answering)
    assert not once_more.objection(moving, 0, typed=False)
