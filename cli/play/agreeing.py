"""Agreeing to proposals: to all of them, or only to a named one if it can't be undone."""

from __future__ import annotations

from collections.abc import Callable

from cli.i18n.texts import tr
from cli.ui.text.votes import Votes
from p2p import ABSENT, BACK, END, RESIGN, TAKE_BACK, Change

ALL = "all"

_TYPED = {
    ABSENT: "absent",
    BACK: "back",
    END: "end",
    RESIGN: "resign",
    TAKE_BACK: "takeback",
}
"""By kind of change, the command that proposes it."""

_TOGETHER = {ABSENT, BACK}
"""Who plays for whom for now: several changes of that are agreed to together."""


class Agreeing:
    """The command ``agree``; ``called`` is the word that means a person."""

    def __init__(self, votes: Votes, called: Callable[[int], str], may_think: Callable[[int], bool]) -> None:
        """``may_think`` says whether the table's clock still lets a player think, who is not absent then."""
        self._may_think = may_think
        self._votes = votes
        self._called = called

    def agree(self, rest: str) -> str:
        """Agree to what is proposed and meant; where that is not clear, returns what can be meant."""
        proposed = self._votes.open()
        if not proposed:
            return tr("There are no proposals.")
        meant = self._meant(proposed, rest.casefold().split())
        if not meant:
            return self._which(proposed)
        if any(change.kind == ABSENT and self._may_think(change.number) for change in meant):
            return tr("That player is connected, and still has time on the table's clock.")
        return "\n".join(filter(None, [self._votes.propose(change.kind, change.number) for change in meant]))

    def _meant(self, proposed: list[Change], words: list[str]) -> list[Change]:
        """Return the changes that these words mean; none if that is not clear."""
        if words == [ALL]:
            return proposed
        if not words:
            found = [change for change in proposed if not self._votes.has_agreed(change)] or proposed
            return found if len(found) == 1 or _go_together(found) else []
        found = [change for change in proposed if _begins(words, self._words(change).casefold().split())]
        return found if len(found) == 1 else []

    def _which(self, proposed: list[Change]) -> str:
        lines = [f"  agree {self._words(change)}: {self._votes.named(change)}" for change in proposed]
        return "\n".join([tr("Say what you agree to, or “agree all”:"), *lines])

    def _words(self, change: Change) -> str:
        """Return what to type behind ``agree`` to mean a change."""
        words = [_TYPED[change.kind]]
        if change.is_of_player:
            words.append(self._called(change.number))
        if change.kind == TAKE_BACK:
            words.append(str(change.number + 1))
        return " ".join(words)


def _go_together(changes: list[Change]) -> bool:
    """Return whether changes are all about who plays for now, and at most one person is absent."""
    away = [change for change in changes if change.kind == ABSENT]
    return len(away) < 2 and all(change.kind in _TOGETHER for change in changes)


def _begins(words: list[str], whole: list[str]) -> bool:
    """Return whether words are those of a line, or its first ones, each perhaps cut short."""
    return len(words) <= len(whole) and all(long.startswith(word) for word, long in zip(words, whole, strict=False))
