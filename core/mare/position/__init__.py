"""What positions of all editions, as short texts, have in common."""
