"""The seats of a position, and how a game has ended."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from core.engine.edition import RANDOM
from core.engine.state import Result
from core.engine.toml import Reader
from core.engine.word_lists import indices_of
from core.mare.kinds import Board
from core.mare.state import State


def read_seats(root: Reader, board: Board, chosen: Sequence[str], *, is_begun: bool) -> tuple[int, ...]:
    """By empire its seat; none while chance has yet to deal those that were left to it."""
    dealt = root.words("dealt")
    if dealt is None and RANDOM in chosen:
        if not is_begun:
            return ()
        raise root.fail("seats", "empires were left to chance, so “dealt” must say which seat plays which.")
    if dealt is None:
        dealt = tuple(chosen)
    agreed = all(empire in (RANDOM, got) for empire, got in zip(chosen, dealt, strict=False))
    if sorted(dealt) != sorted(board.empires) or not agreed:
        raise root.fail("dealt", "expected the empire of each seat, in the order of “seats”, as agreed there.")
    return tuple(dealt.index(empire) for empire in board.empires)


def dealt_words(board: Board, chosen: Sequence[str], seats: Sequence[int]) -> str:
    """Which seat plays which empire, where chance has dealt some; else nothing."""
    if RANDOM not in chosen or not seats:
        return ""
    return " ".join(board.empires[list(seats).index(seat)] for seat in range(len(seats)))


def read_result(root: Reader, state: State, victories: Sequence[str], *, is_over: bool) -> None:
    """Who has won and how, where the game is over; the last of the victories is nobody's."""
    if not is_over:
        for key in ("winners", "victory"):
            if key in root.table:
                raise root.fail(key, "goes with the phase “over” only.")
        return
    empires = state.board.empires
    winners = indices_of(root.words("winners") or (), empires, "empire", partial(root.fail, "winners"))
    victory = root.choice("victory", victories)
    if bool(winners) == (victory == victories[-1]):
        raise root.fail("winners", "somebody wins, unless the limit of rounds was reached.")
    state.result = Result(winners, victory)


def result_words(board: Board, result: Result | None) -> dict[str, Any]:
    """The keys that say how a game has ended; none while it goes on."""
    if result is None:
        return {}
    winners = " ".join(board.empires[empire] for empire in result.winners)
    return {"winners": winners, "victory": result.victory} if winners else {"victory": result.victory}
