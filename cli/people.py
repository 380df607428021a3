"""The other people at a table: talk with them, and who is connected with whom."""

from __future__ import annotations

from p2p.conversation import TalkError
from p2p.play import Table
from p2p.presence import Standing
from p2p.text import shown


class OtherPeople:
    """What a person can say to the others, and know of them, while they play."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._session = table.session
        self._charter = table.session.charter

    def say(self, text: str) -> str:
        """Say something to all; returns why that cannot be, if it can't."""
        return self._say(text, None)

    def tell(self, name_and_text: str) -> str:
        """Say something to one player alone, whom the first word names or numbers; returns why that cannot be."""
        name, _, text = name_and_text.partition(" ")
        found = [person for person in self._others if self._is_called(person, name.casefold())]
        if len(found) != 1:
            names = ", ".join(map(self._charter.name, self._others))
            return f"“tell” takes a player's name or number, and what to say to him; there are {names}."
        return self._say(text, found[0])

    def table(self) -> str:
        """Who is connected, directly or through whom, and who is waited for."""
        return "\n".join(
            f"  {self._charter.name(person)}: {self._standing(person)}" for person in range(len(self._charter.persons))
        )

    @property
    def _others(self) -> list[int]:
        return [person for person in range(len(self._charter.persons)) if person != self._session.me]

    def _is_called(self, person: int, name: str) -> bool:
        names = [shown(self._charter.seats[seat].name).casefold() for seat in self._charter.seats_of(person)]
        return name == str(person + 1) or (bool(name) and any(called.startswith(name) for called in names))

    def _say(self, text: str, to: int | None) -> str:
        try:
            self._table.say(text, to)
        except TalkError as error:
            return str(error)
        return ""

    def _standing(self, person: int) -> str:
        session = self._session
        waited = "; the game waits for this player" if person in session.awaited else ""
        if person == session.me:
            return f"you{waited}"
        if session.roster.standing(person) is not Standing.HERE:
            return "has left"
        if person in session.links.persons:
            return f"connected{waited}"
        if person in session.unreachable:
            return f"connected with nobody{waited}"
        relays = [
            self._charter.name(relay)
            for relay in session.links.persons
            if relay != session.me and session.roster.connected(relay, person)
        ]
        return f"connected through {' and '.join(relays) or 'others'}{waited}"
