"""A player who has been met before is known again, and another under that name is noticed."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from cli.command import Failure
from cli.storage.known_players import KnownPlayer, KnownPlayers
from crypto import Identity, PublicKey, fingerprint
from tests.p2p.tables import charter, identity


def key(number: int) -> PublicKey:
    return Identity.from_seed(bytes([number]) * 32).public


@pytest.fixture
def players(tmp_path: Path) -> KnownPlayers:
    known = KnownPlayers(tmp_path / "players.json")
    known.meet("Anna", key(1))
    return known


def test_who_is_known_is_met_again_without_a_word(players: KnownPlayers) -> None:
    assert players.meet("Anna", key(1)) is None
    assert players.load() == [KnownPlayer("Anna", key(1))]


@pytest.mark.parametrize("name", ["Anna", "anna", "ANNA", " An\u200bna ", "\uff21nna", "Anna\u3164", "An\u034fna"])
def test_a_known_name_with_another_key_is_a_warning_that_names_both(players: KnownPlayers, name: str) -> None:
    warning = players.meet(name, key(2))
    assert warning is not None
    assert warning.startswith("WARNING: ")
    assert [word for word in ("Anna", fingerprint(key(1)), fingerprint(key(2))) if word not in warning] == []


def test_who_has_taken_a_name_is_warned_of_every_time(players: KnownPlayers) -> None:
    assert players.meet("Anna", key(2)) == players.meet("Anna", key(2)) is not None
    assert players.load() == [KnownPlayer("Anna", key(1))]


def test_a_known_player_under_another_s_name_is_a_warning(players: KnownPlayers) -> None:
    players.meet("Bert", key(2))
    assert (players.meet("Anna", key(2)) or "").startswith("WARNING")
    assert players.load() == [KnownPlayer("Anna", key(1)), KnownPlayer("Bert", key(2))]


def test_a_known_key_with_another_name_is_told_once(players: KnownPlayers) -> None:
    assert players.meet("Annika", key(1)) == "You know Annika as Anna: the key is the same."
    assert players.meet("Annika", key(1)) is None


@pytest.mark.parametrize(("name", "number"), [("Bert", 2), ("Annika", 1), ("Anna", 2)])
def test_who_has_proven_nothing_changes_no_known_player(players: KnownPlayers, name: str, number: int) -> None:
    players.warning(name, key(number))
    assert players.load() == [KnownPlayer("Anna", key(1))]


def test_a_known_name_with_another_key_is_a_warning_before_anything_is_proven(players: KnownPlayers) -> None:
    assert (players.warning("anna", key(2)) or "").startswith(
        "WARNING: this anna has another key than the Anna you know"
    )
    assert players.warning("Anna", key(1)) is None


def test_all_others_who_have_signed_a_charter_are_met(tmp_path: Path) -> None:
    known = KnownPlayers(tmp_path / "players.json")
    assert list(known.meet_signers(charter(3), identity(1).public)) == []
    assert known.load() == [KnownPlayer("Ada", identity(0).public), KnownPlayer("Cy", identity(2).public)]


def test_signers_who_cannot_be_remembered_are_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "players.json").write_bytes(b"{")
    (said,) = KnownPlayers(tmp_path / "players.json").meet_signers(charter(3), identity(1).public)
    assert "this is no longer a list of players" in said


def test_who_is_forgotten_is_met_anew(players: KnownPlayers) -> None:
    assert players.forget("anna") == 1
    assert players.meet("Anna", key(2)) is None
    assert players.load() == [KnownPlayer("Anna", key(2))]


def test_no_one_is_forgotten_under_a_name_that_no_one_has(players: KnownPlayers) -> None:
    assert players.forget("Bert") == 0


def test_a_name_that_does_not_show_is_not_remembered(players: KnownPlayers) -> None:
    assert players.meet("\u202e\x1b", key(2)) is None
    assert players.load() == [KnownPlayer("Anna", key(1))]


def test_the_command_in_a_warning_does_nothing_else_when_it_is_pasted(players: KnownPlayers) -> None:
    name = "Bert'; `rm -rf x`; $(rm x) #"
    players.meet(name, key(2))
    for told in (players.meet(name, key(3)), players.warning(name, key(3))):
        command = (told or "").partition("; `mare ")[2].removesuffix("`, typed in a terminal, ends this warning.")
        assert shlex.split(command) == ["whoami", "--forget", name]


def test_a_warning_says_what_can_be_typed_where_it_stands(players: KnownPlayers) -> None:
    in_lobby, in_game = players.warning("Anna", key(2)) or "", players.meet("Anna", key(2)) or ""
    assert "If they are the new ones, “ready” is enough; `mare whoami --forget Anna`, typed in a terminal," in in_lobby
    assert "“ready”" not in in_game
    assert len(in_game) < 3 * 80, "three rows of a small terminal"


def test_not_everybody_can_be_remembered(players: KnownPlayers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.storage.known_players.MOST", 2)
    players.meet("Bert", key(2))
    players.meet("Carl", key(3))
    assert [player.name for player in players.load()] == ["Anna", "Bert"]
    assert players.meet("Annika", key(1)) is not None


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"\xff",
        b"[]",
        b"[" * 100_000,
        b'{"players": {}}',
        b'{"players": [], "more": 1}',
        b'{"players": ["Anna"]}',
        b'{"players": [{"name": "Anna", "key": "zz"}]}',
        b'{"players": [{"name": "Anna", "key": "00"}]}',
        b'{"players": [{"name": "\\u001b[2J", "key": "%s"}]}' % key(1).raw.hex().encode(),
        b'{"players": [{"name": "\\ud800", "key": "%s"}]}' % key(1).raw.hex().encode(),
    ],
)
def test_a_damaged_list_is_named_and_left_as_it_is(tmp_path: Path, text: bytes) -> None:
    path = tmp_path / "players.json"
    path.write_bytes(text)
    with pytest.raises(Failure, match=r"players\.json: this is no longer a list of players"):
        KnownPlayers(path).meet("Anna", key(1))
    with pytest.raises(Failure, match=r"players\.json: this is no longer a list of players"):
        KnownPlayers(path).forget("Anna")
    assert path.read_bytes() == text


def test_a_list_without_end_is_refused(tmp_path: Path) -> None:
    (tmp_path / "players.json").write_bytes(b" " * ((1 << 20) + 1))
    with pytest.raises(Failure, match="is longer than 1 MiB"):
        KnownPlayers(tmp_path / "players.json").load()


def test_the_list_is_for_no_one_else(players: KnownPlayers, tmp_path: Path) -> None:
    assert (tmp_path / "players.json").stat().st_mode & 0o777 == 0o600
