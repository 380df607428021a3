"""What a person at the table is told and can look up: the story, the position, what has happened since their turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cli.i18n.texts import tr, translated
from cli.ui.text.console import Console, Worded
from cli.ui.text.happened import Line, filtered, phase_of
from cli.ui.text.names import empire_of, empires, quoted
from cli.ui.text.stretch import meaning
from cli.ui.view import GameView
from core.engine.event import Event as Happening
from core.engine.event import message_of
from core.engine.game import Game
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from p2p.session.events import Completed, Event

STORY = 500
"""Sentences of the story that are kept."""

LOGGED = 20
"""How many of them the log has if no number is named."""


class Follower:
    """A person who follows a game: it is told to them as it happens, and they can look it up."""

    def __init__(
        self, console: Console, game: Game[Any], view: GameView, seat: int | None, names: Mapping[int, str]
    ) -> None:
        """``names`` has by seat who sits there; a spectator has no seat."""
        self._console = Worded(console, lambda text: view.answering.in_words(game.state.board, text))
        self._game = game
        self._view = view
        self._seat = seat
        self._names = names
        self._story: deque[Line] = deque(maxlen=STORY)
        self._since: deque[Line] = deque(maxlen=STORY)
        self._round = 0
        self._end_is_told = False
        self._near: list[str] = []
        self.recalls = False
        """Whether what is told was played earlier, and comes all at once: it is kept, and not shown."""
        game.listen(self.tell)

    def tell(self, event: Happening) -> None:
        """Show and keep what has happened."""
        self._end_is_told = self._game.state.result is not None
        self._follow(event)
        self._keep(message_of(self._game.state.board, event), event)
        for said in self._summary(event, self._story):
            self._keep(said)
        if said := self._passed_over(event):
            self._keep(said)

    def _summary(self, event: Happening, story: Iterable[Line]) -> list[str]:
        """Return what the round before came to, and who can win in this one, if an event begins a round."""
        state = self._game.state
        earlier = [line.event for line in story if line.event is not None and line.round == state.round - 1]
        told = self._view.words.summary(state, event, earlier)
        if told:
            # The summary has just said so.
            self._near = self._view.words.near(state)
        return told

    def begin(self, opening: Iterable[Happening]) -> None:
        """Show and keep what happened before the first question, which is no step of a log."""
        for event in opening:
            self._keep(message_of(self._game.state.board, event), event)

    def _passed_over(self, event: Happening) -> str:
        """Return why the person is not asked what others are, if an event begins that."""
        state = self._game.state
        if self._seat is None or not state.seats:
            return ""
        return self._view.words.passed_over(self._game, event, empire_of(state, self._seat))

    def _keep(self, text: str | Message, event: Happening | None = None) -> None:
        state = self._game.state
        phase = phase_of(state, self._story[-1] if self._story else None)
        self._story.append(Line(state.round, phase, 0, text, event))
        if not self.recalls:
            self._console.say(translated(text))

    def _follow(self, event: Happening) -> None:
        """Keep an event, for what there is to say about the time since the player's last turn."""
        state = self._game.state
        self._since.append(Line(state.round, state.phase, 0, "", event))

    def _news(self) -> list[Line]:
        """Return the events since the player's last turn."""
        return list(self._since)

    def notice(self, text: str) -> None:
        """Show a line that is not part of the story, such as who comes and goes."""
        self._console.say(text)

    def pass_time(self, elapsed: str) -> None:
        """Take note of how long the game has waited; lines have no place for it."""

    def announce(self, text: str) -> None:
        """Show and keep a line that belongs to the story but not to the game, such as a vote."""
        self._keep(text)

    def heard(self, speaker: str, text: str, seat: int | None = None) -> None:
        """Show and keep what the player of ``seat`` has said."""
        self.recall(speaker, text, seat)
        self._console.say(_shown(self._story[-1]))

    def recall(self, speaker: str, text: str, seat: int | None = None) -> None:
        """Keep what a player said before the game was taken up again."""
        state = self._game.state
        self._story.append(Line(state.round, state.phase, 0, self._understood(text), talk=speaker))

    def _understood(self, text: str) -> str:
        """Return what was said, followed by its meaning if it is an English sentence of a program or about a deal."""
        words = self._view.words
        meant = meaning(text, words.PHASES) or words.meaning(self._game.state.board, text)
        return f"{text} ({meant})" if meant else text

    def see(self, event: Event) -> None:
        """Show the position once the empires are dealt, and the players at the beginning of every round."""
        self._follow_step(event)
        if self.recalls:
            return
        state = self._game.state
        if state.seats and not self._round:
            self._round = state.round
            self.show_position()
        elif self._round and state.round != self._round and state.result is None:
            self._round = state.round
            self.show_players()

    def _follow_step(self, event: Event) -> None:
        """Announce, once a step is complete, who may soon win."""
        if isinstance(event, Completed):
            before, self._near = self._near, self._view.words.near(self._game.state)
            for sentence in self._near:
                if sentence not in before:
                    self.announce(sentence)

    def show_position(self) -> None:
        """Show the map and the players."""
        self._console.say(self._board())
        self.show_players()

    def show_players(self) -> None:
        """Return titles, levels, heroes, wonders and pieces of every empire."""
        self._console.say(self._players())

    # ------------------------------------------------------------------ what can be looked up

    @property
    def _own_seat(self) -> int:
        if self._seat is None:
            raise ValueError("a spectator has no seat")
        return self._seat

    @property
    def _empire(self) -> int:
        return NO_EMPIRE if self._seat is None else empire_of(self._game.state, self._seat)

    def _board(self) -> str:
        return "\n".join(self._view.words.board_lines(self._game.state))

    def _place(self, rest: str) -> str:
        state = self._game.state
        lines = self._view.words.place_lines(state, self._view.words.place_named(state, rest))
        return "\n".join(lines) or self._no_place(rest)

    def _no_place(self, rest: str) -> str:
        """Return what is said to a name that no province or sea of the game has."""
        place = self._view.words.examples(self._game.state.board, self._empire).place
        said = tr("Name a province or a sea that is in this game: “place {place}”.", place=place)
        return f"{tr('No place is called “{name}”.', name=rest)} {said}" if rest else said

    def _players(self) -> str:
        state = self._game.state
        if not state.seats:
            return tr("Not dealt yet: the {sides}.", sides=tr(self._game.rules.sides))
        lines = []
        for empire, seat in enumerate(state.seats):
            lines += self._view.words.player_lines(state, empire, self._names[seat], own=seat == self._seat)
        return "\n".join([*lines, *self._view.words.near(state), *self._view.words.below_players()])

    def _digest(self) -> list[tuple[int, str]]:
        """Return what has happened since the player's last turn, by empire."""
        return self._digest_of([line.event for line in self._news() if line.event is not None])

    def _digest_of(self, events: Sequence[Happening]) -> list[tuple[int, str]]:
        return self._view.words.digest(self._game.state, events, self._empire)

    def _named(self, empire: int) -> str:
        """Return an empire as the digest calls it."""
        return tr("You") if empire == self._empire else empires(self._game.state)[empire]

    def _since_turn(self) -> str:
        lines = [f"{self._named(empire)}: {text}" for empire, text in self._digest()]
        return "\n".join(lines) or tr("Nothing has happened since your last turn.")

    def _hand(self) -> str:
        state = self._game.state
        if not state.seats:
            return tr("nothing before the {sides} are dealt", sides=tr(self._game.rules.sides))
        return self._view.words.hand(state, empire_of(state, self._own_seat))

    def _log(self, rest: str) -> str:
        """Return the newest lines of the story, or those that the words let through."""
        if rest and not rest.isdecimal():
            found = filtered(self._story, rest, self._view.words.PHASES)
            return "\n".join(map(_shown, found)) or tr(
                "Nothing in the log has these words; “log” shows the newest of it."
            )
        wanted = int(rest) if rest.isascii() and rest.isdecimal() and len(rest) < 4 else LOGGED
        return "\n".join(map(_shown, list(self._story)[-wanted:] if wanted else [])) or tr("Nothing has happened yet.")


def _shown(line: Line) -> str:
    """Return a line of the story in words."""
    return f"{line.talk}: {quoted(translated(line.text))}" if line.talk else translated(line.text)
