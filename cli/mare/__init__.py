"""What the editions of Mare Nostrum share on the console; it knows the mechanics that they share, and no edition."""
