"""Games over real sockets, on this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
import trio

from p2p import mesh, messages
from p2p.charter import Charter
from p2p.events import Asked, Completed, Event, Finished, Stopped
from p2p.framing import FRAMES_PER_SECOND, FrameReader, frame
from p2p.game import IllegalAction
from p2p.greeting import Dialler
from p2p.mesh import Address, AddressError, listen
from p2p.messages import MAX_MESSAGE, End, Fetch
from p2p.play import play
from tests.p2p.tables import charter, game, identity, session

LOCALHOST = "127.0.0.1"


async def bound(persons: int) -> tuple[list[trio.SocketListener], list[Address]]:
    """A listener on a free port for each person, and their addresses."""
    listeners = [await listen((LOCALHOST, 0)) for _ in range(persons)]
    return listeners, [listener.socket.getsockname()[:2] for listener in listeners]


class Peer:
    """A person's program, which takes the first legal answer."""

    def __init__(self, of: Charter, person: int) -> None:
        self.session = session(of, person)
        self.events: list[Event] = []
        self.end: Finished | Stopped | None = None
        self.scope = trio.CancelScope()
        self.ended = trio.Event()

    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        return game(self.session).legal(seat)[0]

    def show(self, event: Event) -> None:
        self.events.append(event)

    async def play(self, listener: trio.SocketListener, addresses: list[Address]) -> None:
        with self.scope:
            self.end = await play(self.session, listener, addresses, self.answer, self.show)
        self.ended.set()


async def run(*peers: Peer) -> None:
    """Let peers play together, to the end of all."""
    listeners, addresses = await bound(len(peers))
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            for peer, listener in zip(peers, listeners, strict=True):
                nursery.start_soon(peer.play, listener, addresses)


@pytest.mark.parametrize("persons", [1, 2, 5])
async def test_peers_play_a_game_over_sockets(persons: int) -> None:
    peers = [Peer(charter(persons, (0, 0) if persons == 1 else None), person) for person in range(persons)]
    await run(*peers)
    assert {type(peer.end) for peer in peers} == {Finished}
    assert len({peer.session.record() for peer in peers}) == 1


async def test_nobody_is_missed_for_leaving_first_at_the_end() -> None:
    for _ in range(10):
        peers = [Peer(charter(4, rounds=1), person) for person in range(4)]
        await run(*peers)
        assert [peer.end.missing for peer in peers if isinstance(peer.end, Finished)] == [()] * 4


class Vanishes(Peer):
    """Is gone without a word at its third step."""

    def show(self, event: Event) -> None:
        super().show(event)
        if isinstance(event, Completed) and event.step.number == 3:
            self.scope.cancel()


async def test_a_peer_that_vanishes_ends_the_game_with_one_sentence_that_names_it() -> None:
    of = charter(3)
    peers = [Peer(of, 0), Vanishes(of, 1), Peer(of, 2)]
    await run(*peers)
    for peer in (peers[0], peers[2]):
        assert isinstance(peer.end, Stopped)
        assert peer.end.person == 1
        assert peer.end.sentence.startswith("Bo (person 2) is no longer connected. The game ends at step ")


class Ponders(Peer):
    """Never comes to an answer."""

    cancelled = False

    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        try:
            await trio.sleep_forever()
        except trio.Cancelled:
            self.cancelled = True
            raise


class LeavesWhenAsked(Peer):
    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        self.scope.cancel()
        return ""


async def test_a_prompt_is_cancelled_when_the_game_ends_meanwhile() -> None:
    of = charter(2)
    ponderer = Ponders(of, 0)
    await run(ponderer, LeavesWhenAsked(of, 1))
    assert ponderer.cancelled
    assert isinstance(ponderer.end, Stopped)


class Tries(Peer):
    """Gives an illegal answer first, every time."""

    def __init__(self, of: Charter, person: int) -> None:
        super().__init__(of, person)
        self.refused: list[IllegalAction] = []

    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        if refused is None:
            return "steal"
        self.refused.append(refused)
        return await super().answer(seat, refused)


async def test_who_gives_an_illegal_answer_is_asked_again_and_told_why() -> None:
    of = charter(2)
    tries = Tries(of, 0)
    await run(tries, Peer(of, 1))
    asked = [event for event in tries.events if isinstance(event, Asked)]
    assert len(asked) == len(tries.refused) > 0
    assert isinstance(tries.end, Finished)


async def test_who_does_not_come_is_named_with_his_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh, "PATIENCE", 0.3)
    of = charter(2)
    listeners, addresses = await bound(2)
    await listeners[0].aclose()
    peer = Peer(of, 1)
    await peer.play(listeners[1], addresses)
    assert isinstance(peer.end, Stopped)
    port = addresses[0][1]
    assert peer.end.sentence == (
        f"Ada (person 1) did not come to the table (nobody answers at 127.0.0.1 port {port})."
        " The game ends before it begins."
    )


async def test_who_has_another_charter_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh, "PATIENCE", 0.3)
    peers = [Peer(charter(2), 0), Peer(charter(2, rounds=5), 1)]
    await run(*peers)
    assert isinstance(peers[1].end, Stopped)
    assert "It was refused there: This is the table of another game." in peers[1].end.sentence


async def test_a_port_in_use_is_refused_with_a_sentence() -> None:
    async with await listen((LOCALHOST, 0)) as listener:
        port = listener.socket.getsockname()[1]
        with pytest.raises(AddressError, match=f"Port {port} of 127.0.0.1 is in use by another program"):
            await listen((LOCALHOST, port))


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.5", "8.8.8.8", "::", "2001:db8::1"])
async def test_nothing_but_this_machine_is_bound_or_dialled(host: str) -> None:
    with pytest.raises(AddressError, match="only loopback addresses"):
        await listen((host, 0))
    listeners, addresses = await bound(2)
    with pytest.raises(AddressError, match="only loopback addresses"):
        await Peer(charter(2), 1).play(listeners[1], [(host, 7000), addresses[1]])
    for listener in listeners:
        await listener.aclose()


@pytest.mark.parametrize("address", [("localhost.example", 1), (LOCALHOST, 65536), (LOCALHOST, -1)])
async def test_an_address_that_is_none_is_refused(address: Address) -> None:
    with pytest.raises(AddressError):
        await listen(address)


@asynccontextmanager
async def beside_a_stranger() -> AsyncIterator[tuple[trio.SocketStream, list[Peer]]]:
    """A connection to the first of two peers, who play only after it has done what it does."""
    of = charter(2)
    peers = [Peer(of, 0), Peer(of, 1)]
    listeners, addresses = await bound(2)
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peers[0].play, listeners[0], addresses)
            async with await trio.open_tcp_stream(*addresses[0]) as stranger:
                yield stranger, peers
                nursery.start_soon(peers[1].play, listeners[1], addresses)


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\n\r\n", frame(b"garbage"), b"\xff\xff\xff\xff", b"\0\0\0"])
async def test_a_stranger_changes_nothing(said: bytes) -> None:
    async with beside_a_stranger() as (stranger, peers):
        if said:
            await stranger.send_all(said)
    assert {type(peer.end) for peer in peers} == {Finished}


async def test_a_person_without_his_key_is_refused() -> None:
    async with beside_a_stranger() as (stranger, peers):
        other = Dialler(charter(3), identity(2), 0)
        await stranger.send_all(frame(other.hello()))
        assert b"another game" in await stranger.receive_some()
    assert {type(peer.end) for peer in peers} == {Finished}


async def introduced(address: Address, of: Charter) -> trio.SocketStream:
    """A connection to the first person, to whom the second one has proven his key."""
    end = Dialler(of, identity(1), 0)
    stream = await trio.open_tcp_stream(*address)
    await stream.send_all(frame(end.hello()))
    reader = FrameReader()
    reader.feed(bytes(await stream.receive_some()))
    welcome = reader.next()
    assert welcome is not None
    await stream.send_all(frame(end.ready(welcome)))
    return stream


async def say(stream: trio.SocketStream, data: bytes) -> None:
    """Send, and wait until the other end closes the connection."""
    with suppress(trio.BrokenResourceError):
        await stream.send_all(data)
        async for _ in stream:
            pass


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"\xff\xff\xff\xff", f"sent a frame of {2**32 - 1} bytes, and 1 to {MAX_MESSAGE} are allowed"),
        (frame(b"garbage"), "sent what is no canonical encoding"),
        (frame(b"\x91" * 200_000), "sent what is no canonical encoding"),
        (frame(b"\x91\xa3foo"), "sent a message that is none of this protocol"),
        (frame(messages.encode(End())) * 20_000, f"sent more than {FRAMES_PER_SECOND} frames"),
    ],
)
async def test_a_peer_that_breaks_the_protocol_is_disconnected_with_a_reason(data: bytes, reason: str) -> None:
    of = charter(2)
    peer = Peer(of, 0)
    (listener, other), addresses = await bound(2)
    await other.aclose()
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.play, listener, addresses)
            async with await introduced(addresses[0], of) as stream:
                await say(stream, data)
    assert isinstance(peer.end, Stopped)
    assert peer.end.sentence.startswith("Bo (person 2) was disconnected, because that program " + reason)


async def test_a_peer_that_reads_nothing_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("p2p.play.QUEUE", 1)
    of = charter(2)
    peer = Peer(of, 0)
    (listener, other), addresses = await bound(2)
    await other.aclose()
    fetch = frame(messages.encode(Fetch(1)))
    with trio.fail_after(20):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.play, listener, addresses)
            async with await introduced(addresses[0], of) as stream:
                await stream.send_all(fetch * 4000)
                await peer.ended.wait()
    assert isinstance(peer.end, Stopped)
    assert peer.end.sentence.startswith("Bo (person 2) does not read what is sent to him.")
