"""The ``mare`` command: the only place that knows both the game and the table."""
