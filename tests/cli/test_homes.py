"""Friends in homes of their own, behind routers that let no one in; and whom a table on one network asks."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from cli.main import main
from tests.cli.homes import Internet, internet, until

GAME = 180.0
"""Seconds for a game of one round on a busy machine."""

FAST = ("--autopilot", "--ready")
"""What makes a program play by itself."""

OPEN = ("host", "--players", "3", "--max-rounds", "1", *FAST)


@pytest.fixture
def net() -> Iterator[Internet]:
    with internet() as made:
        yield made


class Players:
    """Players on machines of their own, by name, each with a folder."""

    def __init__(self, net: Internet, folder: Path) -> None:
        self._net = net
        self._folder = folder
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, name: str, *arguments: str) -> None:
        """Start a player's program; the machine has the player's name."""
        self.processes[name] = self._net.mare(name, self._folder / name, *arguments, "--name", name)

    def said(self, name: str) -> str:
        """All that a player's program has said."""
        return (self._folder / name / "said").read_text()

    def says(self, name: str, text: str, seconds: float = 60.0) -> bool:
        """Whether a player's program says this in time."""
        return until(lambda: text in self.said(name), seconds)

    def invitation(self, name: str) -> str:
        """The invitation of a host."""
        assert self.says(name, "mare://join/"), self.said(name)
        found = re.search(r"mare://join/\S+", self.said(name))
        assert found is not None
        return found.group()

    def finish(self, capsys: pytest.CaptureFixture[str]) -> None:
        """Wait for the end of the game; all have one record, and it is sound."""
        for process in self.processes.values():
            assert process.wait(GAME) == 0, {name: self.said(name)[-500:] for name in self.processes}
        records = [next((self._folder / name).glob("*.mare")) for name in self.processes]
        assert len({record.read_bytes() for record in records}) == 1
        assert main(["verify", str(records[0])]) == 0
        assert "finished" in capsys.readouterr().out


def test_friends_behind_routers_that_let_no_one_in_play_a_game_by_one_invitation(
    tmp_path: Path, net: Internet, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("ada", "bob", "cleo"):
        net.home(name)
    _, url = net.relay(tmp_path)
    relayed = net.count_at_relay()
    players = Players(net, tmp_path)
    players.start("ada", *OPEN, "--relay", url)
    began = time.monotonic()
    invitation = players.invitation("ada")
    opened = time.monotonic() - began
    for name in ("bob", "cleo"):
        players.start(name, "join", invitation, "--reach", "anywhere", *FAST)
    began = time.monotonic()
    assert players.says("bob", f"Found the table through the relay {url}."), players.said("bob")
    found = time.monotonic() - began
    assert players.says("bob", "You are in the lobby;"), players.said("bob")
    entered = time.monotonic() - began
    told = f"seconds: {opened:.1f} to the invitation, {found:.1f} to the first answer, {entered:.1f} to the lobby"
    players.finish(capsys)
    print(told)
    print("KiB through the relay:", relayed() // 1024)


def test_a_host_on_the_internet_and_guests_at_home_need_no_relay(
    tmp_path: Path, net: Internet, capsys: pytest.CaptureFixture[str]
) -> None:
    """Their connections to the host are direct, and messages between guests go through it."""
    net.on_internet("ada", "198.18.0.20")
    for name in ("bob", "cleo"):
        net.home(name)
    players = Players(net, tmp_path)
    players.start("ada", *OPEN, "--reach", "direct")
    invitation = players.invitation("ada")
    for name in ("bob", "cleo"):
        players.start(name, "join", invitation, "--reach", "direct", *FAST)
    assert players.says("bob", "Found the table at 198.18.0.20:"), players.said("bob")
    players.finish(capsys)


def test_a_router_that_forwards_ports_on_request_lets_friends_in_without_a_relay(
    tmp_path: Path, net: Internet, capsys: pytest.CaptureFixture[str]
) -> None:
    """So who forwarded a port by `--map-port` before needs nothing more now. The guests' routers let no one in."""
    net.home("ada", tmp_path)
    for name in ("bob", "cleo"):
        net.home(name)
    players = Players(net, tmp_path)
    players.start("ada", *OPEN, "--reach", "direct")
    invitation = players.invitation("ada")
    for name in ("bob", "cleo"):
        players.start(name, "join", invitation, "--reach", "direct", *FAST)
    assert players.says("bob", "Found the table at 198.18.1.1:"), players.said("bob")
    assert players.says("ada", "through your router, which lets friends in at 198.18.1.1:"), players.said("ada")
    players.finish(capsys)


def test_who_may_ask_no_relay_is_told_what_would_help(tmp_path: Path, net: Internet) -> None:
    for name in ("ada", "bob"):
        net.home(name)
    _, url = net.relay(tmp_path)
    players = Players(net, tmp_path)
    players.start("ada", *OPEN, "--relay", url)
    players.start("bob", "join", players.invitation("ada"), *FAST)
    assert players.processes["bob"].wait(60) == 1
    assert "with `--reach anywhere`, this program may ask it." in players.said("bob")


def test_a_table_on_one_network_asks_no_one_outside(
    tmp_path: Path, net: Internet, capsys: pytest.CaptureFixture[str]
) -> None:
    """The player was never asked whom to ask. Packets are counted at the host's cable."""
    net.home("ada")
    for name in ("bob", "cleo"):
        net.at_home("ada", name)
    players = Players(net, tmp_path)
    with net.counting("ada", "eth0") as counted:
        players.start("ada", *OPEN)
        invitation = players.invitation("ada")
        for name in ("bob", "cleo"):
            players.start(name, "join", invitation, *FAST)
        players.finish(capsys)
        packets = counted()
    print("packets:", packets)
    assert packets["near"] > 0
    assert packets["outside"] == 0


LAST_ROUND = 5

LONG = ("host", "--edition", "original", "--players", "3", "--max-rounds", str(LAST_ROUND), *FAST)
"""A game that lasts for a while: in this edition bots do not win in fewer rounds."""


@pytest.mark.parametrize("forwards", [True, False], ids=["that forward ports on request", "that forward nothing"])
def test_two_routers_that_translate_addresses_let_a_direct_path_through(
    forwards: bool, tmp_path: Path, net: Internet, capsys: pytest.CaptureFixture[str]
) -> None:
    """The relay brings players together; once the direct path is found, a round that took 40 KiB there takes none.

    Each endpoint must know its outer address: its router tells it, or else the player does.
    """
    for name in ("ada", "bob", "cleo"):
        net.home(name, tmp_path if forwards else None)
    _, url = net.relay(tmp_path)
    relayed = net.count_at_relay()
    players = Players(net, tmp_path)

    def outer(number: int) -> tuple[str, ...]:
        return () if forwards else ("--advertise", f"198.18.{number}.1")

    players.start("ada", *LONG, "--relay", url, *outer(1))
    invitation = players.invitation("ada")
    for number, name in enumerate(("bob", "cleo"), start=2):
        players.start(name, "join", invitation, "--reach", "anywhere", *FAST, *outer(number))
    counted = [relayed()]
    for number in range(2, LAST_ROUND + 1):
        assert players.says("ada", f"Round {number} begins", GAME), players.said("ada")
        counted.append(relayed())
    players.finish(capsys)
    rounds = [later - earlier for earlier, later in pairwise([*counted, relayed()])]
    print("KiB through the relay, by round:", [size // 1024 for size in rounds])
    assert min(rounds) < 8_000


@dataclass
class Evening:
    """A game of three homes through a relay that has begun."""

    net: Internet
    folder: Path
    players: Players
    relay: subprocess.Popen[bytes]

    def longest_silence(self, name: str, seconds: float) -> float:
        """The longest time in which a player's program said nothing, until it has ended or so many seconds are over."""
        longest, size, last = 0.0, 0, time.monotonic()
        end = last + seconds
        while self.players.processes[name].poll() is None and time.monotonic() < end:
            if (now := len(self.players.said(name))) != size:
                longest, size, last = max(longest, time.monotonic() - last), now, time.monotonic()
            time.sleep(0.05)
        return max(longest, time.monotonic() - last)


@pytest.fixture
def evening(tmp_path: Path, net: Internet) -> Evening:
    for name in ("ada", "bob", "cleo"):
        net.home(name)
    relay, url = net.relay(tmp_path)
    players = Players(net, tmp_path)
    players.start("ada", *LONG, "--relay", url)
    invitation = players.invitation("ada")
    for name in ("bob", "cleo"):
        players.start(name, "join", invitation, "--reach", "anywhere", *FAST)
    assert players.says("bob", "Round 1", 120), players.said("bob")
    return Evening(net, tmp_path, players, relay)


def test_a_relay_that_is_gone_for_a_while_costs_no_game(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    evening.relay.kill()
    evening.relay.wait()
    time.sleep(10)
    evening.net.relay(evening.folder)
    began = time.monotonic()
    told = f"relay gone for 10 s: silence of {evening.longest_silence('cleo', GAME):.1f} s after it was back"
    evening.players.finish(capsys)
    print(told)
    print(f"the game ended {time.monotonic() - began:.1f} s after that")


def test_a_player_who_takes_the_laptop_to_another_network_plays_on(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    """From Wi-Fi to a hotspot: another cable, another address and another router."""
    evening.net.home("cafe")
    evening.net.move("bob", "cafe")
    told = f"moved: silence of {evening.longest_silence('bob', GAME):.1f} s"
    evening.players.finish(capsys)
    print(told)


def test_a_player_whose_laptop_sleeps_plays_on_when_it_wakes(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    """It sleeps until the others miss them. Then the game goes on at once, without a new invitation."""
    bob = evening.players.processes["bob"]
    bob.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    assert evening.players.says("ada", "bob cannot be reached at the moment.", 120), evening.players.said("ada")
    asleep = time.monotonic() - began
    before, began = len(evening.players.said("ada")), time.monotonic()
    bob.send_signal(signal.SIGCONT)
    assert until(lambda: len(evening.players.said("ada")) > before, 60)
    told = f"asleep for {asleep:.1f} s: ada hears of bob {time.monotonic() - began:.1f} s after"
    told += f", silence of {evening.longest_silence('bob', GAME):.1f} s"
    evening.players.finish(capsys)
    print(told)


def test_a_table_survives_its_host(evening: Evening, capsys: pytest.CaptureFixture[str]) -> None:
    """The host's machine is gone for good. The others reach each other; the autopilot takes the host's seat."""
    host = evening.players.processes.pop("ada")
    host.kill()
    host.wait()
    began = time.monotonic()
    assert evening.players.says("bob", "ada cannot be reached at the moment.", 120), evening.players.said("bob")
    missed = time.monotonic() - began
    assert evening.players.says("bob", "Voted: the autopilot plays for ada", 180), evening.players.said("bob")
    voted = time.monotonic() - began
    evening.players.finish(capsys)
    print(f"host gone: missed after {missed:.1f} s, the game goes on after {voted:.1f} s")


def test_a_network_that_loses_three_packets_in_ten_loses_nothing(
    evening: Evening, capsys: pytest.CaptureFixture[str]
) -> None:
    evening.net.lose("bob", 30)
    told = f"30 % lost: silence of {evening.longest_silence('bob', 60):.1f} s at most in a minute"
    evening.net.lose("bob", 0)
    evening.players.finish(capsys)
    print(told)
