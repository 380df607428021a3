"""The Planner: a built-in player who saves at home, takes unguarded places, and watches others' victories.

It looks only at its own next step. It gives every possible step a value in hundredths of a resource: what it earns
until the end of the game, what it protects, and how near it brings a victory (``holdings``, ``threats``,
``victory_race``). Things to build become a list of wishes with such values (``wishes``). A hand is worth the best
wishes that it pays for (``valuation``). Trading, building, moving and fighting then take the step with the highest
value.
"""

from core.empires.bots.planner.planner import Planner

__all__ = ["Planner"]
