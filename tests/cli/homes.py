"""Homes on an internet of network namespaces: each is a laptop behind a router that translates addresses.

Nothing is forwarded to a laptop: its router masquerades what leaves (nftables), and drops what no laptop asked for.
Beside the homes, one machine stands on the internet itself and runs a relay (`tests.p2p.relay`).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from cli.storage.profile import HOME
from p2p.net import iroh
from tests.cli.processes import PATIENCE, PROGRAM, ROOT

IP, NFT, TCPDUMP = shutil.which("ip") or "", shutil.which("nft") or "", shutil.which("tcpdump") or ""

RELAY_PORT = 3340

_TRANSLATE = """\
table ip home {
  map forwarded { type inet_service : ipv4_addr . inet_service; }
  chain leaving { type nat hook postrouting priority 100; oifname "wan" masquerade; }
  chain arriving { type nat hook prerouting priority -100; iifname "wan" dnat ip to udp dport map @forwarded; }
  chain coming {
    type filter hook forward priority 0; policy accept;
    iifname "wan" ct state established,related accept
    iifname "wan" ct status dnat accept
    iifname "wan" drop
  }
  chain entering {
    type filter hook input priority 0; policy accept;
    iifname "wan" ct state established,related accept
    iifname "wan" drop
  }
}
"""


def ip(*arguments: str) -> str:
    """Run iproute2's command."""
    return subprocess.run([IP, *arguments], check=True, capture_output=True, text=True).stdout


class Internet:
    """Machines by name; each is a namespace. ``relay`` is the machine of the relay, 198.18.0.10."""

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._prefix = f"h{os.getpid()}"
        self._homes = 0
        self._laptops: dict[str, tuple[int, int]] = {}
        try:
            self.add("net")
            self.run("net", IP, "link", "add", "bridge", "type", "bridge")
            self.run("net", IP, "link", "set", "bridge", "up")
            self.on_internet("relay", "198.18.0.10")
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Remove all machines and end what runs there."""
        self._stack.close()

    def add(self, name: str) -> None:
        """Add a machine without a cable."""
        ip("netns", "add", self.of(name))
        self._stack.callback(self._remove, self.of(name))
        ip("-n", self.of(name), "link", "set", "lo", "up")

    def on_internet(self, name: str, address: str) -> None:
        """Add a machine with an address of its own on the internet."""
        self.add(name)
        self.cable("net", f"to{name}", name, "wan")
        ip("-n", self.of("net"), "link", "set", f"to{name}", "master", "bridge")
        ip("-n", self.of(name), "addr", "add", f"{address}/16", "dev", "wan")

    def home(self, name: str, folder: Path | None = None) -> None:
        """Add a laptop behind a router of its own. With a folder for what it says, the router forwards on request."""
        self._homes += 1
        number = self._homes
        router = f"{name}r"
        self.on_internet(router, f"198.18.{number}.1")
        self.run(router, IP, "link", "add", "lan", "type", "bridge")
        self.run(router, IP, "link", "set", "lan", "up")
        self.run(router, IP, "addr", "add", f"10.0.{number}.1/24", "dev", "lan")
        self.run(router, "sysctl", "-qw", "net.ipv4.ip_forward=1")
        self.run(router, NFT, "-f", "-", typed=_TRANSLATE)
        self._laptops[name] = (number, 1)
        self.at_home(name, name)
        if folder is not None:
            said = folder / router
            addresses = (f"10.0.{number}.1", f"198.18.{number}.1")
            # iroh waits one second for it, and a busy machine may be slower.
            self.start(router, said, "nice", "-n", "-10", sys.executable, "-m", "tests.cli.upnp", *addresses)
            assert until(lambda: "ready" in said.read_text())

    def at_home(self, home: str, name: str) -> None:
        """Add another laptop to the home of the first one."""
        self.add(name)
        self._plug(home, name)

    def move(self, name: str, home: str) -> None:
        """Take a laptop to another home: its cable there is another one, and so are its address and its router."""
        ip("-n", self.of(name), "link", "del", "eth0")
        self._plug(home, name)

    def _plug(self, home: str, name: str) -> None:
        number, last = self._laptops[home]
        self._laptops[home] = (number, last + 1)
        router = f"{home}r"
        self.cable(router, f"lan{last}", name, "eth0")
        ip("-n", self.of(router), "link", "set", f"lan{last}", "master", "lan")
        ip("-n", self.of(name), "addr", "add", f"10.0.{number}.{last + 1}/24", "dev", "eth0")
        ip("-n", self.of(name), "route", "add", "default", "via", f"10.0.{number}.1")

    def lose(self, name: str, percent: int) -> None:
        """Lose so many packets that leave or reach a machine from now on."""
        if not percent:
            self.run(name, NFT, "delete", "table", "ip", "loss")
            return
        drop = f"numgen random mod 100 < {percent} drop"
        hooks = [f"chain {hook} {{ type filter hook {hook} priority 0; {drop}; }}" for hook in ("input", "output")]
        self.run(name, NFT, "-f", "-", typed="table ip loss {\n" + "\n".join(hooks) + "\n}\n")

    def cable(self, one: str, port: str, other: str, other_port: str) -> None:
        """Connect two machines."""
        ip(
            *("-n", self.of(one), "link", "add", port, "type", "veth"),
            *("peer", "name", other_port, "netns", self.of(other)),
        )
        ip("-n", self.of(one), "link", "set", port, "up")
        ip("-n", self.of(other), "link", "set", other_port, "up")

    def of(self, name: str) -> str:
        """The namespace of a machine."""
        return f"{self._prefix}{name}"

    def run(self, name: str, *command: str, typed: str = "") -> str:
        """Run a command on a machine to its end."""
        ran = subprocess.run(
            [IP, "netns", "exec", self.of(name), *command], input=typed, capture_output=True, text=True, check=True
        )
        return ran.stdout

    def start(self, name: str, said: Path, *command: str, home: Path | None = None) -> subprocess.Popen[bytes]:
        """Start a program on a machine; what it says goes to a file. It is gone at the end."""
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
        environment |= {} if home is None else {HOME: str(home)}
        with said.open("ab") as file:
            process = subprocess.Popen(
                [IP, "netns", "exec", self.of(name), *command],
                cwd=said.parent,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
            )
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process

    def relay(self, folder: Path) -> tuple[subprocess.Popen[bytes], str]:
        """Start the relay; return it and its URL."""
        process = self.start("relay", folder / "relay", sys.executable, "-m", "tests.p2p.relay", str(RELAY_PORT))
        assert until(lambda: "http" in (folder / "relay").read_text())
        return process, f"http://198.18.0.10:{RELAY_PORT}"

    def mare(self, name: str, folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
        """Start ``mare`` on a machine, with a profile of its own in the folder."""
        folder.mkdir(exist_ok=True)
        return self.start(name, folder / "said", sys.executable, "-m", PROGRAM, *arguments, home=folder / "profile")

    def count_at_relay(self) -> Callable[[], int]:
        """Count from now on the bytes that reach the relay."""
        chain = f"chain arriving {{ type filter hook input priority 0; tcp dport {RELAY_PORT} counter; }}"
        self.run("relay", NFT, "-f", "-", typed=f"table ip count {{\n{chain}\n}}\n")

        def counted() -> int:
            found = re.search(r"bytes (\d+)", self.run("relay", NFT, "list", "table", "ip", "count"))
            return int(found.group(1)) if found else 0

        return counted

    @contextmanager
    def counting(self, name: str, port: str) -> Iterator[Callable[[], dict[str, int]]]:
        """Count, while the block runs, what leaves a machine by a port for addresses outside private networks."""
        rules = f"""\
table netdev count {{
  chain leaving {{
    type filter hook egress device "{port}" priority 0; policy accept;
    ip daddr {{ 10.0.0.0/8, 224.0.0.0/4, 255.255.255.255 }} counter accept
    ip6 daddr {{ fe80::/10, ff00::/8 }} counter accept
    ether type arp counter accept
    counter comment "outside"
  }}
}}
"""
        self.run(name, NFT, "-f", "-", typed=rules)

        def counted() -> dict[str, int]:
            listed = self.run(name, NFT, "list", "table", "netdev", "count")
            kinds = ("near", "near6", "arp", "outside")
            return dict(zip(kinds, map(int, re.findall(r"packets (\d+)", listed)), strict=True))

        yield counted

    @staticmethod
    def _remove(name: str) -> None:
        with suppress(subprocess.CalledProcessError):
            ip("netns", "del", name)


def until(true: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Whether something comes true in this time."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@contextmanager
def internet() -> Iterator[Internet]:
    """An internet, or a skipped test where this system lets us make none."""
    if not IP or not NFT:
        pytest.skip("iproute2 or nftables is not installed, so there are no homes to play in")
    if not iroh.is_installed():
        pytest.skip("there is no iroh for this machine")
    try:
        made = Internet()
    except subprocess.CalledProcessError as error:
        pytest.skip(f"this system lets us make no network namespaces: {error.stderr.strip()}")
    try:
        yield made
    finally:
        made.close()
