"""Scenario files: a position, what is said and drawn from there, and what is expected."""
