"""The map of Empires: its geography, what stands on its places, and what is counted of a game."""
