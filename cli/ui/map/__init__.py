"""The board as a drawing on a terminal, and the shapes that pictures are made of, too."""
