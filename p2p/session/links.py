"""The connections of a session, and which of them a message takes.

A *link* is the number that the program around the session gives to a connection. It leads to a player of the charter,
or to a spectator, who only follows the game.
"""

from __future__ import annotations

from p2p.log.presence import Roster


class Links:
    """Has by link the player to whom it leads, None for a spectator.

    If ``watches``, we are a spectator ourselves, and only fetch.
    """

    def __init__(self, roster: Roster, *, watches: bool = False) -> None:
        self.watches = watches
        self._roster = roster
        self._players: dict[int, int | None] = {}
        self._onward: dict[tuple[int, int, bool], tuple[int, ...]] = {}

    def add(self, link: int, player: int | None) -> None:
        """A connection has begun."""
        self._players[link] = player
        self._onward.clear()

    def changed(self) -> None:
        """Other players' connections have changed."""
        self._onward.clear()

    def remove(self, link: int) -> None:
        """A connection has ended."""
        self._players.pop(link, None)
        self._onward.clear()

    def __contains__(self, link: int) -> bool:
        return link in self._players

    def player(self, link: int) -> int | None:
        """Return the player to whom a link leads."""
        return self._players.get(link)

    def to(self, player: int) -> int | None:
        """Return the newest link to a player, or None."""
        return next((link for link, other in reversed(self._players.items()) if other == player), None)

    @property
    def players(self) -> tuple[int, ...]:
        """Return the players with whom we are connected, in rising order."""
        return tuple(sorted({player for player in self._players.values() if player is not None}))

    def all(self, *, guests: bool = True) -> tuple[int, ...]:
        """Return all links, with or without those to spectators."""
        return tuple(link for link, player in self._players.items() if guests or player is not None)

    def onward(self, author: int, source: int, *, guests: bool = True) -> tuple[int, ...]:
        """Return the links on which to forward what came over ``source`` and was made by ``author``.

        It doesn't go back, to the author, or to players who are connected with the author. If one of these two lies
        about that, an entry is fetched later; what is kept but not in the log is offered again when a connection ends.
        """
        asked = author, source, guests
        if asked not in self._onward:
            self._onward[asked] = self._work_out(*asked)
        return self._onward[asked]

    def _work_out(self, author: int, source: int, guests: bool) -> tuple[int, ...]:
        onward = []
        for link, player in self._players.items():
            wanted = guests if player is None else player != author and not self._roster.connected(author, player)
            if wanted and link != source:
                onward.append(link)
        return tuple(onward)
