"""A simulated network: connections that keep their order until they break, slow ways, stalls, and partitions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.sim.machine import Machine
    from tests.sim.world import World

KEEPALIVE = 5_000
"""Milliseconds between two keepalives."""
IDLE_TIMEOUT = 20_000
"""Milliseconds after which a silent connection counts as broken."""
DIALLING = (100, 3_000)
"""Milliseconds until a peer that is not connected is dialled again."""


class Cable:
    """A connection between two machines; an end is 0 or 1."""

    def __init__(self, number: int, ends: tuple[Machine, Machine], latency: int, since: int) -> None:
        self.number = number
        self.ends = ends
        self.latency = latency
        self.is_broken = False
        self.noticed: set[int] = set()
        self.free = [since, since]
        """By end: when the way from there is free again; nothing overtakes."""
        self.heard = [since, since]

    def end(self, machine: Machine) -> int:
        """Which end a machine is."""
        return 0 if self.ends[0] is machine else 1

    def other(self, machine: Machine) -> Machine:
        """The machine at the other end."""
        return self.ends[1 - self.end(machine)]


class Network:
    """All connections there are, and who cannot reach whom."""

    def __init__(self, world: World, pairs: list[tuple[Machine, Machine]]) -> None:
        self.cables: dict[int, Cable] = {}
        self.pairs = pairs
        self._world = world
        self._random = world.stream("network")
        self._latencies = [self._random.choice((5, 40, 200, 1_500)) for _ in pairs]
        self._groups: list[set[int]] = []
        self._numbers = 0

    def start(self) -> None:
        """Begin to dial."""
        for index in range(len(self.pairs)):
            self._world.after(self._random.randrange(500), self._dial, index)

    def add(self, pair: tuple[Machine, Machine]) -> None:
        """Two machines more that dial each other."""
        self.pairs.append(pair)
        self._latencies.append(self._random.choice((5, 40, 200, 1_500)))
        self._world.after(self._random.randrange(500), self._dial, len(self.pairs) - 1)

    # Partitions

    def part(self, groups: list[set[int]]) -> None:
        """Keep each group, of machines by number, from hearing the others."""
        self._groups = groups
        for cable in list(self.cables.values()):
            if not self._can_meet(*cable.ends):
                self.cut(cable)

    def heal(self) -> None:
        """Let all hear each other again."""
        self._groups = []

    def _can_meet(self, one: Machine, other: Machine) -> bool:
        return all((one.number in group) == (other.number in group) for group in self._groups)

    def connects(self, machines: Sequence[Machine]) -> bool:
        """Whether these could all hear each other now, through players who have not gone home."""
        pairs = [pair for pair in self.pairs if not any(machine.has_retired for machine in pair)]
        reached = set(machines[:1])
        while more := {one for pair in pairs for one in pair if reached & set(pair)} - reached:
            reached |= more
        return reached >= set(machines)

    # Connections

    def _dial(self, index: int) -> None:
        one, other = self.pairs[index]
        if not self._world.is_over:
            self._world.after(self._random.randrange(*DIALLING), self._dial, index)
        if not (one.is_up and other.is_up and self._can_meet(one, other)):
            return
        if one.is_linked(other) and other.is_linked(one):
            return
        self._numbers += 1
        cable = Cable(self._numbers, (one, other), self._latencies[index], self._world.now)
        self.cables[cable.number] = cable
        for machine in cable.ends:
            machine.connected(cable)
        self._world.after(KEEPALIVE, self._watch, cable)

    def send(self, cable: Cable, sender: Machine, data: bytes) -> None:
        """Put a message on its way; on a broken connection it is lost."""
        if cable.is_broken:
            self._world.count("fault: messages lost")
            return
        end = cable.end(sender)
        delay = cable.latency + self._random.randrange(cable.latency + 1)
        arrival = max(self._world.now + delay, cable.free[end])
        cable.free[end] = arrival
        self._world.at(arrival, self._arrive, cable, end, data)

    def stall(self, cable: Cable, end: int, until: int) -> None:
        """Let nothing come from an end of a connection for a while."""
        cable.free[end] = max(cable.free[end], until)

    def _arrive(self, cable: Cable, end: int, data: bytes) -> None:
        if cable.is_broken:
            self._world.count("fault: messages lost")
            return
        cable.heard[1 - end] = self._world.now
        cable.ends[1 - end].hear(cable, data)

    def _watch(self, cable: Cable) -> None:
        """Keepalives, and no patience with who gives none."""
        if cable.is_broken or self._world.is_over:
            return
        for end, machine in enumerate(cable.ends):
            if not machine.is_up:
                continue
            if self._world.now - cable.heard[end] > IDLE_TIMEOUT:
                self.hang_up(cable, machine)
                return
            self.send(cable, machine, machine.session.keepalive())
        self._world.after(KEEPALIVE, self._watch, cable)

    def cut(self, cable: Cable) -> None:
        """Break a connection; each end notices at a moment of its own, and what is under way is lost."""
        if cable.is_broken:
            return
        cable.is_broken = True
        for end in (0, 1):
            if end not in cable.noticed:
                self._world.after(self._random.choice((1, 300, 5_000, 20_000)), self._notice, cable, end)

    @property
    def slowest(self) -> int:
        """Milliseconds within which whatever is sent now arrives, if nothing stalls."""
        return 2 * max(self._latencies, default=0) + 1

    def unplug(self, cable: Cable, machine: Machine) -> None:
        """One end is no more; the other notices."""
        cable.noticed.add(cable.end(machine))
        self.cut(cable)
        if len(cable.noticed) == 2:
            self.cables.pop(cable.number, None)

    def hang_up(self, cable: Cable, machine: Machine) -> None:
        """One end breaks a connection, and knows it at once."""
        self.cut(cable)
        self._notice(cable, cable.end(machine))

    def _notice(self, cable: Cable, end: int) -> None:
        if end in cable.noticed:
            return
        cable.noticed.add(end)
        if len(cable.noticed) == 2:
            self.cables.pop(cable.number, None)
        cable.ends[end].disconnected(cable)
