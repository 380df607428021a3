"""What a table and an external program say to each other: questions, help in answering, refusals and mistakes."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.bots.protocol import (
    CHANCES,
    DRAWN,
    FOUND,
    LISTED,
    PROTOCOL,
    Budget,
    Inquiry,
    Message,
    Mistake,
    Said,
    excerpt,
    game_facts,
    hello,
    name_in,
    over,
    read,
    write,
)
from cli.empires.words import WORDS
from cli.table_game import question
from core import Decision
from core.empires.position import load_position
from core.empires.rules import new_game
from core.empires.state import Options
from core.mare.resources import spread

BUDGET = Budget(10.0, 400)

ANNOUNCING = """\
start = true
phase = "trade"
[empires]
carthage = { resources = "3 coin" }
greece = { resources = "2 coin" }
"""
RICH = """\
start = true
phase = "build"
turn = "egypt"
[empires]
egypt = { resources = "9 coin pottery gems *gems papyrus metal spices marble wood gold grain oil *oil sheep wine" }
"""


def inquiry(position: str = ANNOUNCING) -> Inquiry:
    """The question with which a position waits."""
    game = load_position(position)
    assert isinstance(game.node, Decision)
    seat = game.node.seat
    return Inquiry(7, game, seat, *question(game, seat), random.Random(1).randrange)


def asked(position: str = ANNOUNCING) -> Message:
    return inquiry(position).question([Said("rome", "announce 2")], ["Rome announces 2."], BUDGET)


def test_a_question_says_what_is_asked_and_what_may_be_answered() -> None:
    message = asked()
    assert (message["type"], message["id"], message["empire"], message["rule"]) == ("question", 7, "carthage", "2.1")
    assert (message["answers"][:2], message["all"]) == (["announce 0", "announce 1"], True)
    assert (message["seconds"], message["nodes"]) == (10.0, 400)
    assert message["events"] == [{"empire": "rome", "action": "announce 2"}]
    assert message["story"] == ["Rome announces 2."]


def test_a_question_has_the_position_in_notation_too() -> None:
    assert load_position(asked()["position"]).digest() == load_position(ANNOUNCING).digest()


def test_of_many_answers_a_question_has_a_sample_and_being_done() -> None:
    message = asked(RICH)
    assert not message["all"]
    assert LISTED // 2 < len(message["answers"]) <= LISTED + 1
    assert len(set(message["answers"])) == len(message["answers"])
    assert "done" in message["answers"]
    _, answers = question(game := load_position(RICH), game.state.seats[3])
    assert all(game.parse_strict(line) in answers for line in message["answers"])


@pytest.mark.parametrize(
    ("answer", "is_taken"),
    [
        ({"id": 7, "action": "  Announce 2"}, True),
        ({"action": "announce 2"}, True),
        ({"id": 6, "action": "announce 2"}, False),
    ],
    ids=["spelled as people type it", "without a number", "to an earlier question"],
)
def test_an_answer_is_taken_as_it_is_typed_unless_it_comes_too_late(answer: Message, *, is_taken: bool) -> None:
    ask = inquiry()
    assert ask.take({"type": "answer"} | answer) == []
    assert (ask.action is not None, ask.is_lost) == (is_taken, False)


def test_a_refusal_names_the_rule_and_leaves_another_chance() -> None:
    ask = inquiry()
    refusal = {"type": "refused", "id": 7, "rule": "2.1", "sentence": "No exchange marker you can play shows 7."}
    for left in reversed(range(CHANCES)):
        assert not ask.is_lost
        assert ask.take({"type": "answer", "action": "announce 7"}) == [refusal | {"chances": left}]
    assert ask.is_lost
    assert ask.trouble == "“announce 7” was refused, 2.1: No exchange marker you can play shows 7."


def test_checking_costs_nothing() -> None:
    ask = inquiry()
    for _ in range(CHANCES + 1):
        [reply] = ask.take({"type": "check", "action": "announce 7"})
        assert (reply["legal"], reply["rule"]) == (False, "2.1")
    assert ask.take({"type": "check", "action": "ANNOUNCE 2"}) == [
        {"type": "checked", "action": "announce 2", "legal": True}
    ]
    assert not ask.is_lost


def test_a_legal_answer_is_drawn_on_request() -> None:
    game = load_position(RICH)
    _, answers = question(game, game.state.seats[3])
    [reply] = inquiry(RICH).take({"type": "draw", "number": 20})
    assert reply["type"] == "drawn"
    assert len(reply["actions"]) == 20
    assert all(game.parse_strict(line) in answers for line in reply["actions"])
    assert len(inquiry().take({"type": "draw"})[0]["actions"]) == 1


def test_a_line_is_completed() -> None:
    [reply] = inquiry().take({"type": "complete", "line": "announce "})
    assert reply == {"type": "completed", "line": "announce ", "words": ["0", "1", "2", "3"]}


def test_answers_that_begin_so_are_listed() -> None:
    [reply] = inquiry(RICH).take({"type": "list", "begin": "build fortress cyrenaica with coin coin coin"})
    assert (reply["actions"], reply["all"]) == (["build fortress cyrenaica with coin coin coin"], False)
    [reply] = inquiry().take({"type": "list", "number": 2})
    assert (reply["actions"], reply["all"]) == (["announce 0", "announce 1"], False)
    [reply] = inquiry().take({"type": "list"})
    assert (len(reply["actions"]), reply["all"]) == (4, True)


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({"type": "anwser"}, "There is no message “anwser” here; there are answer, draw, check, complete, list."),
        ({"type": "answer"}, "“answer” needs “action”, a text."),
        ({"type": "check", "action": 7}, "“check” needs “action”, a text."),
        ({"type": "complete"}, "“complete” needs “line”, a text."),
        ({"type": "draw", "number": 0}, f"“number” of “draw” is a number from 1 to {DRAWN}."),
        ({"type": "draw", "number": True}, f"“number” of “draw” is a number from 1 to {DRAWN}."),
        ({"type": "list", "number": FOUND + 1}, f"“number” of “list” is a number from 1 to {FOUND}."),
    ],
)
def test_a_mistake_is_said_and_costs_a_chance(message: Message, sentence: str) -> None:
    assert inquiry().take(message) == [{"type": "error", "sentence": sentence, "chances": CHANCES - 1}]


@pytest.mark.parametrize("line", ["", "hello", "[]", '"answer"', "7", "{}", '{"type": 7}', "[" * 100_000, "nan"])
def test_what_is_no_message_is_a_mistake(line: str) -> None:
    with pytest.raises(Mistake):
        read(line)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.text(), inside, max_size=3),
)


@given(
    st.sampled_from(["answer", "draw", "check", "complete", "list", "hello", "quit"]) | st.text(),
    st.dictionaries(st.sampled_from(["id", "action", "number", "line", "begin"]), values | st.text()),
)
def test_whatever_a_program_says_there_is_a_reply(kind: str, rest: dict[str, Any]) -> None:
    ask = inquiry()
    for reply in ask.take(rest | {"type": kind}):
        assert read(write(reply).decode("ascii")) == json.loads(json.dumps(reply))


def test_what_a_program_writes_is_quoted_without_what_could_drive_a_terminal() -> None:
    assert excerpt("\x1b]0;you\x07 \u202eare\r\n mine") == "]0;you are mine"
    assert excerpt("x" * 100) == "x" * 59 + "…"


# ---------------------------------------------------------------------- greeting, game and end


def test_a_greeting_has_the_protocol_and_a_name() -> None:
    assert hello("mare")["protocol"] == PROTOCOL
    assert name_in({"type": "hello", "protocol": PROTOCOL, "name": "\x1b[31mTen Lines"}) == "[31mTen Lines"
    assert name_in({"type": "hello", "protocol": PROTOCOL}) == ""


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ({"type": "answer"}, "The first message must be “hello”, and was “answer”."),
        ({"type": "hello"}, "It speaks protocol None; here protocol 1 is spoken."),
        ({"type": "hello", "protocol": 2}, "It speaks protocol 2; here protocol 1 is spoken."),
        ({"type": "hello", "protocol": True}, "It speaks protocol True; here protocol 1 is spoken."),
    ],
)
def test_another_greeting_is_refused(message: Message, sentence: str) -> None:
    with pytest.raises(Mistake, match=sentence):
        name_in(message)


def test_a_game_is_told_with_its_board() -> None:
    facts = game_facts(load_position(ANNOUNCING), 2, 12)
    assert (facts["players"], facts["seat"], facts["seed"], facts["edition"]) == (5, 2, 12, "empires")
    board = facts["board"]
    assert board["provinces"]["latium"]["land"] == ["gallia", "italia"]
    assert board["provinces"]["latium"]["icons"] == ["caravan:metal", "caravan:wine", "market", "temple", "capital"]
    assert board["empires"]["rome"] == {"name": "Rome", "hero": "caesar", "capital": "latium"}
    assert board["seas"]["mare_hadriaticum"]["seas"] == ["mare_ionium"]
    assert board["tiles"]["circe"]["bonus"] == {"trade": 1, "culture": 0, "military": 1}
    assert (board["prices"]["legion"], board["prices"]["tiles"], board["prices"]["pyramids"]) == (3, [7, 8, 9, 10], 12)


def test_the_end_says_who_has_won() -> None:
    game = load_position('phase = "over"\nwinners = "rome"\nvictory = "leadership"\n')
    assert over(game, []) == {"type": "over", "winners": ["rome"], "victory": "leadership", "events": []}
    assert over(load_position(ANNOUNCING), [])["winners"] == []


def test_a_state_leaves_nothing_out() -> None:
    facts = asked()["state"]
    assert facts["leaders"] == {"trade": "carthage", "culture": "egypt", "military": "rome"}
    assert facts["empires"]["carthage"]["resources"] == {"coin": 3}
    assert facts["empires"]["rome"]["levels"] == {"trade": 7, "culture": 1, "military": 3}
    assert facts["provinces"]["latium"]["controller"] == "rome"
    assert facts["provinces"]["germania"] == {
        "controller": None,
        "buildings": [],
        "legions": {},
        "fortress": None,
        "occupied": {},
    }


@given(st.integers(0, 10_000))
def test_whatever_the_position_a_state_can_be_told(seed: int) -> None:
    """Random play of some steps: every hand in full, and nothing that JSON does not know."""
    below = random.Random(seed).randrange
    game = new_game(Options(3 + seed % 3, ("random",) * (3 + seed % 3), max_rounds=3))
    for _ in range(seed % 120):
        game.step(lambda seat, answers: answers.draw(below), below)
    facts = WORDS.state_facts(game.state)
    assert json.loads(json.dumps(facts)) == facts
    for empire, player in zip(facts["empires"].values(), game.state.players, strict=True):
        assert sum(empire["resources"].values()) == len(spread(player.hand))
