"""For how long a bot plays for a person, and how all players are told.

The sentences are talk, in English on the wire, and each program shows them in its own language.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from cli.i18n.texts import ENGLISH, language, tr

ENDED = "I play for myself again."
"""What a person's program says to all once the bot no longer plays."""

_UNTIL = "A bot plays for me until round {round}, {phase}."
_UNTIL_ROUND = re.compile(r"A bot plays for me until round (\d{1,4}), (.+)\.")
_UNTIL_BACK = "A bot plays for me until I am back."

_BACK = ("back", "stop")
_FILLERS = ("until", "till", "my", "next", "the", "turn", "phase", "i", "am", "i'm")
"""Words that people may write around the one that matters."""


class Stretch(NamedTuple):
    """How far a bot plays: to the beginning of a phase in a round; without a round, until the person is back."""

    round: int = 0
    phase: int = 0

    def is_over(self, state: Any) -> bool:
        """Return whether a game has come so far, or to its end."""
        return state.result is not None or (bool(self.round) and (state.round, state.phase) >= self)

    def announced(self, phases: Sequence[str]) -> str:
        """Return the sentence with which the person's program tells all players."""
        if not self.round:
            return _UNTIL_BACK
        return _UNTIL.format(round=self.round, phase=phases[self.phase - 1])

    def told(self, phases: Sequence[str]) -> str:
        """Return the sentence for the person themselves, while the bot plays."""
        if not self.round:
            return tr("A bot plays for you until you type “stop”.")
        return tr(
            "A bot plays for you until round {round}, {phase}; “stop” ends it at once.",
            round=self.round,
            phase=tr(phases[self.phase - 1]),
        )


def stretch_of(typed: str, state: Any, phases: Sequence[str]) -> Stretch | None:
    """Return the stretch that words name: ``build``, ``until round 7``, ``until I'm back``; None if they name none.

    A phase is the next one of that name, this round's or the next round's.
    """
    words = [word for word in typed.casefold().replace("\u2019", "'").split() if word not in _FILLERS]
    match words:
        case [word] if word in _BACK:
            return Stretch()
        case ["round", number] if number.isascii() and number.isdecimal() and len(number) < 4:
            return Stretch(int(number), 1) if int(number) > state.round else None
        case [word, *_] if word != "round":
            meant = [number for number, name in enumerate(phases, start=1) if _is_begun(name, word)]
            return Stretch(state.round + (meant[0] <= state.phase), meant[0]) if meant else None
    return None


def _is_begun(name: str, word: str) -> bool:
    """Return whether a word begins the name of a phase, in English or as it is shown; ``building`` means ``Build``."""
    names = (name.casefold(), tr(name).casefold())
    return any(shown.startswith(word) for shown in names) or word.startswith(names[0])


def begins(text: str) -> bool:
    """Return whether a sentence of talk says that a bot plays for its speaker from now on."""
    return text == _UNTIL_BACK or _UNTIL_ROUND.fullmatch(text) is not None


def meaning(text: str, phases: Sequence[str]) -> str:
    """Return what such a sentence says in the language in use; nothing in English, and for other talk."""
    if language() == ENGLISH:
        return ""
    if text == ENDED:
        return tr("I play for myself again.")
    if text == _UNTIL_BACK:
        return tr("A bot plays for me until I am back.")
    found = _UNTIL_ROUND.fullmatch(text)
    if found is None or found[2] not in phases:
        return ""
    return tr("A bot plays for me until round {round}, {phase}.", round=found[1], phase=tr(found[2]))
