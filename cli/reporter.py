"""What a person is told beside the story of the game: who comes and goes, what is said, how a round begins."""

from __future__ import annotations

import trio

from cli.dialogue import Console, Dialogue
from cli.table import rules_of
from p2p.allowance import Allowance
from p2p.events import Event, Missed, Parted, Reached, Refused, Said, Started
from p2p.session import Session

REFUSALS_PER_SECOND = 0.5
REFUSALS_AT_ONCE = 10
"""What is refused is told so often and no more, so that nobody can fill another's screen."""


class Reporter:
    """Tells it as it happens."""

    def __init__(self, console: Console, session: Session, dialogue: Dialogue) -> None:
        self._console = console
        self._session = session
        self._dialogue = dialogue
        self._rules = rules_of(session.log.game)
        self._started = False
        self._round = 0
        self._missed: set[int] = set()
        self._refusals = Allowance(REFUSALS_PER_SECOND, REFUSALS_AT_ONCE, trio.current_time())

    def show(self, event: Event) -> None:
        """Tell about an event, if it is one to be told about."""
        match event:
            case Started():
                self._started = True
                self._console.say("Everybody has signed the charter: the game begins.")
            case Said(person, to, text):
                self._console.say(f"{self._speaker(person, to)}: {text}")
            case Missed(person) if not self._session.ended:
                self._missed.add(person)
                self._console.say(f"{self._name(person)} cannot be reached at the moment.")
            case Reached(person) if self._started and person in self._missed:
                self._missed.remove(person)
                self._console.say(f"{self._name(person)} is reached again.")
            case Parted(person, height):
                self._console.say(f"{self._name(person)} holds to another log than ours at step {height}; comparing.")
            case Refused(link, reason) if self._refusals.spend(trio.current_time()):
                self._console.say(f"Refused, from {self._end_of(link)}: {reason}.")
        if self._started:
            self._show_progress()

    def _end_of(self, link: int) -> str:
        """Who is at the other end of a connection; not always who wrote what comes over it."""
        person = self._session.links.person(link)
        return "a guest" if person is None else self._name(person)

    def _name(self, person: int) -> str:
        return self._session.charter.name(person)

    def _speaker(self, person: int, to: int | None) -> str:
        if person == self._session.me:
            return "You" if to is None else f"You, to {self._name(to)} alone"
        return self._name(person) if to is None else f"{self._name(person)}, to you alone"

    def _show_progress(self) -> None:
        """Show the position once the empires are dealt, and the players at the beginning of every round."""
        state = self._rules.state
        if state.seats and not self._round:
            self._round = state.round
            self._dialogue.show_position()
        elif self._round and state.round != self._round and state.result is None:
            self._round = state.round
            self._dialogue.show_players()
