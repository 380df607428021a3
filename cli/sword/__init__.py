"""The Sword of Rome on the console: a frame for owners of the game."""
