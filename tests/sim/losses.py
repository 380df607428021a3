"""A player loses the machine with all that was on it, and stays away: the others agree that the autopilot plays.

Sometimes the machine was only mislaid, and turns up again.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from p2p.session.state import Phase

if TYPE_CHECKING:
    from tests.sim.machine import Machine
    from tests.sim.world import World


class Losses:
    """One of them, of a player without whom the honest ones are still enough to vote."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random = world.stream("losses")

    def start(self) -> None:
        """Let it happen, early or late."""
        honest = self._world.honest
        if len(honest) - 1 >= self._world.charter.quorum:
            delay = self._random.choice((500, 10_000, 60_000)) + self._random.randrange(5_000)
            self._world.after(delay, self._lose, self._random.choice(honest))

    def _lose(self, machine: Machine) -> None:
        """The machine is gone, if the game is not over for its player."""
        world = self._world
        if machine.session.ended or machine.has_retired:
            return
        if any(other.session.phase is Phase.SIGNING for other in world.machines):
            world.after(5_000, self._lose, machine)  # before all have signed there is no game without them
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
