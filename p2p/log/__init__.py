"""What players sign about a game, and the log, proofs and records that it makes."""
