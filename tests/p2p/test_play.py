"""Games over real sockets, on this machine."""

from __future__ import annotations

import trio

from p2p.events import Event, Finished, Stopped
from p2p.game import IllegalAction
from p2p.mesh import Address, listen
from p2p.play import play
from p2p.session import Session
from tests.p2p.tables import charter, game, session


async def bound(persons: int) -> tuple[list[trio.SocketListener], list[Address]]:
    """A listener on a free port for each person, and their addresses."""
    listeners = [await listen(("127.0.0.1", 0)) for _ in range(persons)]
    return listeners, [listener.socket.getsockname()[:2] for listener in listeners]


class Peer:
    """A person's program, which takes the first legal answer."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.events: list[Event] = []
        self.end: Finished | Stopped | None = None

    async def answer(self, seat: int, refused: IllegalAction | None) -> str:
        return game(self.session).legal(seat)[0]

    async def play(self, listener: trio.SocketListener, addresses: list[Address]) -> None:
        self.end = await play(self.session, listener, addresses, self.answer, self.events.append)


async def test_five_peers_play_a_game_over_sockets() -> None:
    of = charter(5)
    peers = [Peer(session(of, person)) for person in range(5)]
    listeners, addresses = await bound(5)
    async with trio.open_nursery() as nursery:
        for peer, listener in zip(peers, listeners, strict=True):
            nursery.start_soon(peer.play, listener, addresses)
    assert {type(peer.end) for peer in peers} == {Finished}
    assert len({peer.session.record() for peer in peers}) == 1
