"""The files of the edition, inside the package: the practice file, and the rules in words.

Reading them is part of importing the package, like reading a module. The rules themselves do no input or output.
"""

from __future__ import annotations

from importlib.resources import files


def practice_toml() -> str:
    """Return the text of ``practice.toml``: a small land of our own making, which is no part of the printed game."""
    return files(__name__).joinpath("practice.toml").read_text(encoding="utf-8")


def rules_md() -> str:
    """Return the text of ``rules.md``: what is enforced, every paragraph with its numbers."""
    return files(__name__).joinpath("rules.md").read_text(encoding="utf-8")
