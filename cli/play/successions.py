"""The keys that a table gives its players: at the next table, the player is known by the new one."""

from __future__ import annotations

from collections.abc import Callable

from cli.command import Failure
from cli.storage.known_players import KnownPlayers
from crypto import PublicKey
from p2p.session.events import Event, Rekeyed, Returned
from p2p.session.session import Session


class Successions:
    """Puts new keys that were voted for in the place of older ones in the list of known players."""

    def __init__(self, session: Session, known: KnownPlayers, tell: Callable[[str], None]) -> None:
        self._session = session
        self._known = known
        self._tell = tell
        self._keys: list[PublicKey] = [player.key for player in session.charter.players]

    def see(self, event: Event) -> None:
        """Follow the game; what cannot be read or written is told, as it is no reason to leave the game."""
        match event:
            case Returned():
                self._keys = [self._session.log.keys[player].key for player in self._session.charter.everyone]
            case Rekeyed(player):
                old, self._keys[player] = self._keys[player], self._session.log.keys[player].key
                if player != self._session.me:
                    self._note(old, self._keys[player])

    def _note(self, old: PublicKey, new: PublicKey) -> None:
        try:
            self._known.succeed(old, new)
        except (Failure, OSError) as error:
            self._tell(self._known.trouble(error))
