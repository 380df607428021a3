"""Positions of 2003 as short texts, and back."""
