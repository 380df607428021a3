"""The Planner, a built-in player: thrifty at home, quick to take what nobody guards, and watchful of others' victories.

It looks no further ahead than its own next step. Everything it can do is given a value in hundredths of a resource:
what it earns until the end of the game, what it protects, and how near it brings a victory (``holdings``, ``threats``,
``victory_race``). What can be built becomes a list of wishes with such values (``wishes``). Any hand is worth the best
wishes that it pays for (``valuation``). Trading, building, moving and fighting then take the step that is worth most.
"""

from core.empires.bots.planner.planner import Planner

__all__ = ["Planner"]
