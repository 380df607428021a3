"""Heroes and wonders: each ability in one place."""
