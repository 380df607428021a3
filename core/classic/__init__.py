"""The two editions of 2003, original and revised, on one set of modules."""
