"""Scenarios of 2003: facts to expect of a position, and outcomes of chance."""
