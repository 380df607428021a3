"""The turning points of a game, and its final page."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from cli.empires.view import EMPIRES_VIEW
from cli.play.bot_seats import BotSeats
from cli.play.console_session import final_page, with_it
from cli.play.game_session import GameSession
from cli.ui.conversation.story import Line
from cli.ui.replay.replay import Moment, Replay, lines_of, turning_points
from p2p.session.events import Finished
from tests.cli.games import sessions
from tests.core.positions import Position


def moment(step: int, position: Position) -> Moment:
    game = position.at_build_turn("rome").game()
    return Moment(step, game, (Line(1, 4, step, f"Deed {step}."),), EMPIRES_VIEW)


def replay() -> Replay:
    """Rome goes from one hero to two, three, and back to one with three, then all stays as it is."""
    tiles = [(), ("circe",), ("circe", "perseus"), ("circe", "perseus", "hercules"), ("circe", "perseus", "hercules")]
    moments = [moment(step, Position(3).tiles("rome", "caesar", *names)) for step, names in enumerate(tiles)]
    return Replay(tuple(moments), ("Ada", "Bo", "Cy"), EMPIRES_VIEW)


def test_only_steps_that_change_the_race_turn_a_game() -> None:
    assert [point.moment.step for point in turning_points(replay())] == [1, 2, 3]


def test_of_equal_turns_the_later_ones_count_and_stand_in_their_order() -> None:
    assert [point.moment.step for point in turning_points(replay(), most=2)] == [2, 3]


def test_the_change_is_that_of_all_players_together() -> None:
    first, second = Position(3), Position(3).leaders(trade="rome", culture="rome", military="greece")
    point = turning_points(replace(replay(), moments=(moment(0, first), moment(1, second))))[0]
    assert point.change == sum(abs(now - was) for was, now in zip(point.before, point.after, strict=True))
    assert point.change > Fraction(0)


def test_a_turning_point_is_told_with_what_happened_and_who_came_nearer() -> None:
    first, change, *_ = lines_of(turning_points(replay()))
    assert first == "Step 1, Round 1, Move and battle: Deed 1."
    assert change == "  towards victory: Rome 33% to 40%"


def step_of_many_events() -> Replay:
    """In one step Rome buys Circe, Greece takes a title, and the next round begins."""
    none, circe = Position(3).tiles("rome", "caesar"), Position(3).tiles("rome", "caesar", "circe")
    title = Position(3).tiles("rome", "caesar", "circe").leaders(trade="rome", culture="rome", military="greece")
    lines = (
        Line(1, 3, 1, "Carthage is done."),
        Line(1, 3, 1, "Rome gains Circe."),
        Line(1, 5, 1, "There is a tie."),
        Line(1, 5, 1, "Greece takes a title."),
        Line(2, 1, 1, "Round 2 begins."),
    )
    before, after = moment(0, none), moment(1, title)
    races = [tuple(EMPIRES_VIEW.words.closeness(of.state)) for of in (none, circe, circe, title, title)]
    return Replay((before, replace(after, lines=lines, races=tuple(races))), ("Ada", "Bo", "Cy"), EMPIRES_VIEW)


def test_a_turning_point_names_the_event_that_changed_the_race_under_its_own_round_and_phase() -> None:
    first, _, second, _ = lines_of(turning_points(step_of_many_events()))
    assert first == "Step 1, Round 1, Build: Rome gains Circe."
    assert second == "Step 1, Round 1, Leadership: Greece takes a title."


def test_the_final_page_has_the_end_the_standings_and_what_to_do_with_the_game() -> None:
    game = GameSession(sessions()[0], BotSeats({}))
    assert [*final_page(game), *with_it(game)] == []
    game.end, game.is_kept = Finished((), "round_limit", ()), True
    page = [*final_page(game), *with_it(game)]
    assert page[0] == "The last round is over; there is no winner."
    [ended] = [line for line in page if line.startswith("It ended at step ")]
    assert ended.endswith(" (Round 1)."), "a limit of rounds has no cause"
    assert "  * leads this track; > has won" in page
    assert any(line.startswith(" Rome (Bot ") for line in page)
    assert "mare verify" in page[-2]
    assert "--html" in page[-1]
    assert [*with_it(game, on_page=True)] == ["", "“Look back” steps through the game."]
