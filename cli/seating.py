"""Who sits at a table: what every peer tells the others before the charter, and the charter they all make of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from cli.setups import edition_of
from cli.table import setup_of
from core import Edition, Options
from crypto.identity import PublicKey
from p2p.charter import Charter, Person, Seat
from p2p.signer import Signer

HOST = "127.0.0.1"
"""Where peers listen and are found: connections are not encrypted, so none leaves this machine."""


@dataclass(frozen=True, slots=True)
class Card:
    """A peer: its name, its public key and beacon tip in hex, and the port at which it listens."""

    name: str
    key: str
    tip: str
    port: int


@dataclass(frozen=True, slots=True)
class Seating:
    """A table about to be played: the options, the peers' cards in the order of their seats, and another setup's text.

    The text goes round, not the file's name, so that all play by the same, whatever becomes of the file.
    """

    options: Options
    cards: tuple[Card, ...]
    setup: str | None = None

    @property
    def edition(self) -> Edition:
        """What is played: by the text of the setup, Empires without one."""
        return edition_of(self.setup)

    def charter(self) -> Charter:
        """The charter, in which every peer is a person with one seat."""
        setup = setup_of(self.options, self.edition)
        persons = tuple(Person(PublicKey(bytes.fromhex(c.key)), bytes.fromhex(c.tip)) for c in self.cards)
        seats = tuple(
            Seat(choice, person, card.name.encode("utf-8"))
            for person, (choice, card) in enumerate(zip(setup.choices, self.cards, strict=True))
        )
        return Charter(setup.engine, setup.edition, setup.data, setup.options, persons, seats)

    def names(self) -> dict[int, str]:
        """The peers' names by seat."""
        return {seat: card.name for seat, card in enumerate(self.cards)}

    def to_json(self) -> dict[str, Any]:
        """What ``from_json`` takes."""
        cards = [asdict(card) for card in self.cards]
        return {"options": self.options._asdict(), "cards": cards, "setup": self.setup}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Seating:
        """The seating that ``to_json`` gave, after its way through JSON."""
        options = Options(**(value["options"] | {"empires": tuple(value["options"]["empires"])}))
        return cls(options, tuple(Card(**card) for card in value["cards"]), value["setup"])


def card_of(name: str, signer: Signer, port: int) -> Card:
    """The card of the peer that has these keys and listens at this port."""
    return Card(name, signer.identity.public.raw.hex(), signer.chain.tip.hex(), port)
