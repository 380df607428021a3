"""Empires on the console: its words, hints, panes and previews."""
