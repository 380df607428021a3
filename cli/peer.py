"""A peer of the game in this process: one person, with one seat."""

from __future__ import annotations

from functools import partial
from typing import Any

import trio

import core
from cli.describe import empire_of, ending, side
from cli.seating import HOST, Seating
from cli.table import new_game, rules_of
from p2p.events import Finished, Stopped
from p2p.game import Over
from p2p.log import Kind, Step
from p2p.play import Answer, Show, play
from p2p.session import Session
from p2p.signer import Signer


class Peer:
    """One person at the table; ``rules`` is the game, to be looked at only."""

    def __init__(self, seating: Seating, signer: Signer) -> None:
        """Raises CharterError or SetupError where there can be no such table."""
        self.seating = seating
        self.session = Session(seating.charter(), partial(new_game, edition=seating.edition), signer)
        self.rules: core.Game = rules_of(self.session.log.game)

    async def play(self, listener: trio.SocketListener, answer: Answer, show: Show) -> Finished | Stopped:
        """Play the game to its end with the other peers, each at its port of this machine."""
        addresses = [(HOST, card.port) for card in self.seating.cards]
        return await play(self.session, listener, addresses, answer, show)

    def actions(self, step: Step) -> list[tuple[int, str]]:
        """Who did what, openly, in a step: empires and actions."""
        if step.kind is not Kind.ACTION:
            return []
        entries = [signed.entry for signed in step.entries]
        return [(empire_of(self.rules.state, entry.seat), str(entry.body)) for entry in entries]

    def ending(self) -> str:
        """How the game, which is over, has ended, in a sentence."""
        node = self.session.log.game.node
        if not isinstance(node, Over):
            raise ValueError("the game is not over")
        names = [f"{side(self.rules.state, seat)} ({self.seating.cards[seat].name})" for seat in node.winners]
        return ending(node.victory, names)

    def summary(self) -> dict[str, Any]:
        """What there is to say and to compare at the end of the game; winners by the names of their empires."""
        log, state = self.session.log, self.rules.state
        node = log.game.node
        if not isinstance(node, Over):
            raise ValueError("the game is not over")
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
