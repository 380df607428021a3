"""The Steward: plans by values, what a province, a building, a tile or a title is worth to them now.

It looks at nothing but the state and the chance passed in. ``steward`` says which decision answers which question.
"""

from core.classic.bots.steward.steward import Steward

__all__ = ["Steward"]
