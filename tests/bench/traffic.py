"""How many bytes all peers of a table send each other for one action, and for one change of epoch.

Counted are frames, with their length of four bytes, before TLS. All players are connected with each other. A count
begins where nothing is under way any more, and ends where nothing is again.
"""

from __future__ import annotations

from statistics import mean

from p2p.log.messages import Message, encode
from p2p.log.statements import ABSENT, Change, Promised, Proposed, SignedAck, SignedEntry, SignedRequest
from p2p.log.steps import Kind
from tests.bench.recovery import ANOTHER, PLAYERS, Timed
from tests.p2p.tables import game

LENGTH = 4
"""Bytes of the length before each message."""

COUNTED: dict[str, type[Message]] = {
    "entry": SignedEntry,
    "ack": SignedAck,
    "request": SignedRequest,
    "promised": Promised,
    "proposed": Proposed,
}


class Counted(Timed):
    """Notes by kind how many bytes each frame had."""

    def __init__(self, players: int) -> None:
        super().__init__(players, run=0)
        self.frames: list[tuple[type[Message], int]] = []

    def send(self, sender: int, to: int, message: Message) -> None:
        self.frames.append((type(message), LENGTH + len(encode(message))))
        super().send(sender, to, message)

    def come_to_rest(self, kind: Kind) -> None:
        """Play until such a step is open for all and nothing is under way, and count from there."""
        self.until(kind, 5)
        self.settle()
        self.frames.clear()


def measure() -> dict[str, float | int | str]:
    """Bytes and frames by how many sit at the table, and the mean size of each kind of frame."""
    figures: dict[str, float | int | str] = {}
    for players in PLAYERS:
        action, change = _action(players), _change(players)
        for name, frames in (("action", action), ("epoch", change)):
            figures[f"players_{players}_{name}_bytes"] = sum(size for _, size in frames)
            figures[f"players_{players}_{name}_frames"] = len(frames)
            for kind, of in COUNTED.items():
                if sizes := [size for sent, size in frames if sent is of]:
                    figures[f"players_{players}_{name}_{kind}_bytes"] = mean(sizes)
        figures[f"players_{players}_ratio"] = sum(size for _, size in change) / sum(size for _, size in action)
    return figures


def _action(players: int) -> list[tuple[type[Message], int]]:
    """What is sent for one action, until all know it to be final."""
    table = Counted(players)
    table.begin()
    table.come_to_rest(Kind.ACTION)
    height = table.sessions[0].log.height
    ((player, seat),) = {(player, seat) for player, of in enumerate(table.sessions) for seat in of.asked}
    of = table.sessions[player]
    table._take(player, of.answer(seat, game(of).legal(seat)[-1]))
    table.settle()
    if {of.final for of in table.sessions} != {height + 1}:
        raise RuntimeError("more than one action was counted")
    return table.frames


def _change(players: int) -> list[tuple[type[Message], int]]:
    """What is sent to declare a player absent whom no one reaches, until all others have acknowledged the epoch."""
    table = Counted(players)
    table.begin()
    table.come_to_rest(Kind.COMMITMENTS)
    table.go(ANOTHER)
    table.settle()
    table.frames.clear()
    table.agree(Change(ABSENT, ANOTHER), table.here)
    table.settle()
    if {table.sessions[player].log.term for player in table.here} != {1}:
        raise RuntimeError("another change was counted")
    return table.frames
