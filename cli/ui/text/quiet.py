"""What an edition has on the console that tells no story round by round, and whose bots do not talk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.i18n.texts import tr
from cli.ui.view import Utterance
from core.engine.answers import Answers, Below
from core.engine.event import Event


class NoChronicle:
    """No word on rounds."""

    def hear(self, event: Event) -> None:
        """Note nothing."""

    def turn(self, state: Any) -> list[str]:
        """Return nothing."""
        return []


class Silent:
    """A bot that says nothing and promises nothing."""

    def heard(self, player: int, text: str, *, alone: bool) -> Sequence[Utterance]:
        """Return nothing."""
        return ()

    def asked(self) -> Sequence[Utterance]:
        """Return nothing."""
        return ()

    def acted(self, empire: int, text: str) -> Sequence[Utterance]:
        """Return nothing."""
        return ()

    def faithful(self, answers: Answers) -> Answers:
        """Return all answers."""
        return answers


class NoTalk:
    """No bot talks."""

    def talker(self, game: Any, seat: int, seats_of: Sequence[Sequence[int]], below: Below, /) -> Silent:
        """Return a silent bot."""
        return Silent()

    def unheard(self, board: Any, text: str, *, alone: bool) -> str:
        """Return that bots don't talk."""
        return tr("Bots don't talk in this game.")
