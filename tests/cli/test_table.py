"""The rules as the protocol sees them: seats, lines in their one spelling, refusals with a rule, setups."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import core
from cli.i18n.texts import speaking, translated
from cli.table_game import (
    Customs,
    TableGame,
    customs_in,
    new_game,
    rules_of,
    setup_of,
    with_customs,
    without_customs,
)
from core.empires import state as empires
from core.empires.edition import EMPIRES_EDITION
from core.empires.rules import EMPIRES
from core.empires.rules import new_game as new_rules
from core.empires.state import Options
from core.engine.answers import Answers
from crypto.canonical import Value
from p2p.game import Chance, Decision, Game, IllegalAction, Node, Over, Setup, SetupError, Simultaneous
from tests.core.positions import Position

OPTIONS = Options(3, ("random", "random", "random"), "short", 12)


def test_a_setup_says_all_that_the_game_needs() -> None:
    assert rules_of(new_game(setup_of(OPTIONS))).state.options == OPTIONS


def test_a_game_starts_with_its_empires_dealt_by_chance() -> None:
    game: Game = new_game(setup_of(OPTIONS))
    assert game.node == Chance((3, 2, 1))
    assert game.round() == 1


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {"engine": EMPIRES.engine + 1},
            f"engine {EMPIRES.engine + 1} of the rules; this program has engine {EMPIRES.engine}",
        ),
        (
            {"edition": "nostrum", "release": "9.0"},
            r"uses the edition 'nostrum', which this program lacks. You need mare 9\.0\.",
        ),
        (
            {"data": bytes(32)},
            f"data {'00' * 4}; this program has {setup_of(OPTIONS).data.hex()[:8]} of 'empires'",
        ),
    ],
)
def test_other_rules_are_refused_with_what_differs(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(SetupError, match=said):
        new_game(_changed(**fields))


@pytest.mark.parametrize("choices", [("rome",), ("rome", "rome", "random"), ("rome", "babylon", "random")])
def test_seats_that_cannot_be_are_refused(choices: tuple[str, ...]) -> None:
    with pytest.raises(SetupError, match="cannot be started: "):
        new_game(_changed(choices=choices))


OTHER_OPTIONS: list[Value] = [
    None,
    (),
    "short",
    ("short", 12),
    ("short", True, False),
    ("short", 12, 0),
    (b"short", 12, False),
    ("long", 0, False),
    ("short", -1, False),
    ("short", 1 << 62, False),
]


@pytest.mark.parametrize("options", OTHER_OPTIONS)
def test_options_of_any_other_shape_or_size_are_refused(options: Value) -> None:
    with pytest.raises(SetupError):
        new_game(_changed(options=options))


def _changed(**fields: Any) -> Setup:
    return setup_of(OPTIONS)._replace(**fields)


def test_the_seat_asked_is_the_one_that_plays_the_empire() -> None:
    game = new_rules(Options(3, ("carthage", "greece", "rome")))
    table = TableGame(EMPIRES_EDITION, game.state)
    assert table.node == Decision(0)  # Carthage is the first Trade Leader (0.7).


def test_an_illegal_action_is_refused_by_its_rule_and_changes_nothing() -> None:
    table = TableGame(
        EMPIRES_EDITION, Position().leaders(trade="rome").give("rome", "coin coin").at_trade().game().state
    )
    before = table.digest()
    for judge in (lambda body: table.check(0, body), table.act):
        with pytest.raises(IllegalAction) as refused:
            judge("announce 5")
        assert refused.value.rule == "R6"
        with speaking("hu"):
            assert translated(refused.value) != str(refused.value)
    assert table.digest() == before
    assert table.node == Decision(0)


@pytest.mark.parametrize("body", ["announce  2", "Announce 2", "announce 2 ", "a 2", ""])
def test_only_the_one_spelling_is_taken(body: str) -> None:
    table = TableGame(
        EMPIRES_EDITION, Position().leaders(trade="rome").give("rome", "coin coin").at_trade().game().state
    )
    with pytest.raises(IllegalAction) as refused:
        table.act(body)
    assert refused.value.rule == "notation"


def test_nothing_is_legal_where_no_one_is_asked() -> None:
    table = new_game(setup_of(OPTIONS))
    with pytest.raises(IllegalAction):
        table.check(0, "done")
    with pytest.raises(IllegalAction):
        table.act("done")


@given(st.integers(0, 2**32), st.sampled_from((3, 4, 5)), st.sampled_from(("open", "short")))
def test_a_game_runs_at_the_table_as_it_does_by_itself(seed: int, players: int, display: str) -> None:
    options = Options(players, ("random",) * players, display, 1)
    rules, table = new_rules(options), new_game(setup_of(options))
    below = random.Random(seed).randrange
    while not isinstance(node := table.node, Over):
        if isinstance(node, Chance):
            outcome = tuple(map(below, node.bounds))
            rules.settle(outcome)
            table.chance(outcome)
        else:
            answers = {seat: legal.draw(below) for seat, legal in _asked(rules).items()}
            bodies = {seat: rules.text(action) for seat, action in answers.items()}
            assert tuple(bodies) == (node.seats if isinstance(node, Simultaneous) else (node.seat,))
            for seat, body in bodies.items():
                table.check(seat, body)
            if isinstance(node, Simultaneous):
                rules.reveal(answers)
                table.reveal(bodies)
            else:
                rules.apply(answers[node.seat])
                table.act(bodies[node.seat])
        assert table.digest() == rules.digest()
    assert table.encode() == rules.encode()


def _asked(rules: empires.Game) -> Mapping[int, Answers]:
    if isinstance(rules.node, core.Decision):
        return {rules.node.seat: rules.node.answers}
    assert isinstance(rules.node, core.Simultaneous)
    return rules.node.answers


def test_the_winners_are_seats_not_empires() -> None:
    position = Position(3).give("rome", "coin " * 12).at_build_turn("rome")
    position.state.seats = (2, 0, 1)
    table = TableGame(EMPIRES_EDITION, position.game().state)
    assert table.node == Decision(2)
    table.act("build pyramids with" + " coin" * 12)
    end: Node = table.node
    assert end == Over((2,), "pyramids")


def test_customs_stand_round_the_options_and_change_nothing_in_the_game() -> None:
    setup = setup_of(OPTIONS)
    customs = Customs(clock=5, hints=False)
    agreed = setup._replace(options=with_customs(setup.options, customs))
    assert (customs_in(agreed.options), without_customs(agreed.options)) == (customs, setup.options)
    assert new_game(agreed).digest() == new_game(setup).digest()


def test_a_table_without_customs_of_its_own_has_the_options_of_the_edition_alone() -> None:
    options = setup_of(OPTIONS).options
    assert with_customs(options, Customs()) == options
    assert (customs_in(options), without_customs(options)) == (Customs(), options)


@pytest.mark.parametrize("customs", [("customs", (), 0, True), ("customs", (), -1, True), ("customs", (), 5)])
def test_what_only_looks_like_customs_is_refused(customs: Value) -> None:
    with pytest.raises(SetupError):
        new_game(setup_of(OPTIONS)._replace(options=customs))
