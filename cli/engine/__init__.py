"""External programs as players: the line protocol of ``docs/bots.md``, and who speaks it with them."""
