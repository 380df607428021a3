"""``mare`` with bots that are slow to come to the table, as on a busy machine."""

SECONDS = 4
"""How long after the others a bot comes."""
