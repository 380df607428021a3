"""Three people at terminals whose programs are killed, come back, find each other again and vote, by lines alone."""

from __future__ import annotations

import io
import json
import re
import socket
from contextlib import closing, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cli.main import main
from cli.storage.games import look_at, open_store, take_up
from cli.storage.profile import HOME, open_profile
from p2p.log.messages import encode
from p2p.log.statements import Equivocation, SignedAck
from tests.cli.processes import tell_proof, wait_until
from tests.cli.typists import Typist, typists

pytest.importorskip("pty", reason="this system has no terminals")


def begin(ada: Typist, bo: Typist, cy: Typist, *where: str) -> str:
    """Sit down at Ada's table; returns the invitation to watch."""
    ada.run("host", "--bind", "127.0.0.1", *where, "--name", "Ada", "--empire", "rome")
    ada.until("You are called Ada at this table only; `mare whoami --name Ada` keeps that name.")
    invitation = ada.until(r"mare://join/[\w-]+")
    ada.type("watch")
    watching = ada.until(r"mare://watch/[\w-]+")
    bo.run("join", invitation, "--name", "Bo", "--empire", "greece")
    ada.until("Bo has joined")
    cy.run("join", invitation, "--name", "Cy", "--empire", "carthage")
    for player in (ada, bo):
        player.until("Cy wants to play carthage")
    for player in (ada, bo, cy):
        player.type("ready")
    for player in (ada, bo, cy):
        player.until("the game begins")
        player.until("Buildings; in brackets")
    return watching


def announced(ada: Typist, bo: Typist, cy: Typist) -> None:
    """They begin a game, in which Cy's first answer comes to all."""
    begin(ada, bo, cy)
    cy.type("announce 1")
    for player in (ada, bo, cy):
        player.until("Carthage announces 1")


def leave(*players: Typist) -> int:
    """All leave for now, one after the other, and hear how they go on; return the step at which the game stands."""
    told = set()
    for player in players:
        player.type("quit")
        said = player.until(r"You have left the table. The game stands at step \d+ \(Round 1\)\.")
        told.add(int(re.findall(r"at step (\d+)", said)[-1]))
        player.until("The game is kept: `mare resume ")
        assert player.end() == 0
    [step] = told
    return step


def meet(*players: Typist) -> None:
    """Wait until each program reaches all others; one that has not yet does not tell that another is gone.

    What people say and vote is no sign of that: it may have come by way of others.
    """
    for player in players:
        assert wait_until(partial(reaches_all, player)), player.name


def reaches_all(player: Typist) -> bool:
    """Whether a program shows that it reaches everybody at its table."""
    player.type("table")
    shown = player.until(r"(Ada|Bo|Cy): .* (Ada|Bo|Cy): .* (Ada|Bo|Cy): [^>]*>")
    return "to no other player" not in " ".join(shown.split())


def propose(line: str, by: Typist, *others: Typist, proposal: str, outcome: str) -> None:
    """One proposes, the others agree, and all hear what comes of it."""
    by.type(line)
    for other in others:
        other.until(f"proposes {proposal}.*; “agree” agrees to that")
        other.type("agree")
    for player in (by, *others):
        player.until(outcome)


def test_three_people_and_a_guest_lose_nothing_whatever_happens_to_their_programs(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy", "eve") as (ada, bo, cy, eve):
        watching = begin(ada, bo, cy)
        cy.type("announce 1")
        for player in (ada, bo, cy):
            player.until("Carthage announces 1")
        # A guest who comes late is shown what has happened, and hears all that follows.
        eve.run("watch", watching)
        eve.until("Carthage announces 1")
        propose(
            "takeback", cy, ada, bo, proposal="to take the game back to step 1", outcome="Voted: the game goes back"
        )
        eve.until("Voted: the game goes back")
        eve.kill()
        # One is killed, declared absent, and plays again as soon as it is back.
        meet(ada, bo, cy)
        cy.kill()
        ada.until("Cy cannot be reached")
        propose("absent cy", ada, bo, proposal="that the autopilot plays for Cy", outcome="Voted: the autopilot plays")
        cy.run("resume")
        for player in (ada, bo, cy):
            player.until("Voted: Cy plays again")
        # All of them are killed, and none finds another where it was.
        for player in (ada, bo, cy):
            player.kill()
        ada.run("resume", "--port", free_port())
        found = ada.until(r"mare resume [0-9a-f]{8} --at \S+").split()[1:]
        for player in (bo, cy):
            player.run(*found, "--port", free_port())
        for player in (ada, bo, cy):
            player.until("The game goes on at step")
        # One gives up the seat to the autopilot, and all leave.
        bo.type("resign")
        bo.until("Type it once more to propose it")
        propose("resign", bo, ada, proposal="to resign", outcome="Voted: Bo has resigned")
        for player in (ada, bo, cy):
            player.type("quit")
            player.until("The game is kept: `mare resume ")
            assert player.end() == 0


def test_who_has_lost_their_machine_takes_their_seat_with_a_new_key_at_another_table(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy", "new") as (ada, bo, cy, new):
        where = "--port", free_port()
        begin(ada, bo, cy, *where)
        cy.type("announce 1")
        for player in (ada, bo, cy):
            player.until("Carthage announces 1")
        meet(ada, bo, cy)
        cy.kill()
        ada.until("Cy cannot be reached")
        ada.type("invite")
        game = ada.until(r"mare\s+continue [0-9a-f]{8}").split()[-1]
        assert leave(ada, bo) == 2
        facts = [kept(tmp_path, player) for player in (ada, bo)]
        assert [(each["status"], each["steps"]) for each in facts] == [("open", 1)] * 2
        assert len({each["digest"] for each in facts}) == 1
        # Who has played there has the same name, unless they give another one.
        ada.run("continue", game, "--bind", "127.0.0.1", *where)
        ada.until("You are called Ada at this table only")
        invitation = ada.until(r"mare://join/[\w-]+")
        cy.run("resume")
        cy.until("Ada: another game or table is found there. If it goes on with yours, ask them to leave it")
        cy.kill()
        bo.run("join", invitation, "--name", "Bert")
        ada.until("Bert has joined")
        bo.type("quit")
        assert bo.end() == 0
        bo.run("join", invitation)
        bo.until("You are called Bo at this table only")
        ada.until("Bo has joined")
        new.run("join", invitation, "--name", "Cy")
        new.until("This table goes on with game")
        ada.until("WARNING: this Cy has another key")
        for player in (ada, bo, new):
            player.type("ready")
        for player, empire in ((ada, "Rome"), (bo, "Greece"), (new, "Carthage")):
            player.until(rf"{empire} \(you\)")
        meet(ada, bo, new)
        agree_to_end(ada, bo, new)


def test_who_comes_back_after_the_end_gets_it_from_one_who_resumes_that_game(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy") as (ada, bo, cy):
        begin(ada, bo, cy)
        meet(ada, bo, cy)
        cy.kill()
        ada.until("Cy cannot be reached")
        propose("absent cy", ada, bo, proposal="that the autopilot plays for Cy", outcome="Voted: the autopilot plays")
        ada.type("end")
        ada.until("Type it once more to propose it")
        propose(
            "end", ada, bo, proposal="to end the game here, without a winner", outcome="All have agreed to end the game"
        )
        ada.until("Cy did not sign the end")
        name = ada.until("mare resume [0-9a-f]{8}").split()[-1]
        ada.kill()
        bo.kill()
        assert kept(tmp_path, ada)["missing"] == [3]
        cy.run("resume")
        cy.until("You're back")
        ada.run("resume", name)
        cy.until("All have agreed to end the game")
        ada.until("All players have signed the end")
        assert ada.end() == 0
        assert kept(tmp_path, ada)["missing"] == []


def test_who_was_away_gets_the_proof_that_has_stopped_the_game_from_one_who_resumes_it(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy") as (ada, bo, cy):
        announced(ada, bo, cy)
        assert leave(ada, bo, cy) == 2
        name = keep_proof(tmp_path, by=ada, against=cy)
        ada.run("resume", name)
        ada.until("Cy signed two versions of")
        ada.until("get the proof here")
        bo.run("resume")
        bo.until("Cy signed two versions of")
        bo.until("Back to the lobby, to go on with this game without Cy")
        bo.kill()
        for _ in "as it comes", "as it is kept":
            cy.run("resume", name)
            cy.until("Cy signed two versions of.*The proof against you is kept. The others can go on after step 0")
            cy.kill()


def test_a_proof_against_the_host_names_the_command_with_which_the_others_go_on(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy") as (ada, bo, cy):
        announced(ada, bo, cy)
        meet(ada, bo, cy)
        tell_proof(tmp_path, to="Bo", against="Ada")
        for player in (ada, bo, cy):
            player.until("Ada signed two versions of")
            told = r"one of you types `mare continue [0-9a-f]{8} --from 0`, .* You may let that player in there, too."
            player.until("The proof against you is kept." if player is ada else told)
            assert player.end() == 1


def test_who_resumes_a_game_that_went_on_reads_where_and_its_lobby_tells_what_is_proven(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy") as (ada, bo, cy):
        announced(ada, bo, cy)
        meet(ada, bo, cy)
        cy.kill()
        ada.until("Cy cannot be reached")
        tell_proof(tmp_path, to="Ada", against="Bo")
        ada.until("The proof is kept. In the lobby, the game goes on")
        assert bo.end() == 1
        ada.until("This table goes on with game")
        ada.type("invite")
        bo.run("join", ada.until(r"mare://join/[\w-]+"), "--name", "Bob")
        ada.until("A proof against Bob is kept here, from the game that goes on: Bo signed two versions of")
        ada.until("Bob has joined")
        bo.until("You are in the lobby")
        bo.type("quit")
        assert bo.end() == 0
        ada.until("Bob has left")
        ada.type("bots 2", "ready")
        ada.until("the game goes on after step")
        cy.run("resume")
        cy.until("Ada: another game or table is found there. If it goes on with yours, ask them to leave it")
        cy.kill()
        ada.type("quit")
        new = ada.until("The game is kept: `mare resume [0-9a-f]{8}").split("resume ")[-1]
        assert ada.end() == 0
        ada.run("games", plain=False)
        old = ada.until(r"[0-9a-f]{8} \S+ \S+ stopped by a proof")[:8]
        ada.until(f"went on as {new}")
        assert ada.end() == 0
        ada.run("resume", old)
        ada.until("Bo signed two versions of")
        ada.until(f"The game went on as {new}: `mare resume {new}` goes on there.")


def keep_proof(folder: Path, by: Typist, against: Typist) -> str:
    """Have a player's program keep a proof against another, who signed two acknowledgements; the game's name."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(HOME, str(folder / against.name / "profile"))
        identity = open_profile().identity
        patch.setenv(HOME, str(folder / by.name / "profile"))
        with closing(open_store()) as store:
            (game,) = store.games()
            log, player = look_at(game, store.items(game)).log, game.charter.player(identity.public)
            acks = (log.ack(counter)._replace(log=bytes([counter] * 32)) for counter in (8, 9))
            one, other = (SignedAck.by(identity, player, ack) for ack in acks)
            taken = take_up(store, game.charter.id, game.player, open_profile().identity)
            taken.journal.append(encode(Equivocation(one, other)))
            taken.journal.commit(game.progress._replace(is_proven=True))
            taken.journal.close()
    return game.charter.id.hex()[:8]


def free_port() -> str:
    """A port at which no program listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return str(server.getsockname()[1])


def agree_to_end(by: Typist, *others: Typist) -> None:
    """One proposes to end the game, the others agree, and all are told of the lobby."""
    by.type("end")
    by.until("Type it once more to propose it")
    propose(
        "end", by, *others, proposal="to end the game here, without a winner", outcome="All have agreed to end the game"
    )
    for player in (by, *others):
        player.until("Back to the lobby, for another game")


def play_again(*players: Typist) -> None:
    """All are ready for another game, which begins."""
    for player in players:
        player.until("Every seat is taken")
        player.type("ready")
    for player in players:
        player.until("the game begins")


def test_a_table_that_was_resumed_has_another_game_with_the_seats_turned(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy") as (ada, bo, cy):
        begin(ada, bo, cy)
        meet(ada, bo, cy)
        # The host and a guest come back, and the host is at another port; a guest has stayed.
        assert leave(bo, ada) == 1
        ada.run("resume", "--port", free_port())
        found = ada.until(r"mare resume [0-9a-f]{8} --at \S+").split()[1:]
        bo.run(*found)
        for player in (ada, bo):
            player.until("The game goes on at step 1")
        meet(ada, bo, cy)
        agree_to_end(ada, bo, cy)
        play_again(ada, bo, cy)
        for player, empire in ((ada, "Greece"), (bo, "Carthage"), (cy, "Rome")):
            player.until(rf"{empire} \(you\)")
        # All leave that game in its turn, and the host of it is no longer the first of its charter.
        for player in (ada, bo, cy):
            player.type("quit")
            player.until("The game is kept: `mare resume ")
            assert player.end() == 0
        come_back(cy, ada, bo, step=1)
        meet(ada, bo, cy)
        agree_to_end(cy, ada, bo)
        play_again(ada, bo, cy)
        for player, empire in ((ada, "Carthage"), (bo, "Rome"), (cy, "Greece")):
            player.until(rf"{empire} \(you\)")


def come_back(*players: Typist, step: int) -> None:
    """All take the game up again, in this order, and it goes on where it stood."""
    for player in players:
        player.run("resume")
    for player in players:
        player.until(f"The game goes on at step {step}")


def kept(folder: Path, player: Typist) -> dict[str, Any]:
    """What `mare verify` says of the one game that a player keeps."""
    home = folder / player.name

    def told(*arguments: str) -> str:
        with redirect_stdout(io.StringIO()) as out, pytest.MonkeyPatch.context() as patch:
            patch.setenv(HOME, str(home / "profile"))
            patch.chdir(home)
            assert main(list(arguments)) == 0
        return out.getvalue()

    [game] = json.loads(told("games", "--json"))
    told("export", game["game"], "game.mare")
    facts: dict[str, Any] = json.loads(told("verify", "game.mare", "--json"))
    return facts
