"""Heroes and wonders, tested as rules: every ability, its corners, and what happens when several meet."""
