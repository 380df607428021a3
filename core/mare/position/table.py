"""The seats of a position, and the end of its game."""

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
    """Return by empire its seat; empty while chance has yet to deal some empires."""
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
    """Return which seat plays which empire if chance has dealt some; else an empty text."""
    if RANDOM not in chosen or not seats:
        return ""
    return " ".join(board.empires[list(seats).index(seat)] for seat in range(len(seats)))


def read_result(root: Reader, state: State, victories: Sequence[str], *, is_over: bool) -> None:
    """Set the winners and the victory if the game is over. The last of the victories has no winner."""
    if not is_over:
        for key in ("winners", "victory"):
            if key in root.table:
                raise root.fail(key, "goes with the phase “over” only.")
        return
    empires = state.board.empires
    winners = indices_of(root.words("winners") or (), empires, "empire", partial(root.fail, "winners"))
    victory = root.choice("victory", victories)
    if bool(winners) == (victory == victories[-1]):
        raise root.fail("winners", "name the winners: only the limit of rounds ends a game without any.")
    state.result = Result(winners, victory)


def result_words(board: Board, result: Result | None) -> dict[str, Any]:
    """Return the keys that say how a game has ended; none while it goes on."""
    if result is None:
        return {}
    winners = " ".join(board.empires[empire] for empire in result.winners)
    return {"winners": winners, "victory": result.victory} if winners else {"victory": result.victory}
