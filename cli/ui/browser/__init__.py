"""The table on a page in the player's own browser, served by the player's own program."""
