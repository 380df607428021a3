"""A simulated disk: what was written and synced stays; of the rest a crash leaves nothing."""

from __future__ import annotations

from collections.abc import Sequence


class Disk:
    """One player's journal. Appended items become durable together, with the next sync."""

    def __init__(self, items: Sequence[bytes] = ()) -> None:
        self._synced = list(items)
        self._pending: list[bytes] = []
        self._durable = set(items)
        self.owing = False

    @property
    def items(self) -> tuple[bytes, ...]:
        """What is durable, in order."""
        return tuple(self._synced)

    @property
    def is_synced(self) -> bool:
        """Whether nothing would be lost by a crash."""
        return not self._pending

    def append(self, item: bytes, *, own: bool) -> None:
        """Write an item; one's own is to be synced before anything more is sent."""
        self._pending.append(item)
        self.owing |= own

    def sync(self) -> None:
        """Make all durable that was written."""
        self._synced += self._pending
        self._durable.update(self._pending)
        self._pending = []
        self.owing = False

    def crash(self) -> int:
        """Lose what was not synced; how many items that were."""
        lost = len(self._pending)
        self._pending = []
        self.owing = False
        return lost

    def holds(self, item: bytes) -> bool:
        """Whether an item is durable."""
        return item in self._durable
