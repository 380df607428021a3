"""A peer of the game in this process: one person, with one seat."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import trio

import core
from cli.app.crash_report import ConnectionFaults
from cli.editions import view_of
from cli.play.seating import HOST, Seating
from cli.table_game import new_game, rules_of
from cli.ui.text.sides import empire_of, side
from p2p.address import Address
from p2p.door import Door
from p2p.events import Finished, Stopped
from p2p.game import Over
from p2p.journal import Journal
from p2p.mesh import Mesh
from p2p.play import Answer, Show, Table
from p2p.session import Session
from p2p.signer import Signer
from p2p.steps import Kind, Step
from p2p.tls import Credentials, TableSecret

PATIENCE = 2.0
"""Seconds for which a bot on this machine is waited for that nobody reaches."""


class Peer:
    """One person at the table; ``rules`` is the game, to be looked at only."""

    def __init__(self, seating: Seating, signer: Signer, journal: Journal | None = None) -> None:
        """Without a journal nothing is kept. Raises CharterError or SetupError where there can be no such table."""
        self.seating = seating
        self._journal = journal
        self._signer = signer
        self.session = Session(seating.charter(), partial(new_game, game_map=seating.map), signer, agreeable=True)
        self.rules: core.Game = rules_of(self.session.log.game)

    def table(self, answer: Answer, show: Show) -> Table:
        """The table at which the game is played."""
        return Table(self.session, answer, show, PATIENCE, self._journal)

    async def play(
        self, listeners: Sequence[trio.SocketListener], secret: TableSecret, table: Table
    ) -> Finished | Stopped:
        """Play the game to its end with the other peers, each at its port of this machine."""
        credentials = Credentials(secret, self._signer.identity)
        door = Door(listeners, credentials, lambda line: None, ConnectionFaults("bot", lambda line: None))
        addresses = {person: [Address(HOST, card.port)] for person, card in enumerate(self.seating.cards)}
        mesh = Mesh(self.session, door, credentials, addresses, on_loopback=True)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(door.serve)
            end = await table.play(mesh)
            nursery.cancel_scope.cancel()
        return end

    def actions(self, step: Step) -> list[tuple[int, str]]:
        """Who did what, openly, in a step: empires and actions."""
        if step.kind is not Kind.ACTION:
            return []
        given = [(signed.entry.seat, str(signed.entry.body)) for signed in step.entries]
        return [(empire_of(self.rules.state, seat), body) for seat, body in (*given, *step.automatic)]

    def ending(self) -> str:
        """How the game, which is over, has ended, in a sentence."""
        node = self._result()
        names = [f"{side(self.rules.state, seat)} ({self.seating.cards[seat].name})" for seat in node.winners]
        return view_of(self.rules).ending(node.victory, names)

    def summary(self) -> dict[str, Any]:
        """What there is to say and to compare at the end of the game; winners by the names of their empires."""
        log, state = self.session.log, self.rules.state
        node = self._result()
        return {
            "rounds": state.round,
            "steps": log.height,
            "winners": [state.board.empires[empire_of(state, seat)] for seat in node.winners],
            "victory": node.victory,
            "sentence": self.ending(),
            "game": self.session.charter.id.hex(),
            "log": log.head.hex(),
            "state": log.state.hex(),
        }

    def _result(self) -> Over:
        result = self.session.log.result
        if result is None:
            raise ValueError("the game is not over")
        return result
