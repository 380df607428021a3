"""One machine of the simulation: a session, what is around it in the product, and what may go wrong with it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from p2p.log import messages
from p2p.session.events import Asked, Event, Finished, Keep, Missed, Output, Send
from p2p.session.session import Session
from p2p.session.state import Phase
from p2p.wire.codec import MessageError
from tests.sim.disk import Disk
from tests.sim.network import Cable
from tests.sim.people import Human

if TYPE_CHECKING:
    from tests.sim.liars.liar import Liar
    from tests.sim.world import World

FLUSH = 100
"""Milliseconds until what is due is sent."""
PATIENCE = 60_000
"""Milliseconds for which the program waits for a player whom no one reaches."""


LOOK = 5_000
"""Milliseconds between two looks at who does not close the game."""


class Machine:
    """A player's program on its machine. An honest player has one; a liar may have two."""

    def __init__(self, world: World, number: int, player: int, session: Session, hand: int | None = None) -> None:
        """The ``hand`` signs here, where that is not the player as the charter has them."""
        self.world = world
        self.number = number
        self.player = player
        self.hand = player if hand is None else hand
        self.session = session
        self.disk = Disk()
        self.record: bytes | None = None
        """The record with which the game goes on, if it is here; it is a file of its own, which no crash takes."""
        self.doom: int | None = None
        """After how many more writes, messages and events the machine ends, as if its plug were pulled."""
        self.has_retired = False
        self.liar: Liar | None = None
        self.human = Human(self, world.stream(f"person {number}"))
        self.is_honest = True
        self.is_up = True
        self.is_asleep = False
        self.final = 0
        self.played = 0
        """How many of the final steps are no epochs."""
        self.cables: dict[int, Cable] = {}
        self._inbox: deque[tuple[Cable, bytes]] = deque()
        self._flushing = False
        self._lives = 0

    @property
    def name(self) -> str:
        """For reports."""
        return f"machine {self.number} of player {self.player}"

    # Connections

    def is_linked(self, other: Machine) -> bool:
        """Whether this machine believes that it is connected with another."""
        return any(cable.other(self) is other for cable in self.cables.values())

    def connected(self, cable: Cable) -> None:
        """A connection has begun. Of two to one player the higher gives up the older."""
        other = cable.other(self)
        older = [known for known in self.cables.values() if known.other(self).hand == other.hand]
        self.cables[cable.number] = cable
        self.take(self.session.connected(cable.number, other.player))
        if self.player > other.player:
            for known in older:
                self.world.network.hang_up(known, self)

    def disconnected(self, cable: Cable) -> None:
        """A connection has ended, as this machine sees it."""
        if self.cables.pop(cable.number, None) is not None:
            self.call(self.session.disconnected, cable.number)

    def hear(self, cable: Cable, data: bytes) -> None:
        """A message comes in; a machine that is asleep hears it later."""
        if not self.is_up:
            return
        if self.is_asleep:
            self._inbox.append((cable, data))
            return
        if cable.number not in self.cables:
            return
        if self.liar is not None:
            self.liar.hears(cable, data)
        try:
            self.take(self.session.receive(cable.number, data))
        except MessageError as error:
            self.world.watch.misbehaved(self, cable.other(self), str(error))
            self.call(self.session.misbehaved, cable.number, str(error))
            self.world.network.hang_up(cable, self)

    def sleep(self, wake: int) -> None:
        """Do nothing for a while, and know nothing of it."""
        if not self.is_asleep:
            self.is_asleep = True
            self.world.at(wake, self._wake)

    def _wake(self) -> None:
        self.is_asleep = False
        inbox, self._inbox = self._inbox, deque()
        for cable, data in inbox:
            self.hear(cable, data)

    # The session

    def start(self) -> None:
        """Begin, with the record if the journal lacks it."""
        if self.record is not None:
            self.call(self.session.go_on_from, messages.Past(self.record))
        self.call(self.session.start)
        self.world.after(LOOK, self._look, self._lives, {})

    def _look(self, life: int, closing: dict[int, int]) -> None:
        """Give up those who do not close the game for as long as patience lasts."""
        if life != self._lives or self.world.is_over:
            return
        awaited = self.session.awaited if self.session.phase is Phase.CLOSING else ()
        closing = {player: closing.get(player, self.world.now) for player in awaited}
        self.world.after(LOOK, self._look, life, closing)
        for player, since in closing.items():
            if self.world.now - since >= PATIENCE and not (self.is_asleep or self.session.is_returning):
                self.call(self.session.lost, player, "does not close the game")

    def end(self, pause: int | None) -> None:
        """End at once, losing what is not on disk; begin again after a while, if ever."""
        if not self.is_up:
            return
        self.is_up = self.is_asleep = self._flushing = False
        self.doom = None
        self._lives += 1
        self._inbox.clear()
        self.world.count("fault: items lost in crashes", self.disk.crash())
        for cable in list(self.cables.values()):
            self.world.network.unplug(cable, self)
        self.cables.clear()
        if pause is None:
            self.has_retired = True
        else:
            self.world.after(pause, self._begin_again)

    def _begin_again(self) -> None:
        if self.has_retired:
            return
        self.is_up = True
        self.final = self.played = 0
        self.session = self.world.new_session(self.player, self.session, hand=self.hand)
        self.world.watch.forgets(self)
        for event in self.session.restore(self.disk.items):
            self.world.watch.sees(self, event)
        self.start()

    def leave(self, pause: int | None) -> None:
        """Leave the table, and come back after a while, if ever."""
        if self.is_up and not self.is_asleep:
            self.call(self.session.leave)
            self.disk.sync()
            self.world.after(self.world.network.slowest, self._end_life, self._lives, pause)

    def _end_life(self, life: int, pause: int | None) -> None:
        if life == self._lives:
            self.end(pause)

    def call(self, what: Callable[..., list[Output]], *arguments: object) -> None:
        """Call the session, and do what it says."""
        self.take(what(*arguments))

    def take(self, outputs: list[Output]) -> None:
        """Do what the session says, as `p2p.shell.table` does: what the disk is owed comes before the next message."""
        for output in outputs if self.is_up else ():
            if self.doom is not None:
                self.doom -= 1
                if self.doom <= 0:
                    self.world.weather.strike(self)
                    return
            match output:
                case Send():
                    if self.disk.owing:
                        self.disk.sync()
                    self._send(output)
                case Keep(data, own):
                    self.disk.append(data, own=own)
                case _:
                    self._show(output)
        self.world.watch.look_at(self)
        if self.is_up and (self.session.due or not self.disk.is_synced) and not self._flushing:
            self._flushing = True
            self.world.after(FLUSH, self._flush, self._lives)

    def _flush(self, life: int) -> None:
        if life != self._lives:
            return
        if self.is_asleep:
            self.world.after(FLUSH, self._flush, life)
            return
        self._flushing = False
        self.call(self.session.flush)
        if life == self._lives:
            self.disk.sync()

    def _send(self, output: Send) -> None:
        if self.liar is None:
            self.world.watch.sends(self, output.data)
            for link in output.links:
                if link in self.cables:
                    self.world.network.send(self.cables[link], self, output.data)
            return
        message = messages.decode(output.data)
        for link in output.links:
            if link in self.cables:
                for word in self.liar.says(self.cables[link].other(self).player, message):
                    self.say(self.cables[link], word)

    def say(self, cable: Cable, word: messages.Message | bytes) -> None:
        """Send whatever a liar wants to say."""
        data = word if isinstance(word, bytes) else messages.encode(word)
        self.world.watch.lies(self, data)
        self.world.network.send(cable, self, data)

    def _show(self, event: Event) -> None:
        if isinstance(event, Asked):
            self.human.asked(event.seat)
        elif isinstance(event, Missed):
            self.world.after(PATIENCE, self._give_up, event.player)
        elif isinstance(event, Finished):
            self.world.finishes(self)
        self.world.watch.sees(self, event)

    def _give_up(self, player: int) -> None:
        is_awake = self.is_up and not self.is_asleep
        missed = player in self.session.unreachable and self.session.phase is not Phase.SIGNING
        if is_awake and missed and not self.session.is_returning:
            self.call(self.session.lost, player, "can no longer be reached")
