"""Legal answers on a board of Empires."""

from __future__ import annotations

from core.empires.board import Board
from core.engine.answers import Answers


class BoardAnswers(Answers):
    """Legal answers that name the places of a board."""

    board: Board
