"""The files of both editions of 2003, inside the package: their facts, their rules in words, and what a bot has learnt.

Reading them is part of importing the package, like reading a module. The rules themselves do no input or output.
"""

from __future__ import annotations

from importlib.resources import files


def classic_toml() -> str:
    """Return the text of ``classic.toml``: components, map, starts and tiles."""
    return files(__name__).joinpath("classic.toml").read_text(encoding="utf-8")


def outlook_toml() -> str:
    """Return the text of ``outlook.toml``: the weights of the network by which a bot judges positions."""
    return files(__name__).joinpath("outlook.toml").read_text(encoding="utf-8")


def rules_md() -> str:
    """Return the text of ``rules.md``: the rules for players, with marks where the editions differ."""
    return files(__name__).joinpath("rules.md").read_text(encoding="utf-8")
