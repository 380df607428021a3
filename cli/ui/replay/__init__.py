"""A game that was played, to be stepped through."""
