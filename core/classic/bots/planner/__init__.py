"""The Planner: plans by values, what a province, a building, a tile or a title is worth to them now.

It looks at nothing but the state and the chance passed in. ``planner`` says which decision answers which question.
"""

from core.classic.bots.planner.planner import Planner

__all__ = ["Planner"]
