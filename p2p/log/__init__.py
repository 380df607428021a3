"""What players sign about a game, and the logs, proofs and records made of it."""
