"""The Sword of Rome on the console."""
