"""A game among people and bots, as this player's program sees it: lobby, game, votes and bots."""
