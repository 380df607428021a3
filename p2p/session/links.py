"""The connections of a session, and which of them a message takes.

A *link* is the number that the program around the session gives to a connection. It leads to a person of the charter,
or to a guest, who only follows the game.
"""

from __future__ import annotations

from crypto.identity import PublicKey
from p2p.log.presence import Roster


class Links:
    """By link: the person it leads to, None for a guest.

    ``keys`` has by link the key of the other end, where it is known. ``former`` are links to those who had a seat and
    are no more than guests; ``asking`` those over which we ask for one ourselves, and only fetch.
    """

    def __init__(self, roster: Roster) -> None:
        self.keys: dict[int, PublicKey] = {}
        self.former: set[int] = set()
        self.asking: set[int] = set()
        self._roster = roster
        self._persons: dict[int, int | None] = {}
        self._onward: dict[tuple[int, int, bool], tuple[int, ...]] = {}

    def add(self, link: int, person: int | None) -> None:
        """A connection has begun."""
        self._persons[link] = person
        self._onward.clear()

    def changed(self) -> None:
        """Others have said with whom they are connected."""
        self._onward.clear()

    def remove(self, link: int) -> None:
        """A connection has ended."""
        self._persons.pop(link, None)
        self.keys.pop(link, None)
        for kind in (self.former, self.asking):
            kind.discard(link)
        self._onward.clear()

    def demote(self, person: int, key: PublicKey) -> list[int]:
        """A person has this key: who is connected as him with another is a guest from now on. The links to there."""
        demoted = [link for link, other in self._persons.items() if other == person and self.keys.get(link) != key]
        for link in demoted:
            self._persons[link] = None
            self.former.add(link)
        self._onward.clear()
        return demoted

    def __contains__(self, link: int) -> bool:
        return link in self._persons

    def person(self, link: int) -> int | None:
        """Whom a link leads to."""
        return self._persons.get(link)

    def to(self, person: int) -> int | None:
        """The newest link to a person; None where there is none."""
        return next((link for link, other in reversed(self._persons.items()) if other == person), None)

    @property
    def persons(self) -> tuple[int, ...]:
        """The persons connected with, in rising order."""
        return tuple(sorted({person for person in self._persons.values() if person is not None}))

    def all(self, *, guests: bool = True) -> tuple[int, ...]:
        """Every link, those to guests included or not."""
        return tuple(link for link, person in self._persons.items() if guests or person is not None)

    def onward(self, author: int, source: int, *, guests: bool = True) -> tuple[int, ...]:
        """The links on which to forward what came over ``source`` and was made by ``author``.

        Not back, not to the author, and to nobody who is connected with the author himself. Where one of these two lies
        about that, an entry is fetched later; what is kept but not logged is offered anew when a connection ends.
        """
        asked = author, source, guests
        if asked not in self._onward:
            self._onward[asked] = self._work_out(*asked)
        return self._onward[asked]

    def _work_out(self, author: int, source: int, guests: bool) -> tuple[int, ...]:
        onward = []
        for link, person in self._persons.items():
            wanted = guests if person is None else person != author and not self._roster.connected(author, person)
            if wanted and link != source:
                onward.append(link)
        return tuple(onward)
