"""Three people at terminals whose programs are killed, come back, find each other again and vote, by lines alone."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from tests.cli.typists import Typist, typists

pytest.importorskip("pty", reason="this system has no terminals")


def begin(ada: Typist, bo: Typist, cy: Typist) -> None:
    """Sit down at Ada's table."""
    ada.run("host", "--bind", "127.0.0.1", "--name", "Ada", "--empire", "rome")
    invitation = ada.until(r"mare://join/[\w-]+")
    bo.run("join", invitation, "--name", "Bo", "--empire", "greece")
    ada.until("Bo .* has come")
    cy.run("join", invitation, "--name", "Cy", "--empire", "carthage")
    for person in (ada, bo):
        person.until("Cy .* wants to play carthage")
    for person in (ada, bo, cy):
        person.type("ready")
    for person in (ada, bo, cy):
        person.until("the game begins")
        person.until("What stands")


def propose(line: str, by: Typist, *others: Typist, proposal: str, outcome: str) -> None:
    """One proposes, the others agree, and all hear what comes of it."""
    by.type(line)
    for other in others:
        other.until(f"proposes {proposal}.*; “agree” agrees")
        other.type("agree")
    for person in (by, *others):
        person.until(outcome)


def test_three_people_lose_nothing_whatever_happens_to_their_programs(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy") as (ada, bo, cy):
        begin(ada, bo, cy)
        cy.type("announce 1")
        for person in (ada, bo, cy):
            person.until("Carthage announces 1")
        propose(
            "takeback", cy, ada, bo, proposal="to take the game back to step 1", outcome="Voted: the game goes back"
        )
        # One is killed, declared absent, and plays again as soon as he is back.
        cy.kill()
        ada.until("Cy .* cannot be reached")
        propose("absent cy", ada, bo, proposal="that the autopilot plays for Cy", outcome="Voted: the autopilot plays")
        cy.run("resume")
        for person in (ada, bo, cy):
            person.until("Voted: Cy .* plays again")
        # All of them are killed, and none finds another where he was.
        for person in (ada, bo, cy):
            person.kill()
        ada.run("resume", "--port", free_port())
        found = ada.until(r"mare resume [0-9a-f]{8} --at \S+").split()[1:]
        for person in (bo, cy):
            person.run(*found, "--port", free_port())
        for person in (ada, bo, cy):
            person.until("The game goes on at step")
        # One gives his seat to the autopilot, and all stop for now.
        bo.type("resign")
        bo.until("Type it once more to propose it")
        propose("resign", bo, ada, proposal="to resign", outcome="Voted: Bo .* has resigned")
        propose("pause", cy, ada, proposal="to stop here for now", outcome="All have agreed to stop here for now")
        for person in (ada, bo, cy):
            person.until("The game is kept: `mare resume ")
            assert person.end() == 0


def free_port() -> str:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


def test_whoever_stops_for_now_hears_where_the_game_stands_and_how_all_go_on(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy") as (ada, bo, cy):
        begin(ada, bo, cy)
        cy.type("announce 1")
        for person in (ada, bo, cy):
            person.until("Carthage announces 1")
        stopped = "All have agreed to stop here for now. The game stands at round 1, step 3."
        propose("pause", cy, ada, bo, proposal="to stop here for now", outcome=stopped)
        for person in (ada, bo, cy):
            person.until("The game is kept: `mare resume ")
            assert person.end() == 0
        for person in (cy, bo, ada):
            person.run("resume")
        for person in (ada, bo, cy):
            person.until("The game goes on at step 3")
