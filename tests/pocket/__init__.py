"""A pocket edition: a small game on four provinces, which shows that the rooms round an edition know no game."""
