"""Positions of Empires as short texts, and back."""
