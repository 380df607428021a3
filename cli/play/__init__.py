"""A game among persons and bots, from the side of whoever sits here: the lobby, the game, votes, and bots."""
