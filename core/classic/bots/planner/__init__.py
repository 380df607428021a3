"""The Planner: a built-in player who plans by the values of provinces, buildings, tiles and titles.

It looks only at the state and the chance passed in. ``planner`` has the decision for each question.
"""

from core.classic.bots.planner.planner import Planner

__all__ = ["Planner"]
