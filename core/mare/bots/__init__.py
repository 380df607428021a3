"""Parts that the built-in players of every edition share."""
