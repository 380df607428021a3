"""Many games among bots, and what they say about the bots and the rules: ``mare arena``."""
