"""Bad weather: what goes wrong, when, and until when."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.sim.disk import Disk

if TYPE_CHECKING:
    from tests.sim.machine import Machine
    from tests.sim.world import World


class Weather:
    """Breaks connections, parts the network, stalls ways, and sends machines to sleep, until it clears."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._random = random = world.stream("weather")
        self._lasts = random.choice((0, 20_000, 60_000, 200_000, 400_000)) * (2 if world.plan.to_end else 1)
        rates = (0, 0, 3_000, 20_000, 60_000)
        self._pauses = {
            self._cut: random.choice(rates),
            self._part: random.choice(rates),
            self._stall: random.choice(rates),
            self._sleep: random.choice(rates),
            self._doom: random.choice(rates),
            self._leave: random.choice((0, 0, 0, 60_000)),
            self._stop_for_now: random.choice((0, 0, 0, 60_000)),
            self._copy: 0 if world.liars or world.plan.lost else random.choice((0, 0, 0, 20_000)),
        }
        if world.plan.parted:
            self._lasts = 400_000
            self._pauses = {self._part: 3_000, self._sleep: 20_000}
        self._image: tuple[Machine, tuple[bytes, ...]] | None = None

    def start(self) -> None:
        """Begin; after a while the weather clears for good."""
        for what, pause in self._pauses.items():
            if pause:
                self._world.after(self._random.randrange(2 * pause), self._blow, what, pause)
        self._world.after(self._lasts, self._clear)

    def _clear(self) -> None:
        self._world.is_calm = True
        self._world.network.heal()

    def _blow(self, what: object, pause: int) -> None:
        if not self._world.is_calm:
            assert callable(what)
            what()
            self._world.after(self._random.randrange(2 * pause), self._blow, what, pause)

    def _cut(self) -> None:
        cables = [cable for cable in self._world.network.cables.values() if not cable.is_broken]
        if cables:
            self._world.network.cut(self._random.choice(cables))
            self._world.count("fault: connections cut")

    def _doom(self) -> None:
        """A player's machine ends soon, between any two things that it does."""
        machine = self._random.choice(self._world.machines)
        machine.doom = self._random.choice((1, 2, 3, self._random.randrange(1, 40)))

    def strike(self, machine: Machine) -> None:
        """End a machine that was doomed."""
        self._world.count("fault: crashes")
        machine.end(self._random.choice((100, 3_000, 30_000, 90_000)))

    def _leave(self) -> None:
        machine = self._random.choice(self._world.machines)
        if machine.is_up:
            self._world.count("fault: people leave and come back")
            machine.leave(self._random.choice((1_000, 20_000, 80_000)))

    def _stop_for_now(self) -> None:
        """Everybody leaves, one after the other, and comes back."""
        self._world.count("fault: all leave and come back")
        for machine in self._world.machines:
            delay = self._random.randrange(1, 5_000)
            self._world.after(delay, machine.leave, self._random.randrange(1_000, 20_000))

    def _copy(self) -> None:
        """Keep an image of a disk; later the machine is started from it, and what its player signed since is lost."""
        if self._image is None:
            machine = self._random.choice(self._world.machines)
            self._image = machine, machine.disk.items
        elif not self._world.liars:
            machine, items = self._image
            self._world.count("fault: disks restored from an image")
            self._world.restored(machine)
            machine.end(self._random.choice((100, 3_000, 30_000)))
            machine.disk = Disk(items)

    def _part(self) -> None:
        machines = [machine.number for machine in self._world.machines]
        group = {number for number in machines if self._random.random() < 0.5}
        self._world.network.part([group])
        self._world.after(self._random.choice((2_000, 15_000, 60_000)), self._world.network.heal)
        self._world.count("fault: partitions")

    def _stall(self) -> None:
        cables = list(self._world.network.cables.values())
        if cables:
            until = self._world.now + self._random.choice((1_000, 8_000, 30_000))
            self._world.network.stall(self._random.choice(cables), self._random.randrange(2), until)
            self._world.count("fault: ways stalled")

    def _sleep(self) -> None:
        machine = self._random.choice(self._world.machines)
        machine.sleep(self._world.now + self._random.choice((500, 10_000, 45_000, 120_000)))
        self._world.count("fault: machines asleep")
