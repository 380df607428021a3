"""Mechanics that the editions of Mare Nostrum share."""
