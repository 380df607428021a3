"""The board as a drawing: on a terminal, as an SVG picture and as a page."""
