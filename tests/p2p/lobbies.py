"""Whole lobbies in one process: a host, guests, and connections between them that keep their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import TypeVar

from p2p.lobby.guest import GuestLobby
from p2p.lobby.host import HostLobby
from p2p.lobby.model import (
    Agreed,
    Changed,
    Continued,
    Deliver,
    Dismissed,
    Ended,
    Entrant,
    GuestMessage,
    LobbyEvent,
    NotGranted,
    Offer,
    Output,
    Place,
    Rules,
    encode,
)
from p2p.log.charter import Charter
from tests.p2p.tables import NAMES, identity, seed
from tests.p2p.wager import DATA, EDITION, ENGINE, RELEASE

E = TypeVar("E", bound=LobbyEvent)

RULES = Rules(ENGINE, EDITION, RELEASE, DATA)
CHOICES = ("red", "green", "blue")


def offer(seats: int = 3) -> Offer:
    """A table of so many seats."""
    return Offer(RULES, 2, seats, CHOICES)


def entrant(player: int, name: bytes | None = None) -> Entrant:
    """A player of the tests with what they bring to a lobby."""
    own = NAMES[player].encode() if name is None else name
    address = ("192.0.2.7", 4000 + player)
    return Entrant(identity(player).public, own, seed("chat", player), seed("tip", player), (address,))


class Hall:
    """A host and the guests. Guests are called by the number of their connection, the host is 0."""

    def __init__(
        self,
        seats: int = 3,
        returning: Sequence[Place] = (),
        host: Entrant | None = None,
        past: Continued | None = None,
    ) -> None:
        self.past = past
        self.host = HostLobby(offer(seats), host or entrant(0), returning, past)
        self.guests: dict[int, GuestLobby] = {}
        self.events: dict[int, list[LobbyEvent]] = {0: []}
        self.up: dict[int, deque[bytes]] = {}
        self.down: dict[int, deque[bytes]] = {}
        self.now = 0.0

    def come(self, number: int, who: Entrant | None = None) -> GuestLobby:
        """A guest dials in and joins, as the player with that number unless told otherwise."""
        who = who or entrant(number)
        self.connect(number, who)
        guest = self.guests[number] = GuestLobby(RULES, who, self.past)
        self.take(number, guest.join())
        return guest

    def welcome(self, number: int, who: Entrant | None = None) -> None:
        """A guest comes, and all hear of it."""
        self.come(number, who)
        self.settle()

    def connect(self, number: int, who: Entrant) -> None:
        """A connection, over which nothing has been said yet; each player comes from a network of their own."""
        self.up[number], self.down[number] = deque(), deque()
        self.events[number] = []
        self.take(0, self.host.arrive(number, who.key, self.now, who.key.raw))

    def go(self, number: int) -> None:
        """A guest hangs up."""
        self.guests.pop(number, None)
        if self.up.pop(number, None) is not None:
            del self.down[number]
            self.take(0, self.host.leave(number))

    def say(self, number: int, wish: GuestMessage) -> None:
        """A guest's program sends a message of its own making."""
        self.up[number].append(encode(wish))

    def settle(self) -> None:
        """Deliver everything, a second for each message that reaches the host."""
        while self.deliver():
            self.now += 1

    def deliver(self) -> bool:
        """Deliver one message on each connection and in each direction; False where there was none."""
        busy = False
        for number in list(self.up):
            busy = self.hear(number) or busy
        for number in list(self.down):
            busy = self.tell(number) or busy
        return busy

    def hear(self, number: int) -> bool:
        """Deliver what a guest said first; False if they said nothing."""
        if not self.up.get(number):
            return False
        self.take(0, self.host.receive(number, self.up[number].popleft(), self.now))
        return True

    def tell(self, number: int) -> bool:
        """Deliver what the host said first to a guest; False where there is nothing."""
        if not self.down.get(number):
            return False
        data = self.down[number].popleft()
        # What the table plays is read before there is a guest's side.
        if number in self.guests and data != encode(RULES):
            self.take(number, self.guests[number].receive(data))
        return True

    def take(self, number: int, outputs: list[Output]) -> None:
        """Put what a lobby has to say where it belongs."""
        for output in outputs:
            if not isinstance(output, Deliver):
                self.events[number].append(output)
            elif number == 0:
                assert output.to is not None
                self.down[output.to].append(output.data)
            else:
                assert output.to is None
                self.up[number].append(output.data)

    def let(self, number: int, outputs: list[Output]) -> None:
        """Let a player do something, and all hear of it."""
        self.take(number, outputs)
        self.settle()

    # ------------------------------------------------------------------ what came of it

    def of(self, number: int, kind: type[E]) -> list[E]:
        """The events of one kind that a player was shown."""
        return [event for event in self.events[number] if isinstance(event, kind)]

    def ready(self, *numbers: int) -> None:
        """These are ready, one after the other."""
        for number in numbers:
            lobby = self.host if number == 0 else self.guests[number]
            self.let(number, lobby.ready(True))

    def charter(self, number: int) -> Charter:
        """The charter that a player is to sign."""
        (agreed,) = self.of(number, Agreed)
        return agreed.charter

    def refusal(self, number: int) -> str:
        """Why a guest had to go, which both ends have heard in the same words."""
        (ended,) = self.of(number, Ended)
        said = str(ended.sentence)
        assert [str(end.sentence) for end in self.of(0, Dismissed) if end.guest == number] == [said]
        return said

    def denials(self, number: int) -> list[str]:
        """What the host said to a guest's wishes that were not granted."""
        return [str(event.sentence) for event in self.of(number, NotGranted)]

    def seen(self, number: int) -> list[str]:
        """Who is there, as a player was shown last."""
        picture = self.of(number, Changed)[-1].picture
        return [str(picture.name(index)) for index in range(len(picture.members))]
