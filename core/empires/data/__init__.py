"""The files of the edition, inside the package: its facts, its rules in words, and what a bot has learnt.

Reading them is part of importing the package, like reading a module. The rules themselves do no input or output.
"""

from __future__ import annotations

from importlib.resources import files


def empires_toml() -> str:
    """Return the text of ``empires.toml``: components, map, starts, tables and tiles of Empires."""
    return files(__name__).joinpath("empires.toml").read_text(encoding="utf-8")


def outlook_toml() -> str:
    """Return the text of ``outlook.toml``: the weights of the network by which a bot judges positions."""
    return files(__name__).joinpath("outlook.toml").read_text(encoding="utf-8")


def rules_md() -> str:
    """Return the text of ``rules.md``: the rules for players, every paragraph with its numbers."""
    return files(__name__).joinpath("rules.md").read_text(encoding="utf-8")
