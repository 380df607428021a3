"""What stays on this machine: keys, players one has met, games and their records."""
