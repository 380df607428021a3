"""The Searcher, a built-in player who looks ahead: he tries what he could do on copies of the game.

What he could do is a short list (``options``), with what the Planner would do at its head. Each is played on by
Planners in everybody's place to the end of the trade, of his turn or of the phase, and the best things to build to the
end of the round (``searcher``). Then he looks how likely he is to win from there: signs that anybody can see
(``signs``), weighed as many games have taught (``outlook``, ``weights``).
"""

from core.empires.bots.searcher.searcher import Searcher

__all__ = ["Searcher"]
