"""The Searcher: tries a short list of answers on copies of the game, and has Planners play each on.

``options`` has the answers worth trying, ``outlook`` the chances to win from a position, ``searcher`` the player.
"""

from core.classic.bots.searcher.searcher import Searcher

__all__ = ["Searcher"]
