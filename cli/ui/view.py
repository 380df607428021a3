"""What an edition gives to the console: its words, how its answers are typed, its panes.

The console knows no edition. It asks a ``GameView`` for whatever depends on one. Each part is a class from which an
edition derives its own: ``cli.empires.view`` puts those of Empires together.

``state``, ``board`` and ``answers`` are always the edition's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cli.i18n.texts import tr
from cli.ui.map.view import MapView
from cli.ui.text.names import ending
from core.engine.answers import Answers, Below
from core.engine.event import Event
from core.engine.message import Message
from core.engine.rulebook import Rulebook
from core.engine.state import NO_EMPIRE

if TYPE_CHECKING:
    from cli.ui.screen.look import Glyphs
    from cli.ui.screen.rows import Block, Row
    from cli.ui.screen.scene import Scene
    from cli.ui.text.word_by_word import Answering


class Unclear(Exception):
    """A word that could be several, or begins nothing; the message is a sentence that lists what could be meant."""


class Report(NamedTuple):
    """What happened to a player in one place or one trade: a title, events and sentences, the word of the place."""

    title: str
    told: Sequence[Event | str]
    place: str = ""


class Reports(NamedTuple):
    """What happened to a player since they were last told, and the events that are not over yet."""

    told: Sequence[Report]
    rest: Sequence[Event]


class Examples(NamedTuple):
    """What the help uses as examples: of this table's own places and players.

    ``answer`` is an answer, ``short`` one that is cut short, ``whole`` the same whole, ``several`` a line of several.
    ``place`` and ``sea`` are places by name. ``typed`` is another player's empire as it is typed, ``named`` its name in
    English.
    """

    answer: str
    short: str
    whole: str
    several: str
    place: str
    sea: str
    typed: str
    named: str


class Held(NamedTuple):
    """A kind of resource in a hand: the word that is typed for it, its name, and how many there are."""

    word: str
    name: str
    number: int


class Card(NamedTuple):
    """A hero or wonder: its word and name, who has it or what it costs, and its owner's empire, NO_EMPIRE for none."""

    word: str
    name: str
    note: str
    owner: int = NO_EMPIRE


class Words(ABC):
    """Positions and results in plain lines, and as facts for programs."""

    PHASES: Sequence[str]
    """The names of the phases, in English; the first is phase 1."""

    @abstractmethod
    def victories(self, board: Any) -> Mapping[str, Message]:
        """Return by the victory's name in the rules what a game is won with, or a sentence of its own for no winner."""

    @abstractmethod
    def goal(self, board: Any) -> Message:
        """Return how a game is won, in one sentence; the rules have the rest."""

    @abstractmethod
    def when(self, round_: int, phase: int) -> str:
        """Return a round and a phase: ``Round 3, Build``; phase 0 lies before the first or after the last one."""

    def round_name(self, round_: int) -> str:
        """Return a round, whatever its phase: ``Round 3``."""
        return self.when(round_, 0)

    def moment(self, state: Any) -> str:
        """Return round and phase: ``Round 3, Build``."""
        return self.when(state.round, state.phase)

    @abstractmethod
    def board_lines(self, state: Any) -> list[str]:
        """Return the map in lines."""

    @abstractmethod
    def place_named(self, state: Any, typed: str) -> str:
        """Return the word of the place that is typed, or begun; nothing if there is none."""

    @abstractmethod
    def place_lines(self, state: Any, name: str) -> list[str]:
        """Return what a place has and borders; nothing for what is no place."""

    @abstractmethod
    def place_name(self, state: Any, place: str) -> str:
        """Return a place's name, as people write it; the word itself for what is no place."""

    @abstractmethod
    def place_in(self, board: Any, fields: Mapping[str, object]) -> str:
        """Return the word of the place where an event happened, by the fields of its message; nothing for none."""

    @abstractmethod
    def home(self, state: Any, empire: int) -> str:
        """Return the place at which an empire's walk over the map begins; nothing if it has none."""

    @abstractmethod
    def examples(self, board: Any, empire: int) -> Examples:
        """Return examples for the player of an empire, or with NO_EMPIRE for any."""

    def typed_words(self, board: Any) -> list[str]:
        """Return what there is to know about words that people type, for the help."""
        return []

    @abstractmethod
    def player_lines(self, state: Any, empire: int, name: str, own: bool) -> list[str]:
        """Return everything that lies open about an empire, and its hand if it is the player's own."""

    def near(self, state: Any, own: int) -> list[str]:
        """Return who has come to winning, or is one step from it, a sentence each, the nearest first.

        The ``own`` hand is known.
        """
        return []

    def summary(self, state: Any, event: Event, earlier: Iterable[Event]) -> list[str]:
        """Return what a round came to, and who can win the next one, if the event begins that; else nothing.

        ``earlier`` are the events of the round before.
        """
        return []

    def below_players(self) -> list[str]:
        """Return what is said below the lines of all players."""
        return []

    @abstractmethod
    def player_table(self, state: Any, names: Iterable[str]) -> list[str]:
        """Return a heading and every empire in a line; ``names`` are those of the players by seat, if known."""

    @abstractmethod
    def hand(self, state: Any, empire: int) -> str:
        """Return what an empire holds, in one line."""

    def warning(self, state: Any) -> str:
        """Return what a player should know before they give the least answer to the open question, if anything."""
        return ""

    def ends(self, state: Any) -> str:
        """Return what ``done`` ends at the open question, as a predicate; nothing if it ends nothing by itself."""
        return ""

    def at_stake(self, state: Any) -> str:
        """Return in words what ``done`` loses at the open question, if that is much: ``13 resources``."""
        return ""

    def further_rules(self, state: Any) -> Sequence[str]:
        """Return the numbers of what else governs a question beside its rule: how things are paid, how dice hit."""
        return ()

    def passed_over(self, game: Any, event: Event, empire: int) -> str:
        """Return why an empire is not asked what others are, if an event begins that; mostly nothing."""
        return ""

    @abstractmethod
    def closeness(self, state: Any) -> Sequence[Fraction]:
        """Return by empire how much it has of what the nearest way to win takes: from 0 to 1."""

    def deed(self, state: Any, seat: int, action: Any) -> str:
        """Return an action in words if no event reports it, else nothing."""
        return ""

    def digest(self, state: Any, events: Iterable[Event], own: int) -> list[tuple[int, str]]:
        """Return what happened, by empire, in as few words as can be; first what the ``own`` one has suffered."""
        return []

    def reports(self, before: Any, state: Any, events: Iterable[Event], own: int) -> Reports:
        """Return what happened to an empire since ``before``, the position at which it was last told."""
        return Reports((), ())

    def meaning(self, board: Any, text: str) -> str:
        """Return what a sentence of talk means in the language in use, if that is known; else nothing."""
        return ""

    @abstractmethod
    def board_facts(self, board: Any) -> dict[str, Any]:
        """Return what never changes in a game, for external programs, as an object of JSON."""

    @abstractmethod
    def state_facts(self, state: Any) -> dict[str, Any]:
        """Return a position for external programs, as an object of JSON."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to go on from what has been typed: the ``line`` it makes, what is shown of it, and a word on it.

    ``whole`` says that the line is then a legal answer, ``meaning`` what is shown in the language in use, where that is
    not English. ``alarm`` stands before the note: what must not be overlooked. ``alike`` counts other payments with the
    same outcome, which the choice stands for too.
    """

    line: str
    shown: str
    note: str
    whole: bool
    meaning: str = ""
    alarm: str = ""
    alike: int = 0


class Ways(Protocol):
    """How a line can go on at one question."""

    def after(self, line: str) -> list[Choice]:
        """Return the choices at the end of a line as typed so far; raises Unclear for words before its last."""

    def at(self, place: str) -> list[Choice]:
        """Return the choices that have to do with a place, from the beginning of the line."""


class Panes(ABC):
    """The parts of the full screen that show what only the edition knows."""

    @abstractmethod
    def players(self, scene: Scene, width: int, height: int) -> Block:
        """Return all players under a title. The form follows from the pane's size alone."""

    def levels(self, scene: Scene, width: int, height: int) -> Block:
        """Return what the players' lines leave out where they are narrow, if there is anything; or the gist of it."""
        return []

    def near(self, scene: Scene, width: int) -> list[Block]:
        """Return who is about to win, a block for each sentence, most urgent first."""
        return []

    @abstractmethod
    def all_players(self, scene: Scene, width: int) -> Block:
        """Return the page of the players."""

    def drawn(self, event: Any, message: Message, glyphs: Glyphs) -> Row | None:
        """Return an event as the story shows it, such as dice; None if its message is all there is to show."""
        return None

    @abstractmethod
    def legend(self, scene: Scene, width: int = 0) -> str:
        """Return in words what stands beside the players in a pane of that width, or in any."""

    def signs(self, scene: Scene) -> str:
        """Return what the signs beside the players mean, for a page: it says all else there in words."""
        return self.legend(scene)

    @abstractmethod
    def hand(self, scene: Scene, width: int) -> Block:
        """Return what the person at the screen holds."""

    def held(self, state: Any, empire: int) -> Sequence[Held]:
        """Return the resources of an empire's hand, each kind with its number."""
        return ()

    def cards(self, state: Any, empire: int) -> Iterable[Card]:
        """Return the heroes and wonders that lie open, with what they cost an empire; NO_EMPIRE is for none."""
        return ()

    def on_table(self, scene: Scene, width: int) -> tuple[str, Block] | None:
        """Return a title, and what lies on the table between the players for the moment; None if nothing does."""
        return None

    @abstractmethod
    def facts(self, state: Any, place: str, empire: int, width: int, glyphs: Glyphs) -> Block:
        """Return what is in a place and next to it."""

    def rights(self, state: Any, place: str, empire: int, width: int, glyphs: Glyphs) -> Block:
        """Return who may do what in a place, and why not."""
        return []

    @abstractmethod
    def unlisted(self, scene: Scene, choices: Sequence[Choice]) -> str:
        """Return what is said in place of choices that found no room."""

    def owned(self, state: Any) -> list[str]:
        """Return the names of all that players own and the rules speak of: the rest of the rules need not be shown."""
        return []


class Utterance(NamedTuple):
    """What a bot has to say: to all, or to one person alone."""

    text: str
    to: int | None = None


class Talker:
    """A bot's part in the talk at the table. What it promises binds its own answers only; this one says nothing."""

    def heard(self, player: int, text: str, *, alone: bool) -> Sequence[Utterance]:
        """Return what the bot says to what a person has said, perhaps to it alone."""
        return ()

    def asked(self) -> Sequence[Utterance]:
        """Return what the bot proposes before it answers a question."""
        return ()

    def acted(self, empire: int, text: str) -> Sequence[Utterance]:
        """Return what the bot says to what an empire has done."""
        return ()

    def faithful(self, answers: Answers) -> Answers:
        """Return the answers that keep the bot's word."""
        return answers


class Talk:
    """Talk with bots; here no bot talks."""

    def talker(self, game: Any, seat: int, seats_of: Sequence[Sequence[int]], below: Below, /) -> Talker:
        """Return the talker of a bot's seat; ``seats_of`` has by person which seats they have."""
        return Talker()

    def unheard(self, board: Any, text: str, *, alone: bool) -> str:
        """Return why no bot will answer what was said to all, or to one bot alone; empty if a bot may answer."""
        return tr("Bots don't talk in this game.")


class Chronicle:
    """A game told round by round; here no word of it."""

    def hear(self, event: Event) -> None:
        """Note what happens in the current round."""

    def turn(self, state: Any) -> list[str]:
        """Return what happened in the round, once the game has gone on or is over; else nothing."""
        return []


class Lessons(NamedTuple):
    """The lessons of an edition: scenario files with a teacher's words, taught in the order of their names.

    ``battles`` has the frames of battles. A lesson that comes to its end in one has it fought out.
    """

    folders: Sequence[Traversable] = ()
    battles: Sequence[type[Any]] = ()


@dataclass(frozen=True, slots=True)
class GameView:
    """All that the console asks an edition for."""

    rulebook: Rulebook
    words: Words
    answering: Answering
    panes: Panes
    map: MapView
    chronicle: Callable[[], Chronicle] = Chronicle
    talk: Talk = field(default_factory=Talk)
    lessons: Lessons = field(default_factory=Lessons)
    notice: str = ""
    """What people must know of the edition before anything else, in English. It stands first wherever it is shown."""

    def ending(self, board: Any, victory: str, winners: Iterable[str]) -> str:
        """Return the end of a game in a sentence; ``winners`` as people call them."""
        return ending(victory, winners, self.words.victories(board))
