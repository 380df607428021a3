"""Deals between players, as far as bots understand them: the part of a ``GameView`` that has to do with talk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.i18n.texts import marked, tr, translated
from cli.mare.deals.judge import Judge
from cli.mare.deals.sentences import Misunderstood, read
from cli.mare.deals.talker import Talker
from core.engine.answers import Below
from core.engine.game import Game
from core.mare.kinds import Board

_DEALS = marked(
    "Bots understand only deals. “say” takes “I leave PLACE alone if PLAYER stays out of PLACE”, “yes, PLAYER” and"
    " “no, PLAYER”; “tell” takes “I leave PLACE alone if you stay out of PLACE”, “yes” and “no”."
)


class Deals:
    """Talk with an edition's bots."""

    def __init__(self, judge: type[Judge]) -> None:
        """Take the class that weighs deals in the edition."""
        self._judge = judge

    def talker(self, game: Game[Any], seat: int, seats_of: Sequence[Sequence[int]], below: Below) -> Talker:
        """Return the talker of a bot's seat."""
        return Talker(self._judge, game, seat, seats_of, below)

    def unheard(self, board: Board, text: str, *, alone: bool) -> str:
        """Return why no bot will answer what was said to all, or to one bot alone; empty if a bot may answer."""
        try:
            said = read(board, text)
        except Misunderstood as problem:
            # A bot says so by itself if it alone hears it.
            return "" if alone else translated(problem)
        return "" if said is not None and (alone or said.hearer is not None) else tr(_DEALS)
