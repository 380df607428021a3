"""What a player can say: every edition has records of its own for it."""

from __future__ import annotations

from typing import ClassVar


class Action:
    """The base of every record of an action. Actions are values: nobody changes one.

    Each field says its kind, as in ``core.engine.kind``. From that and from ``form`` follow how the action is read,
    written and completed (``core.engine.notation``).
    """

    __slots__ = ()

    form: ClassVar[str]
    """The line that says the action: its verb, small words, and its fields in braces.

    What stands in brackets is left out where the field has its default: ``march {source} {target} [from {icon}]``.
    """

    meaning: ClassVar[str]
    """What the verb means in English, as a dictionary says it: ``to march``. Actions of one verb agree on it."""
