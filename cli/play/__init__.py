"""A game among persons and bots, from the side of the player here: the lobby, the game, votes, and bots."""
