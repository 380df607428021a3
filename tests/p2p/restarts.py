"""Tables whose programs end as if killed, and are started again from what was durable by then.

A program keeps as `p2p.shell.table` does: what it has signed is durable before anything is sent after it. What was
under way to and from a program that ends is lost. Simulated evenings (``tests.sim``) end programs at any instant; here
a test says when.
"""

from __future__ import annotations

from collections.abc import Iterable

from p2p.log import messages, statements
from p2p.log.messages import Message
from p2p.log.statements import SignedAck, SignedEntry, Statement
from p2p.log.steps import Kind
from p2p.session.events import Asked, Keep, Output, Send
from tests.p2p.tables import Table, charter, restored


class Restarts(Table):
    """A table whose answers and delays follow from its number."""

    def __init__(self, players: int = 3, number: int = 0) -> None:
        super().__init__(charter(players, (0, 0) if players == 1 else None), number)
        self.signed: list[dict[bytes, Statement]] = [{} for _ in range(players)]
        self._durable = [0] * players

    def play_to(self, kind: Kind, height: int) -> None:
        """Play until such a step is open for all, at this height or beyond."""
        self.begin()
        while self._happen():
            heights = {of.log.height for of in self.sessions}
            if len(heights) == 1 and min(heights) >= height and {of.log.kind for of in self.sessions} == {kind}:
                return
        raise AssertionError("no such step was open")

    def settle(self) -> None:
        """Deliver what is under way, and let no one answer."""
        asked, self._asked = self._asked, []
        while any(self._links.values()) or any(of.due for of in self.sessions):
            self._happen()
        self._asked += asked

    def restart(self, player: int, lost: int = 0) -> None:
        """End a player's program, and start it again with what is durable but for the last few items."""
        del self.kept[player][max(0, self._durable[player] - lost) :]
        self._durable[player] = len(self.kept[player])
        others = [to for sender, to in self._links if sender == player]
        for other in others:
            self._links[player, other].clear()
            self._links[other, player].clear()
        self.sessions[player] = started = restored(self, player)
        for other in others:
            self._take(other, self.sessions[other].disconnected(player))
        self._take(player, started.start())
        for other in others:
            self._take(player, started.connected(other, other))
            self._take(other, self.sessions[other].connected(player, player))

    def _take(self, player: int, outputs: list[Output]) -> None:
        owing = False
        for output in outputs:
            match output:
                case Keep(data, own):
                    self.kept[player].append(data)
                    owing |= own
                case Send(links, data):
                    if owing:
                        self._durable[player] = len(self.kept[player])
                        owing = False
                    self._note(player, messages.decode(data))
                    for to in links:
                        self._links[player, to].append(data)
                case _:
                    self.events[player].append(output)
                    if isinstance(output, Asked):
                        self._asked.append((player, output.seat))
        if owing:
            self._durable[player] = len(self.kept[player])

    def _note(self, player: int, message: Message) -> None:
        match message:
            case SignedEntry() | SignedAck() if statements.author(self.charter, message) == player:
                self.signed[player].setdefault(messages.encode(message), message)


def contradictions(of: Restarts) -> Iterable[tuple[Statement, Statement]]:
    """What one player has signed and no honest player signs together."""
    for signed in of.signed:
        all_of_them = list(signed.values())
        for index, one in enumerate(all_of_them):
            for other in all_of_them[:index]:
                if statements.contradict(of.charter, one, other):
                    yield one, other
