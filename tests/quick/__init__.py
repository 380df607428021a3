"""``mare`` for tests that start it: a program of its own, and much quicker to sit down at a table."""

LENGTH = 2**12
"""Values of a chain of the beacon: more than a test's game has Chance steps."""
