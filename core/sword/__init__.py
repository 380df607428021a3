"""The Sword of Rome: a frame for owners of the game. Chapters 1 to 5.7 are enforced; the rest is played by hand."""
