"""Who plays what: the choices of the seats, and the empires that are dealt to seats without one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from core.engine.edition import RANDOM
from core.engine.errors import DataError
from core.engine.flow import Draw
from core.engine.message import Message, several
from core.engine.option import MOST_ROUNDS


def check_rounds(most: int) -> None:
    """Raise DataError if this can be no limit of rounds."""
    if not 0 <= most <= MOST_ROUNDS:
        raise DataError("max_rounds", Message("must be from 0 (no limit) to {most}.", most=MOST_ROUNDS))


def check_chosen(board: Any, chosen: Sequence[str]) -> None:
    """Raise DataError if the choices of the seats do not fit the empires that play."""
    players = len(board.empires)
    if len(chosen) != players:
        raise DataError("empires", Message("{players} seats need {players} choices.", players=players))
    for empire in chosen:
        if empire == RANDOM:
            continue
        if empire not in board.empires:
            raise DataError(
                "empires",
                Message("the line-up {empires} lacks “{empire}”.", empires=several(board.empires), empire=empire),
            )
        if chosen.count(empire) > 1:
            raise DataError("empires", Message("“{empire}” is chosen twice.", empire=empire))


class Deal(NamedTuple):
    """The empires that no seat chose are dealt to the seats that wanted a random one."""


class DealEmpires(Draw[Any, Deal]):
    """Deals each free empire, in seat order, to a random seat that still has none."""

    def meaning(self, state: Any, frame: Deal) -> Message:
        return Message("empires")

    def bounds(self, state: Any, frame: Deal) -> tuple[int, ...]:
        return tuple(range(state.options.empires.count(RANDOM), 0, -1))

    def settle(self, state: Any, frame: Deal, outcome: tuple[int, ...]) -> None:
        state.stack.pop()
        chosen = state.options.empires
        waiting = [seat for seat, empire in enumerate(chosen) if empire == RANDOM]
        draws = iter(outcome)
        state.seats = tuple(
            chosen.index(empire) if empire in chosen else waiting.pop(next(draws)) for empire in state.board.empires
        )
