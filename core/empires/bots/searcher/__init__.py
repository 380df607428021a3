"""The Searcher: a built-in player who looks ahead and tries answers on copies of the game.

It tries a short list of answers (``options``), with the Planner's answer at its head. Planners play each on for
everyone to the end of the trade, of the turn or of the phase; the best things to build are played on to the end of the
round (``searcher``). Then it estimates its chance to win from there. It reads public signs of the position (``signs``),
with weights learnt from many games (``outlook``, ``weights``).
"""

from core.empires.bots.searcher.searcher import Searcher

__all__ = ["Searcher"]
