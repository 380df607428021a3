"""What a person at the table is told and can look up: the story, the position, what has happened since their turn.

Words choose among the lines. What happened to the player is kept until they are told. A `Stretch` says for how long a
bot plays for a person; its sentences are talk, in English on the wire, and each program shows them in its own
language.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cli.i18n.texts import ENGLISH, language, tr, translated
from cli.ui.conversation.story import Line, filtered, phase_of
from cli.ui.text.console import Console, Worded
from cli.ui.text.names import empire_of, empires, quoted
from cli.ui.view import GameView
from core.engine.event import Event as Happening
from core.engine.event import message_of
from core.engine.game import Game
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from p2p.session.events import Completed
from p2p.session.events import Event as SessionEvent

ENDED = "I play for myself again."
"""What a person's program says to all once the bot no longer plays."""

_UNTIL = "A bot plays for me until round {round}, {phase}."
_UNTIL_ROUND = re.compile(r"A bot plays for me until round (\d{1,4}), (.+)\.")
_UNTIL_BACK = "A bot plays for me until I am back."

_BACK = ("back", "stop")
_FILLERS = ("until", "till", "my", "next", "the", "turn", "phase", "i", "am", "i'm")
"""Words that people may write around the one that matters."""


class Stretch(NamedTuple):
    """How far a bot plays: to the beginning of a phase in a round; without a round, until the person is back."""

    round: int = 0
    phase: int = 0

    def is_over(self, state: Any) -> bool:
        """Return whether a game has come so far, or to its end."""
        return state.result is not None or (bool(self.round) and (state.round, state.phase) >= self)

    def announced(self, phases: Sequence[str]) -> str:
        """Return the sentence with which the person's program tells all players."""
        if not self.round:
            return _UNTIL_BACK
        return _UNTIL.format(round=self.round, phase=phases[self.phase - 1])

    def told(self, phases: Sequence[str]) -> str:
        """Return the sentence for the person themselves, while the bot plays."""
        if not self.round:
            return tr("A bot plays for you until you type “stop”.")
        return tr(
            "A bot plays for you until round {round}, {phase}; “stop” ends it at once.",
            round=self.round,
            phase=tr(phases[self.phase - 1]),
        )


def stretch_of(typed: str, state: Any, phases: Sequence[str]) -> Stretch | None:
    """Return the stretch that words name: ``build``, ``until round 7``, ``until I'm back``; None if they name none.

    A phase is the next one of that name, this round's or the next round's.
    """
    words = [word for word in typed.casefold().replace("\u2019", "'").split() if word not in _FILLERS]
    match words:
        case [word] if word in _BACK:
            return Stretch()
        case ["round", number] if number.isascii() and number.isdecimal() and len(number) < 4:
            return Stretch(int(number), 1) if int(number) > state.round else None
        case [word, *_] if word != "round":
            meant = [number for number, name in enumerate(phases, start=1) if _is_begun(name, word)]
            return Stretch(state.round + (meant[0] <= state.phase), meant[0]) if meant else None
    return None


def _is_begun(name: str, word: str) -> bool:
    """Return whether a word begins the name of a phase, in English or as it is shown; ``building`` means ``Build``."""
    names = (name.casefold(), tr(name).casefold())
    return any(shown.startswith(word) for shown in names) or word.startswith(names[0])


def begins(text: str) -> bool:
    """Return whether a sentence of talk says that a bot plays for its speaker from now on."""
    return text == _UNTIL_BACK or _UNTIL_ROUND.fullmatch(text) is not None


def meaning(text: str, phases: Sequence[str]) -> str:
    """Return what such a sentence says in the language in use; nothing in English, and for other talk."""
    if language() == ENGLISH:
        return ""
    if text == ENDED:
        return tr("I play for myself again.")
    if text == _UNTIL_BACK:
        return tr("A bot plays for me until I am back.")
    found = _UNTIL_ROUND.fullmatch(text)
    if found is None or found[2] not in phases:
        return ""
    return tr("A bot plays for me until round {round}, {phase}.", round=found[1], phase=tr(found[2]))


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
            self._near = self._view.words.near(state, self._seen_from)
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

    def see(self, event: SessionEvent) -> None:
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

    def _follow_step(self, event: SessionEvent) -> None:
        """Announce, once a step is complete, who may soon win."""
        if isinstance(event, Completed):
            before, self._near = self._near, self._view.words.near(self._game.state, self._seen_from)
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
    def _seen_from(self) -> int:
        """The player's empire, once empires are dealt."""
        return self._empire if self._game.state.seats else NO_EMPIRE

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
        return "\n".join([*lines, *self._view.words.near(state, self._seen_from), *self._view.words.below_players()])

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
