"""Three people at terminals, one of whom loses the machine with all that is on it and plays on from another."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.storage.known_players import KnownPlayers
from crypto import fingerprint, from_pem
from tests.cli.test_coming_back import agree_to_end, begin, come_back, kept, leave, meet, play_again, propose
from tests.cli.typists import Typist, typists

pytest.importorskip("pty", reason="this system has no terminals")

KEY = r"with a new key: [a-z]+(-[a-z]+){5}"


def words_in(shown: str) -> list[str]:
    """The words of a fingerprint at the end of what was shown."""
    return re.findall(r"[a-z]+", shown.rpartition(":")[2])


def run_anew(player: Typist, invitation: str, name: str) -> list[str]:
    """Ask for a seat from a machine on which nothing is; the words that this player reads to the others."""
    player.run("rejoin", invitation, "--name", "Zed")
    player.until("No player is called 'Zed' in this game, or several are.")
    player.until("The players of this game: 1. Ada 2. Bo 3. Cy .*What is your name in this game, or your number.")
    player.type("zed at all")
    player.until("The players of this game: 1. Ada 2. Bo 3. Cy .*What is your name in this game, or your number.")
    player.type(name)
    return words_in(player.until(KEY))


def known(folder: Path, player: Typist) -> dict[str, str]:
    """The fingerprints of the players whom a player has met, by name."""
    met = KnownPlayers(folder / player.name / "profile" / "players.json").load()
    return {one.name: fingerprint(one.key) for one in met}


def own_key(folder: Path, player: Typist) -> str:
    """The fingerprint of a player's own key."""
    pem = (folder / player.name / "profile" / "identity.pem").read_bytes()
    return fingerprint(from_pem(pem, None).public)


def test_who_lost_their_machine_plays_on_from_another_once_the_others_agree(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy", "new") as (ada, bo, cy, new):
        begin(ada, bo, cy)
        # All have left it for a while.
        leave(cy, ada, bo, step=1)
        come_back(bo, cy, ada, step=1)
        # Two are enough to go on, so the third may not have met the one whose machine is lost.
        meet(ada, bo, cy)
        cy.kill()
        for player in (ada, bo):
            player.until("Cy cannot be reached")
        propose("absent cy", ada, bo, proposal="that the autopilot plays for Cy", outcome="Voted: the autopilot plays")
        bo.type("invite")
        invitation = bo.until(r"mare rejoin mare://join/[\w-]+").split()[-1]
        told = run_anew(new, invitation, "cY")
        for player in (ada, bo):
            assert words_in(player.until("A player asks to play on as Cy.*" + KEY)) == told
        propose("newkey cy", ada, bo, proposal="that Cy plays on with a new key", outcome="Voted: Cy has a new key")
        for player in (ada, bo, new):
            player.until("Voted: Cy plays again")
        # At the next table they know each other by this key, which the new machine keeps.
        assert [known(tmp_path, player)["Cy"] for player in (ada, bo)] == ["-".join(told)] * 2
        assert own_key(tmp_path, new) == "-".join(told)
        # The newcomer is one of them: heard, and needed where all are needed.
        new.type("say I am back")
        ada.until("Cy .*: “I am back”")
        # The machine that was lost turns up.
        cy.run("resume")
        cy.until("have given your seat to another key")
        assert cy.end() == 1
        # The new machine keeps the game like any other.
        meet(ada, bo, new)
        new.kill()
        ada.until("Cy cannot be reached")
        new.run("resume")
        new.until("The game goes on at step")
        assert kept(tmp_path, new)["status"] == "open"
        # They play again, and the new key has the place of the old one.
        meet(ada, bo, new)
        agree_to_end(ada, bo, new)
        play_again(ada, bo, new)
        for player, empire in ((ada, "Greece"), (bo, "Carthage"), (new, "Rome")):
            player.until(rf"{empire} \(you\)")
