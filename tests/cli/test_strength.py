"""How strong bots are: what can be asked for, and who answers then."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import pytest

from cli.args import (
    LONGEST,
    add_bots_argument,
    add_nodes_argument,
    add_strength_argument,
    add_talk_argument,
    add_think_argument,
    bot_of,
    nodes_of,
    seconds_of,
    strengths_of,
)
from cli.bots.minds import Chosen
from cli.command import Failure
from cli.table_game import DEFAULT


def parsed(*arguments: str) -> Namespace:
    parser = ArgumentParser()
    add_bots_argument(parser)
    add_strength_argument(parser)
    add_think_argument(parser)
    add_nodes_argument(parser)
    add_talk_argument(parser)
    return parser.parse_args(arguments)


def test_bots_are_steady_unless_something_else_is_said() -> None:
    assert strengths_of(parsed(), 3, DEFAULT) == ["steady"] * 3
    assert bot_of(parsed("--strength", "strong")) == Chosen("strong", 2.0)


def test_bots_talk_unless_they_are_told_not_to() -> None:
    assert bot_of(parsed()).talks
    assert not bot_of(parsed("--no-talk")).talks


def test_one_strength_is_for_all_and_several_are_one_for_each() -> None:
    assert strengths_of(parsed("--bots", "strong"), 2, DEFAULT) == ["strong", "strong"]
    assert strengths_of(parsed("--bots", "novice,strong,steady"), 3, DEFAULT) == ["novice", "strong", "steady"]


def test_programs_of_one_s_own_are_named_by_their_commands_commas_included() -> None:
    bots = "engine:python3 bot.py --level a,b,steady,engine:./other"
    named = strengths_of(parsed("--bots", bots), 3, DEFAULT, engines=True)
    assert named == ["engine:python3 bot.py --level a,b", "steady", "engine:./other"]


@pytest.mark.parametrize(
    ("bots", "sentence"),
    [
        ("mighty", "--bots: there is no strength 'mighty'; choose from beginner, novice, able, steady, keen, strong."),
        ("novice,", "--bots: there is no strength ''; choose from beginner, novice, able, steady, keen, strong."),
        ("novice,strong", "--bots: strengths given: 2, bots: 3; give one for all, or one for each."),
    ],
)
def test_strengths_that_cannot_be_are_one_sentence(bots: str, sentence: str) -> None:
    with pytest.raises(Failure) as failure:
        strengths_of(parsed("--bots", bots), 3, DEFAULT)
    assert (str(failure.value), failure.value.status) == (sentence, 2)


@pytest.mark.parametrize("seconds", ["0", "-1", "nan", "inf", str(LONGEST + 1)])
def test_no_one_thinks_for_so_long_or_so_short(seconds: str) -> None:
    with pytest.raises(Failure, match=r"^--think .*: give more than 0 seconds, up to 600\.$"):
        seconds_of(parsed("--think", seconds))


def test_a_search_has_a_node_at_least() -> None:
    assert nodes_of(parsed("--nodes", "1")) == 1
    with pytest.raises(Failure, match=r"^--nodes 0: give a number from 1 up\.$"):
        nodes_of(parsed("--nodes", "0"))
