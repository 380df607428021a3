"""``mare continue``: a recorded game of any edition goes on from any step, with those who sit down."""

from __future__ import annotations

import json
import os
import re
from functools import cache, partial
from pathlib import Path

import pytest

from cli.command import Failure
from cli.main import main
from cli.play.company import rules_of
from cli.play.past import PastGame, past_game, verified
from cli.play.seating import Seating, card_of
from cli.table_game import new_game
from core.editions import EDITIONS
from p2p.lobby.host import HostLobby
from p2p.lobby.model import Entrant, Join, Offer, charter_of, encode
from p2p.log.charter import Charter
from p2p.log.messages import Past
from p2p.log.record import verify_record
from p2p.session.session import Session
from tests.cli.games import play, sessions
from tests.cli.processes import finish
from tests.p2p.tables import NAMES, signer

SEATS = 3


@cache
def played(edition_id: str) -> bytes:
    """The record of a game of one round of an edition, played by chance to its end."""
    edition = EDITIONS[edition_id]
    signers = [signer(number) for number in range(SEATS)]
    cards = tuple(card_of(NAMES[number], of, 0) for number, of in enumerate(signers))
    declared = edition.options(SEATS, ("random",) * SEATS)._replace(max_rounds=1)
    charter = Seating(edition, declared, cards).charter()
    table = tuple(Session(charter, new_game, of) for of in signers)
    play(table)
    return table[0].record() or b""


def from_step(edition: str, step: int) -> PastGame:
    """That game as far as it can be continued up to a step."""
    return past_game(verified(played(edition), None), step)


def entrant(player: int) -> Entrant:
    of = signer(player)
    return Entrant(of.identity.public, NAMES[player].encode(), of.chat.public, of.chain.tip, ())


def charter(past: PastGame, edition: str, *guests: int) -> Charter:
    """The charter of a lobby of player 0 and these guests, in which the host lends bots for what is free."""
    kind = EDITIONS[edition]
    rules = rules_of(kind, kind.standard_map())._replace(past=past.record)
    offer = Offer(rules, past.charter.options, SEATS, past.going_on.seats)
    lobby = HostLobby(offer, entrant(0), past.places, past.going_on)
    lobby.lend(SEATS - 1)
    for number in guests:
        who = entrant(number)
        lobby.arrive(number, who.key, 0.0)
        lobby.receive(number, encode(Join(who.name, who.chat, who.tip, who.addresses)), 0.0)
    return charter_of(rules, lobby.picture, past.going_on)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("guests", [(1, 2), (4,), ()])
def test_a_game_of_every_edition_goes_on_to_its_end(edition: str, guests: tuple[int, ...]) -> None:
    past = from_step(edition, 12)
    of = charter(past, edition, *guests)
    table = tuple(Session(of, new_game, signer(number)) for number in (0, *guests))
    for session in table:
        session.go_on_from(Past(past.record))
    play(table)
    log = verify_record(table[0].record() or b"", new_game).log
    assert log.kind == "over"
    assert log.steps[: past.going_on.height] == verify_record(past.record, new_game).log.steps
    assert log.charter.after[:2] == (past.going_on.game, past.going_on.height)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("former", [1, 2])
def test_every_former_player_gets_their_own_seat_back_and_a_newcomer_a_free_one(edition: str, former: int) -> None:
    past = from_step(edition, 12)
    of = charter(past, edition, 4, former)
    assert {seat.name.decode() for seat in of.seats} == {"Ada", "Eve", NAMES[former]}
    old = verify_record(past.record, new_game).log.charter
    for player in of.everyone:
        key = of.players[player].key
        if key in [one.key for one in old.players]:
            assert of.seats_of(player)[0] == old.seats_of(old.player(key))[0]


def test_no_step_is_called_for_at_which_the_game_cannot_go_on() -> None:
    whole = verified(played("empires"), None)
    first = next(step for step in range(whole.log.height) if whole.log.rest(step) is not None)
    last = whole.log.height
    for step in (-1, *range(first), last + 1):
        with pytest.raises(Failure, match=f"--from {step}: this game can go on only from the steps {first} to {last}."):
            past_game(whole, step)
    assert all(past_game(whole, step).going_on.height <= step for step in range(first, whole.log.height + 1))
    with pytest.raises(Failure, match="this game is over; say with --from"):
        past_game(whole)


# ---------------------------------------------------------------------- the command


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.mare"
    path.write_bytes(sessions()[0].record() or b"")
    return path


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        ((), 2, "this game is over; say with --from from which of its"),
        (("--from", "999"), 2, "--from 999: this game can go on only from the steps "),
        (("--from", "5", "--bots", "3"), 2, "--bots 3: this table has 3 seats, and one is yours."),
        (("--from", "5", "--bots", "-1"), 2, "--bots -1: say how many; 0 is none."),
        (("--from", "5", "--empire", "egypt9"), 2, "there is no empire 'egypt9'"),
        (("--from", "20", "--empire", "egypt"), 2, "There is no empire 'egypt' at this table. Choose one of "),
        (("--map", os.devnull), 1, "The map given with --map is not one of the edition 'empires': line 1: "),
    ],
)
def test_what_cannot_be_continued_is_one_sentence(
    file: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], status: int, sentence: str
) -> None:
    assert main(["continue", str(file), *arguments]) == status
    told = capsys.readouterr()
    assert sentence in told.err
    assert told.err.count("\n") == 1


def test_a_file_that_is_no_record_and_a_game_that_is_not_here_are_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "text").write_text("hello")
    assert main(["continue", str(tmp_path / "text")]) == 2
    assert "this is not the record of a game" in capsys.readouterr().err
    assert main(["continue", "12345678"]) == 2
    assert "no kept game has an id that begins so" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["continue", "export", "forget", "show"])
def test_a_command_that_lacks_its_game_names_the_list_of_games(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command]) == 2
    told = capsys.readouterr().err
    assert " (`mare games` lists them); see `mare " in told
    assert told.count("\n") == 1


def test_the_game_of_a_file_goes_on_with_bots_and_is_kept_as_one_game(tmp_path: Path, file: Path) -> None:
    run = partial(finish, tmp_path, env={"MARE_HOME": str(tmp_path / "home")})
    table = ("--bind", "127.0.0.1", "--bots", "2", "--autopilot", "--ready", "--plain")
    status, out, err = run("continue", str(file), "--from", "21", *table)
    assert (status, err) == (0, ""), (out, err)
    assert "The game goes on after step 20, the last one before 21 at which it can." in out
    assert re.search(r"This table goes on with game \w{8} of Bot 1, Bot 2 and Bot 3, after step \d+ \(Round 1\)\.", out)
    assert run("import", str(file))[0] == 0
    game = next(one for one in json.loads(run("games", "--json")[1]) if one["continued"] is None)
    short = game["game"][:8]
    assert f"; went on as {short}" in run("games")[1]
    verified = " ".join(run("verify", str(file))[1].split())
    assert f"The game went on as {short}, and is over: `mare show {short}` replays it." in verified
    assert game["status"] == "finished"
    facts = json.loads(run("verify", game["game"][:8], "--json")[1])
    assert facts["status"] == "finished"
    assert facts["continues"]["game"] == sessions()[0].charter.id.hex()
    assert facts["continues"]["step"] <= 20
    begun = facts["continues"]["step"] + 1
    shown = run("show", game["game"][:8], "--at", str(begun), "--signed")[1]
    assert f"Step {begun}: another charter, signed by" in shown
    assert sessions()[0].charter.id.hex() in shown
