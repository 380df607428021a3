"""Words that end a game or a part in it: the first says what it does, and the same word once more does it."""

from __future__ import annotations

from collections.abc import Callable

from p2p.log.log import Log
from p2p.log.statements import author
from p2p.session.session import Session

Told = Callable[[], str]


class Resolve:
    """A command that counts only when the player repeats it before answering anything."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._said: tuple[str, int] | None = None

    def twice(self, word: str, warning: Told, deed: Told) -> Callable[[str], str]:
        """Return a command, typed as ``word``, that gives a warning at first, and does its deed at the second time."""

        def command(rest: str) -> str:
            said, self._said = self._said, (word, newest_entry(self._session.log, self._session.me))
            if said != self._said:
                return warning()
            self._said = None
            return deed()

        return command


def newest_entry(log: Log, player: int | None) -> int:
    """Return the number of the newest step that a person has signed an entry of, -1 where there is none."""
    mine = (step.number for step in reversed(log.steps) if player in (author(log.charter, one) for one in step.entries))
    return next(mine, -1)
