"""The edition of 2016, Empires."""
