"""Who sits at a table: keys, what each peer sends before the charter, and the charter made from that.

Where all peers are programs on this machine, also how they find each other.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

import trio

from cli.crash_report import ConnectionFaults
from cli.table_game import map_of, new_game, setup_of
from core.editions import EDITIONS
from core.engine.answers import Below
from core.engine.edition import Edition
from crypto.beacon import Chain
from crypto.identity import Identity, PublicKey
from crypto.sealing import ChatKey
from crypto.uniform import uniform
from p2p import (
    Address,
    AddressError,
    Charter,
    Credentials,
    Door,
    Mesh,
    Player,
    Seat,
    Session,
    Signer,
    TableSecret,
    Way,
    listen,
)


def fresh_signer(identity: Identity | None = None) -> Signer:
    """Make keys for one game from the system's randomness, the identity too unless given. Takes about a second."""
    return Signer(
        identity or Identity.generate(), Chain(secrets.token_bytes(32)), secrets.token_bytes(32), ChatKey.generate()
    )


def seeded_signer(seed: int, number: int) -> Signer:
    """Return the keys of a bot in a demonstration. Anyone who knows the seed knows the keys and can repeat the game."""
    return Signer(
        Identity.from_seed(_secret(seed, number, "identity")),
        Chain(_secret(seed, number, "chain")),
        _secret(seed, number, "secret"),
        ChatKey.from_seed(_secret(seed, number, "chat")),
    )


def seeded_chance(seed: int, number: int) -> Below:
    """Return the choices of a bot in a demonstration: integers that are the same on every machine."""
    key = _secret(seed, number, "choices")
    drawn = 0

    def below(bound: int) -> int:
        nonlocal drawn
        drawn += 1
        return uniform(hashlib.sha256(key + drawn.to_bytes(8, "big")).digest(), (bound,))[0]

    return below


def _secret(seed: int, number: int, purpose: str) -> bytes:
    return hashlib.sha256(f"mare demo {seed} {number} {purpose}".encode("ascii")).digest()


HOST = "127.0.0.1"
"""Where the peers of a table with bots on this machine listen and are found."""


SEAT = 0
"""Where the person sits at a table that is otherwise of bots."""


@dataclass(frozen=True, slots=True)
class PeerCard:
    """A peer: its name, its public key, chat key and beacon tip in hex, and the port at which it listens."""

    name: str
    key: str
    chat: str
    tip: str
    port: int

    @property
    def player(self) -> Player:
        """The peer as the charter names it; raises WeakKeyError."""
        return Player(PublicKey(bytes.fromhex(self.key)), bytes.fromhex(self.chat), bytes.fromhex(self.tip))


@dataclass(frozen=True, slots=True)
class Seating:
    """A table about to be played: the edition, its options, the cards in seat order, another map's text if one is.

    The text goes round, not the file's name, so that all play by the same, whatever becomes of the file.
    """

    edition: Edition
    options: Any
    cards: tuple[PeerCard, ...]
    map_text: str | None = None

    @property
    def map(self) -> Any:
        """The map to play on: that of the text, or the standard one."""
        return map_of(self.map_text, self.edition)

    def charter(self) -> Charter:
        """Return the charter, in which every peer is a person with one seat, and without spectators."""
        setup = setup_of(self.options, self.map, self.edition)
        players = tuple(card.player for card in self.cards)
        seats = tuple(
            Seat(choice, player, card.name.encode("utf-8"))
            for player, (choice, card) in enumerate(zip(setup.choices, self.cards, strict=True))
        )
        return Charter(setup.engine, setup.edition, setup.release, setup.data, setup.options, False, players, seats)

    def names(self) -> dict[int, str]:
        """Return the peers' names by seat."""
        return {seat: card.name for seat, card in enumerate(self.cards)}

    def to_json(self) -> dict[str, Any]:
        """Return what ``from_json`` takes."""
        cards = [asdict(card) for card in self.cards]
        return {
            "edition": self.edition.id,
            "options": self.options._asdict(),
            "cards": cards,
            "map": self.map_text,
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Seating:
        """Return the seating that ``to_json`` gave, after its way through JSON."""
        edition = EDITIONS[value["edition"]]
        # JSON has lists only.
        options = {name: tuple(part) if isinstance(part, list) else part for name, part in value["options"].items()}
        return cls(
            edition, edition.options(**options), tuple(PeerCard(**card) for card in value["cards"]), value["map"]
        )


def card_of(name: str, signer: Signer, port: int) -> PeerCard:
    """Return the card of the peer that has these keys and listens at this port."""
    key, chat, tip = (raw.hex() for raw in (signer.identity.public.raw, signer.chat.public, signer.chain.tip))
    return PeerCard(name, key, chat, tip, port)


def session_at(seating: Seating, signer: Signer) -> Session:
    """Return a peer's session at such a table; raises CharterError or SetupError if there can be none."""
    return Session(seating.charter(), partial(new_game, map_text=seating.map_text), signer, agreeable=True)


async def listen_again(port: int) -> list[trio.SocketListener]:
    """Listen where a game was played before, or at any other port if that one is taken; raises AddressError."""
    try:
        return await listen([Address(HOST, port)])
    except AddressError:
        return await listen([Address(HOST, 0)])


@asynccontextmanager
async def connecting(
    session: Session, seating: Seating, signer: Signer, listeners: Sequence[trio.SocketListener], secret: TableSecret
) -> AsyncIterator[Mesh]:
    """Connect a session with the other peers, each at its port of this machine, until the block ends."""
    credentials = Credentials(secret, signer.identity)
    door = Door(listeners, credentials, lambda line: None, ConnectionFaults("bot", lambda line: None))
    addresses = {player: [Address(HOST, card.port)] for player, card in enumerate(seating.cards)}
    async with trio.open_nursery() as nursery:
        nursery.start_soon(door.serve)
        yield Mesh(session, door, credentials, addresses, way=Way(on_loopback=True))
        nursery.cancel_scope.cancel()
