"""The parts that run a game by its rules: flow, answers, words and texts. They know no particular game."""
