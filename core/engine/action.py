"""What a player can say: every edition has records of its own for it."""

from __future__ import annotations


class Action:
    """The base of every record of an action. Actions are values: nobody changes one."""

    __slots__ = ()
