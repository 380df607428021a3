"""One player's side of a game, without input or output."""
