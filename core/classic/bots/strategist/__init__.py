"""The Strategist: tries a short list of answers on copies of the game, and has Stewards play each on.

``options`` has what is worth trying, ``outlook`` what a position promises, ``strategist`` the player.
"""

from core.classic.bots.strategist.strategist import Strategist

__all__ = ["Strategist"]
