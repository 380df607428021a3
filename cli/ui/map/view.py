"""What the drawing of a board asks an edition for: shapes, what stands on each place, and what the picture counts.

Drawing knows no edition. An edition derives its own from ``MapView``. ``state`` and ``board`` are always
the edition's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from cli.ui.map.geography import Atlas, Place
from cli.ui.map.labels import Label, Look, Side
from core.engine.event import Event
from core.engine.message import Message

if TYPE_CHECKING:
    from cli.ui.picture.tags import Row


class MapScene(Protocol):
    """All of a position that a map shows. Two are equal, and their hashes are, where their maps are the same."""

    @property
    def atlas(self) -> Atlas:
        """The shapes of the board."""

    def __hash__(self) -> int:
        """Return a hash, equal where maps are."""

    def ink(self, place: Place) -> str:
        """Return the colour of the holder of a place on land; OPEN where there is none."""

    def record(self, place: Place) -> object:
        """Return what stands on a place; places with equal records are drawn alike."""

    @property
    def usual(self) -> MapScene:
        """A position of the board whose labels and tags ask for as much room as most do: there they stand always."""

    def label(self, place: Place, detail: int, look: Look) -> Label:
        """Return what is written on a place on a terminal, in so much detail, from SHORT to WORDS."""

    def tag(self, place: Place) -> list[Row]:
        """Return what stands on a place in a picture."""


class Course(NamedTuple):
    """Units on their way: from a place to another, by their ids, the side that they belong to, and how many."""

    source: str
    target: str
    side: int
    number: int


class Stake(NamedTuple):
    """A battle that would be fought in a place, by its id, and how likely it is won, in words as short as ``72%``."""

    place: str
    chance: str


class Tray(NamedTuple):
    """What a side has before it in a trade: goods that lie face up, or so many that are still secret."""

    side: int
    goods: Sequence[str]
    secret: int
    takes: bool
    """Whether it is the side that takes next."""


class Series(NamedTuple):
    """Something that is counted: by round, and in it by side."""

    title: str
    values: tuple[tuple[int, ...], ...]


class MapView(ABC):
    """An edition's map. Texts for pictures and pages are in English, since these are for all readers."""

    @abstractmethod
    def atlas(self, board: Any) -> Atlas:
        """Return the shapes of a board."""

    @abstractmethod
    def scene(self, state: Any) -> MapScene:
        """Return what the map shows of a state."""

    @abstractmethod
    def sides(self, board: Any) -> Sequence[Side]:
        """Return the sides of the game, each with its letter and colour."""

    @abstractmethod
    def legend(self, look: Look, board: Any) -> list[str]:
        """Return what the marks on the map mean, in lines of 72 columns at most, with places and sides of a board."""

    FIGURES: Mapping[str, str]
    """The figures of the picture by name: paths in a square of 16 units."""

    @abstractmethod
    def meanings(self, board: Any) -> Sequence[tuple[Row, Message]]:
        """Return the marks that pictures and pages explain, and what they mean, in the order in which they do."""

    COLUMNS: Sequence[str]
    """The columns that the page has for each side, besides its name."""

    def course(self, board: Any, event: Event) -> Course | None:
        """Return where units go by an event, if any do."""
        return None

    def is_occupation(self, event: Event) -> bool:
        """Return whether a conqueror occupies something, which the map shows before it is signed."""
        return False

    def dice(self, event: Event) -> tuple[int, ...]:
        """Return the faces of dice that are rolled by an event."""
        return ()

    def trays(self, state: Any) -> Sequence[Tray]:
        """Return what lies before the sides in a trade; nothing if none is going on."""
        return ()

    @abstractmethod
    def standings(self, state: Any) -> Sequence[Sequence[str]]:
        """Return by side what stands in each of the columns."""

    @abstractmethod
    def card(self, state: Any, side: int, name: str) -> Sequence[tuple[str, str]]:
        """Return the lines of a side's card below the picture, each with its style: ``who``, ``lead`` or ``fact``."""

    @abstractmethod
    def series(self, rounds: Sequence[Sequence[Any]]) -> Sequence[Series]:
        """Return what is counted from round to round; ``rounds`` has all states of each."""
