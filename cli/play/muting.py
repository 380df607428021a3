"""Whose talk one screen hides. Their votes still show, and all others still hear them."""

from __future__ import annotations

from collections.abc import Callable

from cli.i18n.texts import marked, tr
from cli.ui.text.names import called
from p2p.session.session import Session

BY_NAME = marked("“{command}” needs a player. You can name {names}.")

HELP = marked("  mute NAME       hide what a player says; unmute NAME shows it again")


class Muting:
    """The players whose talk is hidden."""

    def __init__(self, session: Session, called: Callable[[str], int | None]) -> None:
        """``called`` finds the person whom a word means, else None."""
        self.players: set[int] = set()
        self._session = session
        self._called = called

    def commands(self, names: Callable[[], str]) -> dict[str, Callable[[str], str]]:
        """Return what a person may type, by its first word; ``names`` are all whom they can mean."""

        def of(command: str, act: Callable[[int], str]) -> Callable[[str], str]:
            def run(rest: str) -> str:
                player = self._called(rest)
                if player is None:
                    return tr(BY_NAME, command=command, names=names())
                return act(player)

            return run

        return {"mute": of("mute", self._mute), "unmute": of("unmute", self._unmute)}

    def _mute(self, player: int) -> str:
        self.players.add(player)
        return tr(
            "What {name} says is hidden from now on; “unmute” shows it again. The other players still see it.",
            name=called(self._session.charter, player),
        )

    def _unmute(self, player: int) -> str:
        if player not in self.players:
            return tr("What {name} says is not hidden.", name=called(self._session.charter, player))
        self.players.discard(player)
        return tr("What {name} says is shown again.", name=called(self._session.charter, player))
