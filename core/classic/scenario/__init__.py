"""Scenarios of 2003: what can be expected of a position, and what chance gives."""
