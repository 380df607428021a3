"""The Steward, a built-in player: thrifty at home, quick to take what nobody guards, and watchful of others' victories.

It looks no further ahead than its own next step. Everything it can do is given a value in hundredths of a resource:
what it earns until the end of the game, what it protects, and how near it brings a victory (``estate``, ``frontier``,
``race``). What can be built becomes a list of wishes with such values (``wishes``), and any hand is worth the best
wishes that it pays for (``purse``). Trading, building, moving and fighting then take the step that is worth most.
"""

from core.empires.bots.steward.steward import Steward

__all__ = ["Steward"]
