"""A game among persons and bots, as this player's program sees it: lobby, game, votes and bots."""
