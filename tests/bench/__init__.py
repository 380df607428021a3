"""Measurements: figures, and ratios against a peer in the same run; never pass or fail."""
