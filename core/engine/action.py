"""The base of the actions that players can take. Every edition has its own types."""

from __future__ import annotations

from typing import ClassVar


class Action:
    """The base of every action record. Actions are immutable values.

    The annotation of each field names its kind, as in ``core.engine.kind``. The kinds and ``form`` determine how an
    action is read, written and completed (``core.engine.notation``).
    """

    __slots__ = ()

    form: ClassVar[str]
    """The line that spells the action: its verb, small words, and its fields in braces.

    A part in brackets is left out if its field has the default: ``march {source} {target} [from {icon}]``.
    """

    meaning: ClassVar[str]
    """The verb in English, as a dictionary says it: ``to march``. All actions of one verb have the same meaning."""
