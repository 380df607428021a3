"""The game in words, and what people type: answers, hints, votes, and lines for terminals of any kind."""
