"""Deals between players of Empires, as far as bots understand them."""

from __future__ import annotations

from cli.empires.deals.sentences import Misunderstood, read
from cli.empires.deals.talker import Talker as talker  # noqa: N813 - made by calling it
from cli.i18n.texts import marked, tr
from core.empires.board import Board

__all__ = ["talker", "unheard"]

_DEALS = marked(
    "Bots understand only deals. “say” takes “I leave PLACE alone if EMPIRE stays out of PLACE”, “yes, EMPIRE” and"
    " “no, EMPIRE”; “tell” takes “I leave PLACE alone if you stay out of PLACE”, “yes” and “no”."
)


def unheard(board: Board, text: str, *, alone: bool) -> str:
    """Why no bot will answer what was said to all, or to one of them alone; nothing where one may."""
    try:
        said = read(board, text)
    except Misunderstood as problem:
        # A bot says so by itself if it alone hears it.
        return "" if alone else str(problem)
    return "" if said is not None and (alone or said.hearer is not None) else tr(_DEALS)
