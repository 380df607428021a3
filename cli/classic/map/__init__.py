"""The map of the editions of 2003."""
