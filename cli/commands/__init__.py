"""Subcommands of ``mare``, one in each module: its arguments, and what it does with the parts of the other packages."""
