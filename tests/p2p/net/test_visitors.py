"""Who makes way at a door and in its rooms, and who does not."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import trio

from p2p.net.visitors import MADE_WAY, PATIENCE, Places, Strangers, Visitor
from p2p.wire.frames import NETWORKS, Quota


def come(strangers: Strangers, networks: Sequence[bytes], gone: list[int]) -> list[Visitor]:
    """Strangers who come from these networks; ``gone`` gets the numbers of those who were cut off."""
    return [
        strangers.enter(f"{number}", network, partial(gone.append, number)) for number, network in enumerate(networks)
    ]


async def test_of_strangers_the_one_makes_way_who_came_first_from_where_most_come() -> None:
    gone: list[int] = []
    visitors = come(Strangers(5), (b"a", b"b", b"b", b"c", b"b", b"d", b"d"), gone)
    assert gone == [1, 2]
    assert visitors[1].why == MADE_WAY
    assert visitors[0].why is None


async def test_a_stranger_has_seconds_to_greet_and_as_many_to_say_who_they_are(autojump_clock: object) -> None:
    strangers = Strangers(2)
    [visitor] = come(strangers, [b"a"], [])
    assert visitor.deadline == trio.current_time() + PATIENCE
    await trio.sleep(PATIENCE / 2)
    visitor.greeted()
    assert visitor.deadline == trio.current_time() + PATIENCE


class Guest:
    """Who wants a place."""

    def __init__(self, network: bytes) -> None:
        self.network = network
        self.is_gone = False

    def cut(self) -> None:
        """Note it."""
        self.is_gone = True


def take(places: Places, *networks: bytes) -> list[Guest]:
    """Guests who all get a place, one after the other."""
    guests = [Guest(network) for network in networks]
    assert [places.take(guest) for guest in guests] == [True] * len(guests)
    return guests


def test_one_network_may_have_all_places_that_no_one_else_wants() -> None:
    places = Places(3)
    take(places, b"a", b"a", b"a")
    assert not places.has_room(b"a")
    assert not places.take(Guest(b"a"))


def test_no_network_keeps_all_places_to_itself_and_its_newest_guest_makes_way() -> None:
    places = Places(4)
    guests = take(places, b"a", b"a", b"a", b"a")
    assert places.has_room(b"b")
    take(places, b"b", b"b")
    assert [guest.is_gone for guest in guests] == [False, False, True, True]
    assert not places.take(Guest(b"b"))
    take(places, b"c")
    assert [guest.is_gone for guest in guests] == [False, True, True, True]


def test_no_one_makes_way_where_each_has_a_place() -> None:
    places = Places(3)
    guests = take(places, b"a", b"b", b"c")
    assert not places.has_room(b"d")
    assert not places.take(Guest(b"d"))
    places.leave(guests[0])
    take(places, b"d")


def test_a_quota_counts_each_network_for_itself_and_not_without_end() -> None:
    quota = Quota(0.5, 2)
    assert [quota.of(b"a", 0).spend(0) for _ in range(3)] == [True, True, False]
    assert quota.of(b"b", 0).spend(0)
    assert quota.of(b"a", 2).spend(2)
    for number in range(2 * NETWORKS):
        quota.of(number.to_bytes(2, "big"), 2)
    assert len(quota._allowances) == NETWORKS
