"""A game as a row of moments."""

from __future__ import annotations

from cli.replay import Replay, of_log, of_position
from tests.cli.chart.positions import contested
from tests.cli.games import replay, sessions


def test_there_is_a_moment_before_the_first_step_and_after_each() -> None:
    assert [moment.step for moment in replay().moments] == list(range(sessions()[0].log.height + 1))


def test_every_moment_is_the_position_that_was_signed() -> None:
    log = sessions()[0].log
    assert [moment.game.digest() for moment in replay().moments] == [
        log.state_at(step) for step in range(log.height + 1)
    ]


def test_every_moment_says_what_happened() -> None:
    assert [moment.step for moment in replay().moments if not "".join(moment.told).strip()] == []
    assert replay().moments[-1].told[-1] == "The last round is over; nobody has won."
    assert replay().moments[-1].when == "Round 1, the end"


def test_what_the_rules_do_not_tell_is_told_in_words() -> None:
    told = [sentence for moment in replay().moments for sentence in moment.told]
    names = replay().moments[-1].state.board.empire_names
    assert any(sentence == f"{one} names {other}." for sentence in told for one in names for other in names)
    assert any(sentence == f"{name} is done." for sentence in told for name in names)
    assert any(sentence.endswith("committed to what they offer.") for sentence in told)


def test_the_players_are_named_by_seat() -> None:
    assert replay().names == ("Bot 1", "Bot 2", "Bot 3")


def test_a_log_that_goes_on_is_replayed_as_far_as_it_goes() -> None:
    log = sessions()[0].log
    assert of_log(log).last == log.height


def test_a_position_is_a_single_moment() -> None:
    found = of_position(contested())
    assert (found.last, len(found.moments), found.names) == (0, 1, ())
    assert found.moments[0].game.digest() == contested().digest()


def test_rounds_are_found_forwards_and_backwards() -> None:
    first, *rest = replay().moments
    second = of_position(contested()).moments[0]
    several = Replay((first, *rest[:2], second, second), ())
    assert several.rounds() == {1: 0, 4: 3}
    assert [several.turn(number, 1) for number in (0, 2, 3)] == [3, 3, 4]
    assert [several.turn(number, -1) for number in (4, 3, 2, 0)] == [3, 0, 0, 0]
