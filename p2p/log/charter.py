"""The charter: what is played, by whom, with which keys. All persons sign it, and its hash is the game's id.

A *person* is one identity key, one process, one chain of the beacon, one stream of acknowledgements. A *seat* is a side
of the game; it names its person, who may play several. Persons and seats are numbered from 0 in the charter's order.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, NamedTuple, TypeAlias

from crypto import canonical
from crypto.digest import digest
from crypto.errors import EncodingError
from crypto.identity import Identity, PublicKey
from crypto.labels import Label
from p2p.errors import Text
from p2p.game import Setup
from p2p.wire.codec import Codec, Limits, MessageError, begins, value
from p2p.wire.schema import Anything, ChatKey, Digest, Key, Line, Number, is_rising
from p2p.wire.text import shown

PROTOCOL = 6
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

Name: TypeAlias = Annotated[Line, Limits(1, MAX_NAME)]
"""What an edition is called, or what one may choose to play."""


class CharterError(Exception):
    """A charter that nobody may sign; the message is one sentence."""


class ForeignCharter(CharterError):
    """A charter of another protocol, so of another release of the program; ``protocol`` is its number."""

    def __init__(self, protocol: int) -> None:
        super().__init__(f"The charter speaks protocol {protocol}; this program speaks protocol {PROTOCOL}.")
        self.protocol = protocol


class Person(NamedTuple):
    """An identity key, the key for private messages, and the tip of the hash chain that feeds the shared dice."""

    key: Key
    chat: ChatKey
    tip: Digest


class Seat(NamedTuple):
    """What the seat asked to play, the person who plays it, and his name as opaque bytes."""

    choice: Annotated[Line, Limits(0, MAX_NAME)]
    person: Player
    name: Annotated[bytes, Limits(0, MAX_NAME)]


@begins(PROTOCOL)
@dataclass(frozen=True)
class Charter:
    """A charter that can be played; making any other raises CharterError."""

    engine: Number
    edition: Name
    release: Name
    """The first release of the program that plays the edition by this engine."""
    data: Digest
    options: Anything
    watch: bool
    """Whether guests may follow the game; no player's program lets them in otherwise."""
    persons: Annotated[tuple[Person, ...], Limits(1, MAX_PERSONS)]
    seats: Annotated[tuple[Seat, ...], Limits(1, MAX_SEATS)]

    def __post_init__(self) -> None:
        self._check_options()
        self._check_persons()
        self._check_seats()

    @cached_property
    def id(self) -> bytes:
        """The game's id: the hash of the charter."""
        return digest(Label.CHARTER, *value(self))

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
        return identity.sign(Label.CHARTER, *value(self))

    def verify(self, person: int, signature: bytes) -> None:
        """Raise SignatureError unless this is the person's signature of this charter."""
        self.persons[person].key.verify(signature, Label.CHARTER, *value(self))

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

    def _check_options(self) -> None:
        try:
            # Two tuples around the options, as in a record: no charter is signed that no record can hold.
            size = len(canonical.encode(((self.options,),)))
        except EncodingError as error:
            raise CharterError(f"The charter's options cannot be encoded: {error}") from None
        if size > MAX_OPTIONS:
            raise CharterError(f"The charter's options take {size} bytes; at most {MAX_OPTIONS} are allowed.")

    def _check_persons(self) -> None:
        for part, name in enumerate(("key", "chat key", "beacon tip")):
            if len({person[part] for person in self.persons}) < len(self.persons):
                raise CharterError(f"Two persons of the charter have the same {name}.")

    def _check_seats(self) -> None:
        for number, seat in enumerate(self.seats, start=1):
            if seat.person not in range(len(self.persons)):
                raise CharterError(f"Seat {number} names a person who is not in the charter.")
        for index in range(len(self.persons)):
            if not self.seats_of(index):
                raise CharterError(f"Person {index + 1} of the charter has no seat.")


def numbered(name: str, person: int) -> Text:
    """Return a person as messages call them; names are anybody's choice, and two may be equal, so the number stays."""
    if not name:
        return Text("Person {number}", number=person + 1)
    return Text("{name} (person {number})", name=name, number=person + 1)


_CHARTER: Codec[Charter] = Codec(Charter)

encode_charter = _CHARTER.encode
"""The bytes of a charter."""


def decode_charter(data: bytes) -> Charter:
    """The charter of these bytes; raises CharterError for anything else, keys that prove nothing included."""
    try:
        value = canonical.decode(data)
        match value:
            case (int(protocol), *_) if type(protocol) is int and protocol != PROTOCOL:
                raise ForeignCharter(protocol)
        return _CHARTER.read(value)
    except (EncodingError, MessageError):
        raise CharterError("The charter does not have its fields, or a key in it is weak.") from None
