"""Learns how likely empires are to win, from games that built-in players play against each other."""
