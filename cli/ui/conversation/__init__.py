"""The conversation with one person about a game, whatever they see it on: no terminal, no page, no width."""
