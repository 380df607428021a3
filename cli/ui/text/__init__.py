"""The game in words, and what people type: questions, answers, the story, and terminals of any kind."""
