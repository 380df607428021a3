"""What runs a game of rules: the flow, answers, words and texts. It knows no game."""
