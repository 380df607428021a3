"""Learning: the same seed gives the same weights, also after a break, and they forecast as they were learnt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("numpy", reason="NumPy is not installed: pip install '.[test]'")

import numpy as np

from core.engine.policy import CERTAIN
from core.engine.toml import read_toml
from core.mare.network import Network
from tests.train import store as storing
from tests.train.__main__ import input_names, main
from tests.train.games import SIGHTS, Plan, Seen, Sight
from tests.train.learn import HELD_OUT, Weights, drawn, error, forecast, learn, positions_of, slope, tables
from tests.train.store import Store

# ---------------------------------------------------------------------- the command


def trained(folder: Path) -> str:
    plan = "--edition original revised --players 3 --seed 7 --games 5 --passes 2 --units 4"
    main([*plan.split(), "--processes", "1", "--folder", str(folder)])
    return (folder / "outlook.toml").read_text("utf-8")


def test_a_seed_gives_the_same_weights_also_if_the_training_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storing, "PORTION", 2)
    once = trained(tmp_path / "once")
    broken_off = Store(tmp_path / "again", Plan(("original", "revised"), 3, 7))
    broken_off.play(range(2, 4))
    assert broken_off.lacking(5) == [range(2), range(4, 5)]
    assert trained(tmp_path / "again") == once
    assert broken_off.lacking(5) == []
    table = read_toml(once).table
    names = input_names("original")
    assert tuple(table["hidden"]) == names == tuple(table["direct"])
    assert {len(units) for units in (table["output"], table["bias"], *table["hidden"].values())} == {4}


@pytest.mark.parametrize("edition", SIGHTS)
def test_every_input_has_a_name_of_its_own(edition: str) -> None:
    names = input_names(edition)
    assert len(names) == len(set(names)) > len(SIGHTS[edition].SIGNS) + 1


def test_what_cannot_be_trained_together_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--edition", "empires", "original", "--folder", str(tmp_path)])
    assert "these editions have different signs. Train each by itself." in capsys.readouterr().err
    Store(tmp_path, Plan(("revised",), 3, 1))
    with pytest.raises(SystemExit):
        main(["--edition", "original", "--folder", str(tmp_path)])
    assert "has games of another plan (plan.json). Name another folder." in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(SystemExit, match="2"):
        main(["--edition", "original", "--folder", str(file)])
    assert f"--folder {file}: File exists. Name a folder that can be written." in capsys.readouterr().err


@pytest.mark.parametrize("content", [b"", b"\x91", b"\x01", b"\x91\x92\x01\x02", b"\x91\x92\x91\x91\x01\x90"])
def test_damaged_games_are_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes) -> None:
    plan = ["--edition", "original", "--games", "5", "--folder", str(tmp_path)]
    Store(tmp_path, Plan(("original",), 0, 1))
    (tmp_path / "games-000000-000005.msgpack").write_bytes(content)
    with pytest.raises(SystemExit, match="2"):
        main(plan)
    sentence = "games-000000-000005.msgpack is damaged. Delete it, and its games are played again."
    assert sentence in capsys.readouterr().err


def test_a_training_that_is_broken_off_says_how_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def ended(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Store, "play", ended)
    with pytest.raises(SystemExit, match="130"):
        main(["--edition", "original", "--processes", "1", "--folder", str(tmp_path)])
    assert capsys.readouterr().err == "Ended. The same command goes on where it was.\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--level foo", "argument --level: invalid choice: 'foo'"),
        ("--games 0", "argument --games: '0' is not a whole number from 1 up."),
        ("--games 1", "--games 1: 1 of them had a winner. Learning needs 2 of these."),
    ],
)
def test_what_cannot_be_learnt_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    plan = "--edition original --players 3 --processes 1 --folder"
    with pytest.raises(SystemExit, match="2"):
        main([*plan.split(), str(tmp_path), *arguments.split()])
    assert sentence in capsys.readouterr().err


# ---------------------------------------------------------------------- learning


def invented(number: int) -> Iterator[Seen]:
    """Games of three empires with four signs each, of which the one with the most of the second sign wins."""
    chance = np.random.default_rng(5)
    for game in range(number):
        rows = chance.integers(0, 6, (3, 4)).tolist()
        yield Seen(
            [Sight(1 + game % 4, rows, [(0,), (), (1, 1)])],
            (max(range(3), key=lambda empire: (rows[empire][1], -empire)),),
        )


def test_games_of_every_edition_and_size_of_table_are_held_out() -> None:
    assert len({(number % 2, number // 2 % 3) for number in range(0, 100, HELD_OUT)}) == 6


def test_learning_finds_what_decides() -> None:
    *_, (progress, weights) = learn(list(invented(300)), signs=4, tiles=2, units=4, passes=40, seed=1, batch=16)
    assert progress.held_out < 0.5
    seen = positions_of(invented(300), 4, 2)
    assert error(weights, seen) < 0.5
    best = forecast(weights, seen).chances.argmax(axis=1)
    assert (seen.shares[np.arange(len(best)), best] > 0).mean() > 0.8


def test_the_slope_is_that_of_the_error() -> None:
    seen = positions_of(invented(20), 4, 2)
    weights = Weights(*[part.astype(np.float64) for part in drawn(7, 3, np.random.default_rng(2))])
    slopes = slope(weights, seen)
    for name in Weights._fields:
        part = getattr(weights, name)
        for place in [(0,) * part.ndim, (-1,) * part.ndim]:
            sides = []
            for step in (1e-5, -1e-5):
                moved = part.copy()
                moved[place] += step
                sides.append(error(weights._replace(**{name: moved}), seen))
            assert (sides[0] - sides[1]) / 2e-5 == pytest.approx(getattr(slopes, name)[place], rel=0.01, abs=1e-5)


def test_a_player_reckons_in_integers_what_was_learnt_with_fractions() -> None:
    signs = ("first", "second", "third", "fourth")
    names = (*signs, "caesar", "helen", "round")
    *_, (_, weights) = learn(list(invented(100)), signs=4, tiles=2, units=4, passes=3, seed=1)
    network = Network(tables(weights, names, scale=8192), signs)
    games = list(invented(10))
    expected = forecast(weights, positions_of(games, 4, 2)).chances
    sights = [sight for game in games for sight in game.sights]
    for sight, chances in zip(sights, expected, strict=True):
        tiles = [[network.tile(names[4 + tile]) for tile in held] for held in sight.tiles]
        strengths = [network.strength(row, sight.round, held) for row, held in zip(sight.rows, tiles, strict=True)]
        assert network.chances(strengths) == pytest.approx(chances[:3] * CERTAIN, abs=0.02 * CERTAIN)
