"""Arguments that several commands have in common, and what they are turned into."""
