"""The two editions of 2003: their rules, tested as rules."""
