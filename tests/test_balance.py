"""The boards that docs/balance.md and docs/balance-2003.md compare."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from cli.arena.tally import Tally
from core.editions import EDITIONS
from tests.balance import MAPS, Balance, changes_of, main, with_changes
from tests.train.games import LAST_ROUND

CHANGES = [
    pytest.param(edition, change["changes"], id=f"{edition}: {change['name']}")
    for edition in MAPS
    for sort in ("parts", "handicaps")
    for change in changes_of(edition, sort)
]


@pytest.mark.parametrize(("edition", "changes"), CHANGES)
def test_every_change_of_the_board_makes_another_map(edition: str, changes: list[Any]) -> None:
    load, text = EDITIONS[edition].load_map, MAPS[edition]()
    assert load(with_changes(text, changes)) != load(text)


def test_a_change_of_what_is_not_there_once_is_refused() -> None:
    with pytest.raises(ValueError, match="not once"):
        with_changes(MAPS["revised"](), [["land = [", "land = ["]])


def test_the_tables_have_a_share_for_each_civilization_that_plays() -> None:
    lines = Balance("revised", games=2, jobs=1).tables("printed")
    rows = {row.split(" | ")[0].strip("| "): row.split(" | ")[1:] for row in lines}
    assert rows["Rome"][0] == "-", "the advised three are Greece, Babylon and Carthage"
    assert "to" in rows["Carthage"][0]


def test_who_is_left_alone_wins_and_sooner_with_a_richer_start() -> None:
    """Rome does not play at three."""
    lines = list(Balance("original", games=1, jobs=1).alone())
    rounds = {row.split(" | ")[0].strip("| "): row.strip("| ").split(" | ")[1:] for row in lines[2:]}
    assert rounds["Rome"][0] == "-"
    at_five = {empire: float(cells[2].partition(" ")[0]) for empire, cells in rounds.items()}
    assert 4 < at_five["Babylon"] < at_five["Rome"] < LAST_ROUND


def test_a_level_that_does_not_win_even_alone_is_named_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = "--alone --edition revised --level beginner --games 1"
    monkeypatch.setattr(sys, "argv", ["balance", *arguments.split()])
    with pytest.raises(SystemExit, match=r"revised: beginner, as \w+ at \d, does not win in \d+ rounds\. Choose"):
        main()


def test_a_comparison_plays_each_change_at_its_tables_beside_the_board_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of the parts of Empires, one is compared at three and one at four."""
    balance, played, tally = Balance("empires", games=1, jobs=1), [], Balance.tally

    def noted(self: Balance, players: int, start: str, map_text: str | None = None) -> Tally:
        played.append((players, map_text))
        return tally(self, players, start)

    monkeypatch.setattr(Balance, "tally", noted)
    rows = [row.split(" | ")[0].strip("| ") for row in balance.compared("parts")]
    text, chosen = MAPS["empires"](), changes_of("empires", "parts")
    told, texts = [], []
    for players in (5, 4, 3):
        at_table = [change for change in chosen if players in change["players"]]
        told += [f"{players} players, %", "the board as it is", *[change["name"] for change in at_table]]
        texts += [(players, None), *[(players, with_changes(text, change["changes"])) for change in at_table]]
    assert [row for row in rows if not row.startswith("---")] == told
    assert played == texts


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "--parts --start printed",
            "--start: only without --parts, --handicaps and --alone are both setups played. Leave it out.",
        ),
        (
            "--edition empires --start points",
            "--start: only original and revised have more than one setup. Leave it out.",
        ),
        ("--games 0", "argument --games: '0' is not a whole number from 1 up."),
    ],
)
def test_what_cannot_be_counted_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: str, sentence: str
) -> None:
    monkeypatch.setattr(sys, "argv", ["balance", *arguments.split()])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert sentence in capsys.readouterr().err
