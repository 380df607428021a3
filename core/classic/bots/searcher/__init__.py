"""The Searcher: tries a short list of answers on copies of the game, and has Planners play each on.

``options`` has what is worth trying, ``outlook`` what a position promises, ``searcher`` the player.
"""

from core.classic.bots.searcher.searcher import Searcher

__all__ = ["Searcher"]
