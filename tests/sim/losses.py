"""A player loses the machine with all that is on it, and asks for the seat from another, with another key.

Sometimes the machine was only mislaid: it turns up again, before or after the others have agreed. And sometimes an
impostor asks for a seat, too: that of the player who lost theirs, or another one.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from p2p.session.state import Phase
from tests.sim.disk import Disk
from tests.sim.machine import Machine
from tests.sim.people import Human

if TYPE_CHECKING:
    from tests.sim.world import World

NEWCOMER = 100
"""The hands of those who come back have numbers from here on."""


class Losses:
    """One or two of them, of players without whom the honest ones are still enough to vote."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random = world.stream("losses")
        self._impostors = world.stream("impostors")

    def start(self) -> None:
        """Let them happen, early or late."""
        charter = self._world.charter
        players = [machine.player for machine in self._world.honest]
        if len(players) - 1 < charter.quorum:
            return
        player = self._random.choice(players)
        for _ in range(self._random.choice((1, 1, 2))):
            self._world.after(
                self._random.choice((500, 10_000, 60_000)) + self._random.randrange(5_000), self._lose, player
            )

    def _lose(self, player: int) -> None:
        """The newest machine of a player is gone, if the game is not over for them."""
        world = self._world
        machine = [machine for machine in world.machines if machine.player == player and machine.human is not None][-1]
        if machine.session.ended or machine.has_retired or machine.session.asks:
            return
        if any(other.session.phase is Phase.SIGNING for other in world.machines):
            world.after(5_000, self._lose, player)  # before all have signed there is no game without them
            return
        for pair in combinations(world.honest, 2):
            # A peer connected through the lost machine only tells the others where it is.
            if machine not in pair and pair not in world.network.pairs and pair[::-1] not in world.network.pairs:
                world.network.add(pair)
        world.count("fault: machines lost for good")
        if self._random.random() < 0.25:
            world.count("fault: lost machines that turn up again")
            machine.end(self._random.choice((5_000, 60_000, 120_000)))
        else:
            machine.end(None)
            machine.has_retired = True
            machine.disk = Disk()
        world.after(self._random.choice((2_000, 30_000, 80_000)), self._come, machine)
        if self._impostors.random() < 0.4:
            delay = self._impostors.choice((1_000, 30_000, 80_000))
            world.after(delay, self._intrude, machine, self._impostors.choice((player, *range(self._players))))

    @property
    def _players(self) -> int:
        return len(self._world.charter.players)

    def _come(self, lost: Machine) -> None:
        """The player asks for the seat from another machine, which is connected as the lost one was."""
        world = self._world
        if world.is_over:
            return
        machine = self._ask(lost.player, lost)
        machine.human = Human(machine, world.stream(f"person {machine.number}"))
        machine.start()
        machine.human.start()

    def _intrude(self, lost: Machine, player: int) -> None:
        """An impostor, who is none of the table, asks for a player's seat."""
        if self._world.is_over:
            return
        machine = self._ask(player, lost)
        machine.is_honest = False
        self._world.count("lie: an impostor, games")
        machine.start()

    def _ask(self, player: int, lost: Machine) -> Machine:
        """A new machine that asks for a player's seat, and is connected as the lost one was."""
        world, number = self._world, len(self._world.machines)
        hand = NEWCOMER + number
        machine = Machine(world, number, player, world.new_session(player, hand=hand), hand)
        world.machines.append(machine)
        for one, other in list(world.network.pairs):
            if lost in (one, other):
                world.network.add((machine, other if one is lost else one))
        return machine
