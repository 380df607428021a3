"""The charter: what is played, by whom, with which keys. All persons sign it, and its hash is the game's id.

A *person* is one identity key, one process, one chain of the beacon, one stream of acknowledgements. A *seat* is a side
of the game; it names its person, who may play several. Persons and seats are numbered from 0 in the charter's order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, TypeAlias

from crypto.canonical import Value, encode
from crypto.digest import digest
from crypto.errors import EncodingError, WeakKeyError
from crypto.identity import Identity, PublicKey
from crypto.labels import Label
from p2p.errors import Text
from p2p.game import Setup
from p2p.wire import schema
from p2p.wire.codec import Limits
from p2p.wire.schema import is_rising
from p2p.wire.text import shown

PROTOCOL = 7
"""Raised whenever any signed or hashed form changes, so that old ones are foreign; `hello.GREETING` covers the rest."""

MAX_PERSONS = 8
MAX_SEATS = 16
MAX_NAME = 64
"""Bytes of a seat's name, and characters of an edition's or a choice's."""
MAX_OPTIONS = 4096
"""Bytes of the encoded options."""

Player: TypeAlias = Annotated[int, Limits(0, MAX_PERSONS - 1)]
Players: TypeAlias = Annotated[tuple[Player, ...], Limits(0, MAX_PERSONS), is_rising]
"""Players in rising order, each once."""


class CharterError(Exception):
    """A charter that nobody may sign; the message is one sentence."""


class ForeignCharter(CharterError):
    """A charter of another protocol, so of another release of the program; ``protocol`` is its number."""

    def __init__(self, protocol: int) -> None:
        super().__init__(f"The charter speaks protocol {protocol}; this program speaks protocol {PROTOCOL}.")
        self.protocol = protocol


@dataclass(frozen=True, slots=True)
class Person:
    """An identity key, the key for private messages, and the tip of the hash chain that feeds the shared dice.

    The chat key is an X25519 public key (RFC 7748), the tip a hash; either has 32 bytes.
    """

    key: PublicKey
    chat: bytes
    tip: bytes


@dataclass(frozen=True, slots=True)
class Seat:
    """What the seat asked to play, the person who plays it, and his name as opaque bytes."""

    choice: str
    person: int
    name: bytes


@dataclass(frozen=True)
class Charter:
    """A charter that obeys every limit; making any other raises CharterError."""

    engine: int
    edition: str
    release: str
    """The first release of the program that plays the edition by this engine."""
    data: bytes
    options: Value
    watch: bool
    """Whether guests may follow the game; no player's program lets them in otherwise."""
    persons: tuple[Person, ...]
    seats: tuple[Seat, ...]

    def __post_init__(self) -> None:
        self._check_game()
        self._check_persons()
        self._check_seats()

    @property
    def value(self) -> tuple[Value, ...]:
        """[protocol, engine, edition, release, data, options, watch, persons, seats].

        A person is [key, chat, tip], a seat [choice, person, name].
        """
        persons = tuple((person.key.raw, person.chat, person.tip) for person in self.persons)
        seats = tuple((seat.choice, seat.person, seat.name) for seat in self.seats)
        game = self.engine, self.edition, self.release, self.data, self.options
        return PROTOCOL, *game, self.watch, persons, seats

    @cached_property
    def id(self) -> bytes:
        """The game's id: the hash of the charter."""
        return digest(Label.CHARTER, *self.value)

    @property
    def quorum(self) -> int:
        """A strict majority of the charter's persons, whoever is here."""
        return len(self.persons) // 2 + 1

    @property
    def setup(self) -> Setup:
        """What the game has to know to start."""
        choices = tuple(seat.choice for seat in self.seats)
        return Setup(self.engine, self.edition, self.release, self.data, self.options, choices)

    def sign(self, identity: Identity) -> bytes:
        """A person's signature of this charter."""
        return identity.sign(Label.CHARTER, *self.value)

    def verify(self, person: int, signature: bytes) -> None:
        """Raise SignatureError unless this is the person's signature of this charter."""
        self.persons[person].key.verify(signature, Label.CHARTER, *self.value)

    def person(self, key: PublicKey) -> int:
        """The number of the person with this key; CharterError if there is none."""
        for index, person in enumerate(self.persons):
            if person.key == key:
                return index
        raise CharterError("This identity is none of the charter's persons.")

    def seats_of(self, person: int) -> tuple[int, ...]:
        """The seats that a person plays."""
        return tuple(index for index, seat in enumerate(self.seats) if seat.person == person)

    def name(self, person: int) -> Text:
        """A person as messages call them, for any terminal: ``Ada (person 2)``, counting from 1."""
        return numbered(self.own_name(person), person)

    def own_name(self, person: int) -> str:
        """The name of a person's own seat, for any terminal; empty where nothing of it can be shown."""
        return shown(self.seats[self.seats_of(person)[0]].name)

    def _check_game(self) -> None:
        if not _is_name(self.edition) or not self.edition:
            raise CharterError(f"The charter's edition must be 1 to {MAX_NAME} printable ASCII characters.")
        if not _is_name(self.release) or not self.release:
            raise CharterError(f"The charter's release must be 1 to {MAX_NAME} printable ASCII characters.")
        if not schema.number(self.engine) or not schema.digest(self.data):
            raise CharterError("The charter's engine number or hash of the edition data has not its shape.")
        try:
            # Two tuples around the options, as in a record: no charter is signed that no record can hold.
            size = len(encode(((self.options,),)))
        except EncodingError as error:
            raise CharterError(f"The charter's options cannot be encoded: {error}") from None
        if size > MAX_OPTIONS:
            raise CharterError(f"The charter's options take {size} bytes; at most {MAX_OPTIONS} are allowed.")

    def _check_persons(self) -> None:
        if not 1 <= len(self.persons) <= MAX_PERSONS:
            raise CharterError(f"A charter has 1 to {MAX_PERSONS} persons, not {len(self.persons)}.")
        for index, person in enumerate(self.persons):
            if not schema.digest(person.tip) or not schema.digest(person.chat):
                raise CharterError(f"The chat key and the beacon tip of person {index + 1} must be 32 bytes each.")
            if not schema.chat_key(person.chat):
                raise CharterError(f"The chat key of person {index + 1} has small order, so it protects nothing.")
        if len({person.key for person in self.persons}) < len(self.persons):
            raise CharterError("Two persons of the charter have the same key.")
        if len({person.chat for person in self.persons}) < len(self.persons):
            raise CharterError("Two persons of the charter have the same chat key.")
        if len({person.tip for person in self.persons}) < len(self.persons):
            raise CharterError("Two persons of the charter have the same beacon tip.")

    def _check_seats(self) -> None:
        if len(self.seats) > MAX_SEATS:
            raise CharterError(f"A charter has at most {MAX_SEATS} seats, not {len(self.seats)}.")
        for number, seat in enumerate(self.seats, start=1):
            if not _is_name(seat.choice):
                raise CharterError(f"The choice of seat {number} must be up to {MAX_NAME} printable ASCII characters.")
            if not 0 <= seat.person < len(self.persons):
                raise CharterError(f"Seat {number} names a person who is not in the charter.")
            if len(seat.name) > MAX_NAME:
                raise CharterError(f"The name of seat {number} must be at most {MAX_NAME} bytes.")
        for index in range(len(self.persons)):
            if not self.seats_of(index):
                raise CharterError(f"Person {index + 1} of the charter has no seat.")


def numbered(name: str, person: int) -> Text:
    """Return a person as messages call them; names are anybody's choice, and two may be equal, so the number stays."""
    if not name:
        return Text("Person {number}", number=person + 1)
    return Text("{name} (person {number})", name=name, number=person + 1)


def charter_from(value: Value) -> Charter:
    """The charter of a decoded value; raises CharterError for anything else, keys that prove nothing included."""
    if type(value) is not tuple or not value or not schema.number(value[0]):
        raise CharterError("This is no charter.")
    if value[0] != PROTOCOL:
        raise ForeignCharter(value[0])
    if len(value) == 9:
        _, engine, edition, release, data, options, watch, persons, seats = value
        if (
            schema.number(engine)
            and schema.text(edition)
            and schema.text(release)
            and schema.digest(data)
            and schema.flag(watch)
            and schema.rows(persons)
            and schema.rows(seats)
        ):
            people = tuple(_person_from(person, number) for number, person in enumerate(persons, start=1))
            chairs = tuple(_seat_from(seat, number) for number, seat in enumerate(seats, start=1))
            return Charter(engine, edition, release, data, options, watch, people, chairs)
    raise CharterError("The charter does not have its fields.")


def _person_from(value: Value, number: int) -> Person:
    if type(value) is tuple and len(value) == 3:
        key, chat, tip = value
        if schema.digest(key) and schema.digest(chat) and schema.digest(tip):
            try:
                return Person(PublicKey(key), chat, tip)
            except WeakKeyError as error:
                raise CharterError(f"The key of person {number} is refused: {error}") from None
    raise CharterError(f"The charter does not have the fields of person {number}.")


def _seat_from(value: Value, number: int) -> Seat:
    if type(value) is tuple and len(value) == 3:
        choice, person, name = value
        if schema.text(choice) and schema.number(person) and type(name) is bytes:
            return Seat(choice, person, name)
    raise CharterError(f"The charter does not have the fields of seat {number}.")


def _is_name(value: str) -> bool:
    return schema.text(value) and len(value) <= MAX_NAME
