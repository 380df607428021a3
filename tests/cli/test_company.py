"""``mare host``, ``mare join`` and ``mare bot``: people at a table, each with a process of their own."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
import trio

from cli.command import Failure
from cli.commands.resume import offer_of
from cli.main import main
from cli.play.company import played_at, rules_of
from cli.storage.games import MYSELF, Notes
from cli.storage.known_players import KnownPlayers
from cli.storage.profile import HOME
from cli.table_game import DEFAULT, Customs, with_customs
from core.editions import EDITIONS
from core.engine.edition import RANDOM, Edition
from p2p.lobby.model import Member, Offer, Picture, charter_of
from p2p.net.address import Address
from p2p.net.door import dial
from p2p.net.invitation import Invitation, parse_invitation
from p2p.net.tls import Credentials, TableSecret
from tests.cli.processes import PATIENCE, PROGRAM, finish, running
from tests.p2p.tables import identity, seed

HERE = ("--bind", "127.0.0.1")
ONE_ROUND = ("--max-rounds", "1")
BY_ITSELF = ("--ready", "--autopilot")


class Player:
    """A process of ``mare`` with a profile of its own, what it says, and a way to type."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.text = ""
        """What has been said since what was last waited for."""
        self.heard = ""
        """All that has been said."""
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            with self._more:
                self.text += line
                self.heard += line
                self._more.notify_all()

    def until(self, pattern: str) -> str:
        """Wait until a pattern has been said, in good time; returns it, and forgets everything up to its end."""
        with self._more:
            assert self._more.wait_for(lambda: re.search(pattern, self.text), PATIENCE), (pattern, self.text)
            found = re.search(pattern, self.text)
            assert found is not None
            self.text = self.text[found.end() :]
            return found.group()

    def type(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def end(self) -> tuple[int, str]:
        """Wait for the end: the exit code and what was complained of."""
        assert self.process.stdin is not None
        assert self.process.stderr is not None
        self.process.stdin.close()
        status = self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        return status, self.process.stderr.read()

    def close(self) -> None:
        """See to it that nothing of the process is left."""
        self.process.kill()
        self.process.wait(PATIENCE)
        self._reader.join(PATIENCE)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()


@contextmanager
def player(
    folder: Path, name: str, *arguments: str, profile: str | None = None, module: str = PROGRAM
) -> Iterator[Player]:
    """A player with a folder of their own, and a profile, which may be another's."""
    own = folder / name
    own.mkdir(exist_ok=True)
    with running(own, *arguments, env={HOME: str(folder / (profile or name) / "profile")}, module=module) as process:
        seated = Player(process)
        try:
            yield seated
        finally:
            seated.close()


def records(folder: Path, name: str) -> list[str]:
    return sorted(path.name for path in (folder / name).glob("*.mare"))


def test_people_meet_by_an_invitation_play_know_each_other_then_and_have_the_same_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(
            player(tmp_path, "ada", "host", *HERE, *ONE_ROUND, *BY_ITSELF, "--name", "Ada", "--bots", "1")
        )
        invitation = host.until(r"mare://join/\S+")
        guest = stack.enter_context(player(tmp_path, "bo", "join", invitation, "--name", "Bo"))
        guest.type("choose rome", "say hello", "ready")
        host.until(r"Bo: hello")
        guest.until("You are Rome; you hold ")
        guest.type(*["answers", "1", "answers offer metal", "1"] * 200)
        for each in (host, guest):
            each.until("The last round is over; there is no winner.")
            each.until("The record .* check it with")
            assert len(re.findall("^The last round is over", each.heard, re.MULTILINE)) == 1
        # The host last, whom the guest would look for otherwise.
        assert guest.end() == (0, "")
        assert host.end() == (0, "")
    known = [KnownPlayers(tmp_path / name / "profile" / "players.json").load() for name in ("ada", "bo")]
    assert [[each.name for each in players] for players in known] == [["Bo"], ["Ada"]]
    (record,) = records(tmp_path, "ada")
    assert records(tmp_path, "bo") == [record]
    assert main(["verify", str(tmp_path / "bo" / record)]) == 0
    assert "closed by every player" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("theirs", "sentence"),
    [
        ({"edition": "other", "release": "9.0"}, "edition 'other', which this program lacks. You need mare 9.0."),
        (
            {"engine": 99, "release": "9.0"},
            f"uses engine 99 of the rules; this program has engine {DEFAULT.engine}. You need mare 9.0",
        ),
        ({"data": bytes(32)}, f"map data {bytes(4).hex()}; this program has "),
    ],
)
def test_a_guest_whose_program_cannot_play_what_the_host_says_is_told_why(
    theirs: dict[str, Any], sentence: str
) -> None:
    rules = rules_of(DEFAULT, DEFAULT.standard_map())
    assert played_at(rules, None) == (DEFAULT, DEFAULT.standard_map())
    with pytest.raises(Failure, match=re.escape(sentence)):
        played_at(rules._replace(**theirs), None)


async def test_the_table_takes_guests_from_the_moment_on_at_which_it_shows_its_invitation(tmp_path: Path) -> None:
    with player(tmp_path, "ada", "host", *HERE) as host:
        invitation = parse_invitation(await trio.to_thread.run_sync(host.until, r"mare://join/\S+"))
        guest = Credentials(invitation.secret, identity(1))
        connection = await dial(invitation.addresses[0], guest, "lobby", b"", invitation.key)
        await connection.aclose()


def test_a_rematch_turns_the_seats_and_a_lent_bot_stays_for_it(tmp_path: Path) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(
            player(tmp_path, "ada", "host", *HERE, *ONE_ROUND, "--autopilot", "--bots", "1", "--empire", "rome")
        )
        invitation = host.until(r"mare://join/\S+")
        # The host lends it: it does not take the host's seat.
        bot = stack.enter_context(player(tmp_path, "bo", "bot", invitation, profile="ada"))
        host.until(r"Bot of .+ has joined")
        host.until("Every seat is taken")
        host.type("ready")
        host.until("The record ")
        host.until(r"Bot of .+ has joined")
        host.type("who")
        host.until(r"Bot of .+: plays rome")
        host.until(r": plays (?!random|rome)\w+, lends 1 bot until people come, the host, you")
        host.type("ready")
        host.until("The record ")
        host.until(r"Bot of .+ has joined")
        host.type("quit")
        assert host.end() == (0, "")
        bot.until("The host has closed the table.")
        assert bot.end() == (0, "")
    assert len(records(tmp_path, "ada")) == 2
    assert records(tmp_path, "ada") == records(tmp_path, "bo")


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
@pytest.mark.parametrize("customs", [Customs(), Customs(10, False)])
def test_a_kept_game_of_any_edition_says_what_its_table_plays(edition: Edition, customs: Customs) -> None:
    game_map = edition.standard_map()
    players = max(edition.tables(game_map))
    options = edition.options(players, (RANDOM,) * players)
    choices = edition.empires(options, game_map)
    agreed = with_customs(edition.write_options(options), customs)
    offer = Offer(rules_of(edition, game_map), agreed, players, choices, watch=False)
    member = Member(identity(0).public, b"Ada", seed("chat"), seed("tip"), choices[0], players - 1, True, ())
    charter = charter_of(offer.rules, Picture(1, players, agreed, offer.watch, (member,)))
    assert offer_of(charter, Notes(MYSELF)) == offer


def test_who_comes_to_a_full_table_hears_why(tmp_path: Path) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(player(tmp_path, "ada", "host", *HERE, "--players", "3"))
        invitation = host.until(r"mare://join/\S+")
        stack.enter_context(player(tmp_path, "cy", "join", invitation, *HERE, "--bots", "1"))
        host.until("lends 1 bot")
        bo = tmp_path / "bo"
        bo.mkdir()
        env = {HOME: str(bo / "profile")}
        assert finish(bo, "join", invitation, env=env)[::2] == (
            1,
            "mare: The table is full: all of its 3 seats are taken.\n",
        )


NOWHERE = Invitation("table", TableSecret(bytes(16)), identity(0).public, (Address("127.0.0.1", 1),)).text()
WATCHING = Invitation("watch", TableSecret(bytes(16)), identity(0).public, (Address("127.0.0.1", 1),)).text()


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (["join", "hello"], 2, "This is no invitation: one begins with mare://join/"),
        (["join", NOWHERE[:-5]], 2, "Characters of this invitation are missing"),
        (["join", *["zoo"] * 11], 2, "The secret is 12 words, and here are 11."),
        (["join", WATCHING], 2, "this invitation is for watching only; use it with `mare watch`."),
        (["join", NOWHERE, "--at", "nowhere"], 2, "--at: 'nowhere' is no address with a port"),
        (["host", "--empire", "sparta"], 2, "there is no empire 'sparta' in Mare Nostrum"),
        (["host", "--bots", "9"], 2, "--bots 9: no table of "),
        (["join", NOWHERE, "--name", " Ada"], 2, "--name: A name has 1 to 64 letters"),
        (["join", NOWHERE, "--name", "\x1b[2J"], 2, "--name: The name has a character that people can't see (U+001B)."),
        (["join", NOWHERE], 1, "No answer from 127.0.0.1:1 (connection refused)."),
        (["bot", "hello"], 2, "This is no invitation"),
        (["join", "--bots", "-2", NOWHERE], 2, "--bots -2: say how many; 0 is none."),
        (["host", "--bots", "3"], 2, "--bots 3: this table has 3 seats, and one is yours."),
        (["host", "--players", "7"], 2, "“Mare Nostrum: Empires” is for 3, 4, 5 players, not 7."),
        (["host", "--bind", "192.0.2.1"], 2, "192.0.2.1 is not an address of this machine"),
        (["host", *HERE, "--advertise", "a b"], 2, "'a b' is neither an IP address"),
        (["host", *HERE, "--port", "70000"], 2, "70000 is no port"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    arguments: list[str],
    status: int,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "profile"))
    assert main(arguments) == status
    complaint = capsys.readouterr().err
    assert complaint.startswith(f"mare: {sentence}")
    assert complaint.count("\n") == 1
