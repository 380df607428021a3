"""A router that maps ports is used and left as it was; any other one makes a hint, and never stops a table."""

from __future__ import annotations

import sys
import threading
from types import SimpleNamespace

import pytest
import trio
import trio.testing

from p2p.net.address import Address
from p2p.net.port_mapping import LEASE, mapped_port

PUBLIC = "8.8.4.4"


class Router:
    """A gateway that does as it is told."""

    def __init__(
        self,
        external: str = PUBLIC,
        taken: tuple[int, ...] = (),
        broken: str = "",
        wait_for: threading.Event | None = None,
    ) -> None:
        self.discoverdelay = 0
        self.lanaddr = "192.168.0.5"
        self.external = external
        self.taken = taken
        self.broken = broken
        self.wait_for = wait_for
        self.mapped: dict[int, tuple[str, str, int, int]] = {}
        self.undone = threading.Event()

    def _fail_at(self, step: str) -> None:
        if self.broken == step:
            raise Exception("Miniupnpc Unknown Error")

    def discover(self) -> int:
        self._fail_at("discover")
        return 1

    def selectigd(self) -> str:
        self._fail_at("selectigd")
        return "http://192.168.0.1/igd.xml"

    def externalipaddress(self) -> str:
        self._fail_at("externalipaddress")
        return self.external

    def addportmapping(
        self, external: int, protocol: str, host: str, port: int, description: str, remote: str, lease: int
    ) -> bool:
        if self.wait_for is not None:
            self.wait_for.wait(30)
        self._fail_at("addportmapping")
        if external in self.taken:
            raise Exception("ConflictInMappingEntry")
        self.mapped[external] = (protocol, host, port, lease)
        return True

    def deleteportmapping(self, external: int, protocol: str) -> bool:
        del self.mapped[external]
        self.undone.set()
        self._fail_at("deleteportmapping")
        return True


async def test_a_port_is_mapped_while_it_is_needed() -> None:
    router = Router(PUBLIC)
    async with mapped_port(4242, lambda: router) as outcome:
        assert outcome == Address(PUBLIC, 4242)
        assert router.mapped == {4242: ("TCP", "192.168.0.5", 4242, LEASE)}
    assert router.mapped == {}


async def test_a_port_that_others_have_is_left_to_them() -> None:
    router = Router(PUBLIC, taken=(4242, 4243))
    async with mapped_port(4242, lambda: router) as outcome:
        assert outcome == Address(PUBLIC, 4244)
        assert router.mapped[4244][2] == 4242
    assert router.mapped == {}


async def test_where_all_ports_are_taken_there_is_a_hint() -> None:
    async with mapped_port(4242, lambda: Router(PUBLIC, taken=tuple(range(65536)))) as outcome:
        assert isinstance(outcome, str)
        assert "for others: map TCP port 4242" in outcome


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("discover", "No router here maps ports"),
        ("selectigd", "No router here maps ports"),
        ("externalipaddress", "No router here maps ports"),
        ("addportmapping", "The router refuses to map a port"),
    ],
)
async def test_a_router_that_does_not_map_ports_makes_a_hint(broken: str, said: str) -> None:
    router = Router(PUBLIC, broken=broken)
    async with mapped_port(4242, lambda: router) as outcome:
        assert isinstance(outcome, str)
        assert outcome.startswith(said)
        assert "map TCP port 4242 in its settings by hand" in outcome
    assert router.mapped == {}


@pytest.mark.parametrize("external", ["100.64.3.4", "192.168.1.2", "10.0.0.1", "0.0.0.0", "127.0.0.1"])
async def test_a_router_behind_another_one_makes_a_hint_and_no_mapping(external: str) -> None:
    router = Router(external)
    async with mapped_port(4242, lambda: router) as outcome:
        assert isinstance(outcome, str)
        assert f"own address, {external}, is not one of the internet" in outcome
        assert router.mapped == {}


@pytest.mark.parametrize("external", ["", "\x1b[2J", "8.8.4.4.", "2001:db8::1", "8.8.4.4\n"])
async def test_what_is_no_address_is_never_shown(external: str) -> None:
    async with mapped_port(4242, lambda: Router(external)) as outcome:
        assert isinstance(outcome, str)
        assert outcome.startswith("The router does not know its own address")


async def test_a_router_that_does_not_unmap_stops_no_one() -> None:
    router = Router(PUBLIC, broken="deleteportmapping")
    async with mapped_port(4242, lambda: router) as outcome:
        assert outcome == Address(PUBLIC, 4242)


async def test_a_slow_router_makes_a_hint_and_what_it_maps_later_is_unmapped(
    autojump_clock: trio.testing.MockClock,
) -> None:
    answer = threading.Event()
    router = Router(PUBLIC, wait_for=answer)
    async with mapped_port(4242, lambda: router) as outcome:
        assert isinstance(outcome, str)
        assert outcome.startswith("The router took too long to answer: map TCP port 4242")
    answer.set()
    assert router.undone.wait(30)
    assert router.mapped == {}


async def test_what_is_mapped_after_giving_up_is_unmapped() -> None:
    answer = threading.Event()
    router = Router(PUBLIC, wait_for=answer)
    with trio.move_on_after(0.05) as scope:
        async with mapped_port(4242, lambda: router):
            pytest.fail("the router has not answered")
    assert scope.cancelled_caught
    answer.set()
    assert router.undone.wait(30)
    assert router.mapped == {}


async def test_an_error_in_the_block_unmaps_and_goes_on() -> None:
    router = Router(PUBLIC)
    with pytest.raises(ZeroDivisionError):
        async with mapped_port(4242, lambda: router):
            raise ZeroDivisionError
    assert router.mapped == {}


async def test_the_highest_port_can_be_mapped() -> None:
    async with mapped_port(65535, lambda: Router(PUBLIC, taken=(65535,))) as outcome:
        assert isinstance(outcome, str)


async def test_without_the_package_the_hint_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "miniupnpc", None)
    async with mapped_port(4242) as outcome:
        assert outcome == "To map a port of the router, run `pip install '.[upnp]'` in the folder of mare."


async def test_with_the_package_its_gateway_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "miniupnpc", SimpleNamespace(UPnP=lambda: Router(PUBLIC)))
    async with mapped_port(4242) as outcome:
        assert outcome == Address(PUBLIC, 4242)
