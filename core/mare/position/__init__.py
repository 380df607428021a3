"""The common parts of all editions' positions as short texts."""
