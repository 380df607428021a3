"""Tuning: each seat has values of its own, and values move in the direction of those who won."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed: pip install '.[test]'")

import numpy as np

from core import EDITIONS
from core.engine.action import Action
from core.engine.answers import Answers
from tests.train import values as tuning
from tests.train.games import SIGHTS, new_game, played
from tests.train.store import claim
from tests.train.values import Plan, Slope, Values, main, noise, planner, play, steps_of, values_of


@pytest.mark.parametrize("edition", SIGHTS)
def test_a_player_with_other_values_answers_otherwise_and_leaves_the_usual_one_as_it_is(edition: str) -> None:
    package = Plan((edition,), 1, 1).package
    values = values_of(package)
    usual = EDITIONS[edition].strengths["steady"](0, lambda: True)
    alike, other = planner(package, values), planner(package, {name: 4 * value for name, value in values.items()})
    game, chance, differing = new_game(edition, 3), random.Random(1), 0

    def decide(seat: int, answers: Answers) -> Action:
        nonlocal differing
        luck = chance.random()
        first, second, third = [
            player.decide(game, seat, answers, random.Random(luck).randrange) for player in (usual, alike, other)
        ]
        assert first == second
        differing += first != third
        return first

    for _ in played(game, decide, chance):
        pass
    assert differing
    assert values_of(package) == values


def test_each_seat_of_a_game_has_other_values_and_a_game_follows_from_its_number() -> None:
    plan = Plan(("revised",), 3, 1)
    rows = noise(plan, 1, 0, 3, 5)
    assert rows == noise(plan, 1, 0, 3, 5) != noise(plan, 2, 0, 3, 5)
    assert len({tuple(row) for row in rows}) == 3
    values = values_of(plan.package)
    shares = play(plan, 1, values, 0)
    assert shares == play(plan, 1, values, 0)
    assert sum(shares) == pytest.approx(0)


def test_values_move_in_the_direction_of_those_who_won_and_a_folder_keeps_each_step(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [*values_of("core.classic.bots")]
    wins = names.index("worth.CARD")

    def first_value_wins(plan: Plan, step: int, values: Values, number: int) -> list[float]:
        rows = noise(plan, step, number, 3, len(values))
        best = max(rows, key=lambda row: row[wins])
        return [(row is best) - 1 / 3 for row in rows]

    monkeypatch.setattr(tuning, "play", first_value_wins)
    command = f"--edition original --games 400 --processes 1 --folder {tmp_path}"
    main([*command.split(), "--steps", "1"])
    once = (tmp_path / "values-01.json").read_text("utf-8")
    main([*command.split(), "--steps", "2"])
    assert (tmp_path / "values-01.json").read_text("utf-8") == once
    begun = values_of("core.classic.bots")
    steps = [json.loads((tmp_path / f"values-{step:02}.json").read_text("utf-8")) for step in (1, 2)]
    assert begun["worth.CARD"] * 1.3 < steps[0]["worth.CARD"] < steps[1]["worth.CARD"] / 1.3
    growth = {name: steps[1][name] / begun[name] for name in names if "ABILITY" not in name}
    assert max(growth.values()) == growth["worth.CARD"]
    assert f"worth.CARD: {begun['worth.CARD']} -> {steps[1]['worth.CARD']:.0f}\n" in capsys.readouterr().out


@pytest.mark.parametrize("text", ['{"a', "[]", '{"worth.CARD": 3}', "\xff"])
def test_a_spoilt_step_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    claim(tmp_path, Plan(("original",), 1, 4000)._asdict() | {"values": values_of("core.classic.bots")})
    (tmp_path / "values-01.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(SystemExit, match="2"):
        main(["--edition", "original", "--folder", str(tmp_path)])
    assert "does not have the values after a step. Delete it, and the step is played again." in capsys.readouterr().err


def test_a_slope_no_longer_than_its_error_moves_nothing_and_no_step_is_longer_than_one_spread() -> None:
    none, some, most = steps_of(Slope(np.array([0.9, 3.0, -40.0]), np.ones(3)))
    assert none == 0
    assert 0.7 < some < 0.75
    assert -1 <= most < -0.99


def test_a_tuning_that_is_ended_says_how_it_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(plan: Plan, step: int, values: Values, number: int) -> list[float]:
        raise KeyboardInterrupt

    monkeypatch.setattr(tuning, "play", ended)
    with pytest.raises(SystemExit, match="130"):
        main(["--edition", "original", "--processes", "1", "--folder", str(tmp_path)])
    assert capsys.readouterr().err == "Ended. The same command goes on with the step that was broken off.\n"


def test_a_folder_keeps_one_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    claim(tmp_path, Plan(("original",), 1, 4000)._asdict() | {"values": values_of("core.classic.bots")})
    for other in ("--edition revised", "--edition original --seed 2", "--edition original --games 300"):
        with pytest.raises(SystemExit, match="2"):
            main(["--folder", str(tmp_path), *other.split()])
        assert "has games of another plan (plan.json). Name another folder." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--edition empires original", "these editions have different players. Tune each by itself."),
        ("--edition original --games 1", "--games 1: 3 seats are too few for "),
        ("--edition original --steps 0", "argument --steps: '0' is not a whole number from 1 up."),
    ],
)
def test_what_cannot_be_tuned_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["--folder", str(tmp_path), "--processes", "1", *arguments.split()])
    assert sentence in capsys.readouterr().err
