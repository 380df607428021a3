"""Scenario files: a position, what players say and chance draws from there, and what to expect."""
