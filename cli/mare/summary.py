"""What a round came to, told as the next one begins, in any edition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cli.i18n.texts import term, tr
from cli.ui.text.sides import empires
from core.engine.event import Event
from core.mare.events import LeaderChanged, RoundBegan


def summary(
    state: Any,
    event: Event,
    earlier: Iterable[Event],
    incomes: Callable[[Any], Sequence[int]],
    near: Callable[[Any], Sequence[str]],
) -> list[str]:
    """Return the titles that moved, the incomes to come, and who can win next, if the event begins a round.

    ``earlier`` are the events of the round before.
    """
    if not isinstance(event, RoundBegan) or not state.seats:
        return []
    names, over = empires(state), state.round - 1
    moved = {told.title: told.empire for told in earlier if isinstance(told, LeaderChanged)}
    titles = [
        f"{term(title)}: {names[holder]}"
        for track, (title, holder) in enumerate(zip(state.board.titles, state.leaders, strict=True))
        if moved.get(track) == holder
    ]
    found = [f"{name} {number}" for name, number in zip(names, incomes(state), strict=True)]
    who = " ".join(near(state)) or tr("No player is one step from it.")
    return [
        tr("After round {round}, titles that moved: {titles}.", round=over, titles=", ".join(titles) or tr("none")),
        tr("Resources that the map gives next: {incomes}.", incomes=", ".join(found)),
        tr("Who can win in round {round}: {who}", round=state.round, who=who),
    ]
