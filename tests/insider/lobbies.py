"""Sieges of lobbies: guests besiege a host, and a host besieges a guest, with wishes and words of every kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from random import Random

from crypto.canonical import Value, decode, encode
from p2p.errors import Text
from p2p.lobby import model
from p2p.lobby.guest import GuestLobby
from p2p.lobby.model import (
    Agreed,
    Choose,
    Denied,
    Dismissed,
    GuestMessage,
    Here,
    HostMessage,
    Join,
    Lend,
    MemberSaid,
    NewSecret,
    No,
    Proposal,
    Ready,
    Say,
    charter_of,
)
from p2p.log.charter import Charter
from p2p.net.connection import Refusal
from p2p.wire.codec import MessageError
from tests.insider.changes import Palette, changed
from tests.insider.forging import words
from tests.insider.sieges import Broken, Tally
from tests.p2p.lobbies import CHOICES, RULES, Hall, entrant
from tests.p2p.tables import charter

SEATS = 3
HOST, GUEST, THIRD, BESIEGER = 0, 1, 2, 9
"""Connections; the besieger comes again and again, each time by the next one."""

MESSAGES = 400
PACE = 0.2
"""Seconds between two wishes of a besieger, who else would soon be sent away for their number."""

WISHES = words(GuestMessage)
WORDS = words(HostMessage)


class Liar:
    """Drafts what is said in lobbies, and changes it."""

    def __init__(self, random: Random, hall: Hall) -> None:
        self._random = random
        self._hall = hall

    def say(self, draft: GuestMessage | HostMessage) -> bytes:
        """A message that begins as a draft, mostly changed, and mostly of the right shape."""
        data = model.encode(draft)
        for _ in range(8):
            value = decode(data)
            assert isinstance(value, tuple)
            for _ in range(self._random.choice((0, 1, 1, 2, 4))):
                value = value[0], *changed(self._random, value[1:], self._palette())
            if self._random.random() < 0.1 or self._is_known(value):
                return encode(value)
        return data

    def _is_known(self, value: tuple[Value, ...]) -> bool:
        """Whether it gets past the look at its shape."""
        decoders: tuple[Callable[[bytes], GuestMessage | HostMessage], ...] = (
            model.decode_guest_message,
            model.decode_host_message,
        )
        for decoder in decoders:
            try:
                decoder(encode(value))
            except MessageError:
                continue
            return True
        return False

    def _palette(self) -> Palette:
        members = self._hall.host.picture.members
        digests = tuple(part for member in members for part in (member.key.raw, member.chat, member.tip))
        number = self._hall.host.picture.number
        return Palette((number, number + 1, SEATS), digests, (bytes(64),), (*CHOICES, "random", "", "x" * 64, "mauve"))

    def wish(self, kind: str) -> GuestMessage:
        """A wish as an honest guest has it."""
        return _WISH[kind](self)

    def word(self, kind: str) -> HostMessage:
        """A word as an honest host says it."""
        return _WORD[kind](self)

    def _join(self) -> Join:
        me = entrant(self._random.randrange(5))
        return Join(me.name, me.chat, me.tip, me.addresses)

    def _charter(self) -> Charter:
        return self._random.choice((charter(SEATS), charter(2)))


_WISH: Mapping[str, Callable[[Liar], GuestMessage]] = {
    "choose": lambda liar: Choose(liar._random.choice(CHOICES)),
    "here": lambda liar: Here(),
    "join": Liar._join,
    "lend": lambda liar: Lend(liar._random.randrange(3)),
    "ready": lambda liar: Ready(liar._hall.host.picture.number),
    "say": lambda liar: Say(b"\x1b]0;hello\x07"),
}
_WORD: Mapping[str, Callable[[Liar], HostMessage]] = {
    "charter": lambda liar: Proposal(liar._charter()),
    "here": lambda liar: Here(),
    "lobby": lambda liar: liar._hall.host.picture,
    "no": lambda liar: No(Text("That cannot be.")),
    "refused": lambda liar: Refusal(Text("You cannot stay.")),
    "secret": lambda liar: NewSecret(bytes(16)),
    "said": lambda liar: MemberSaid(liar._random.randrange(SEATS), b"hello"),
}


class Lobby:
    """A siege of both sides of a lobby."""

    def __init__(self, number: int) -> None:
        self.tally = Tally()
        self.last = b""
        self._random = Random(f"lobby {number}")
        self._hall = Hall(SEATS)
        self._liar = Liar(self._random, self._hall)

    def besiege_host(self) -> None:
        """Guests come again and again; then the honest people still agree to one charter."""
        hall, number = self._hall, BESIEGER
        hall.come(GUEST)
        hall.settle()
        self._come(number)
        for _ in range(MESSAGES):
            self._draw("wish", WISHES)
            hall.now += PACE
            hall.take(HOST, hall.host.receive(number, self.last, hall.now))
            if any(dismissed.guest == number for dismissed in hall.of(HOST, Dismissed)):
                self.tally.refused += 1
                hall.go(number)
                number += 1
                self._come(number)
            hall.deliver()
        hall.go(number)
        hall.come(THIRD)
        hall.settle()
        hall.ready(GUEST, THIRD, HOST)
        if len({hall.charter(player).id for player in (HOST, GUEST, THIRD)}) != 1:
            raise Broken("the honest people were asked to sign different charters")

    def _come(self, number: int) -> None:
        """The besieger connects, and mostly joins as everybody does, since before that nothing else is heard."""
        me = entrant(4)
        self._hall.connect(number, me)
        if self._random.random() < 0.9:
            self._hall.say(number, Join(me.name, me.chat, me.tip, me.addresses))
            self._hall.hear(number)

    def besiege_guest(self) -> None:
        """A host says anything; a guest agrees to no charter but that which they are ready for."""
        guest = self._guest()
        for _ in range(MESSAGES):
            self._draw("word", WORDS)
            for output in guest.receive(self.last):
                seen = guest.picture
                if isinstance(output, Agreed) and (seen is None or output.charter.id != charter_of(RULES, seen).id):
                    raise Broken("a guest was asked to sign what they have not agreed to")
            if self._random.random() < 0.1:
                with suppress(Denied):
                    guest.ready(True)
            if guest.ended:
                self.tally.refused += 1
                guest = self._guest()

    def _guest(self) -> GuestLobby:
        """The honest guest, who comes in and sees the lobby."""
        guest = GuestLobby(RULES, entrant(GUEST))
        guest.join()
        guest.receive(model.encode(self._hall.host.picture))
        return guest

    def _draw(self, side: str, kinds: tuple[str, ...]) -> None:
        """The next message of one side."""
        kind = self._random.choice(kinds)
        self.last = self._liar.say(self._liar.wish(kind) if side == "wish" else self._liar.word(kind))
        self.tally.kinds[f"{side} {kind}"] += 1


def besiege(number: int) -> Tally:
    """A siege of a host, then one of a guest; the number decides everything."""
    lobby = Lobby(number)
    try:
        lobby.besiege_host()
        lobby.besiege_guest()
    except Exception as error:
        error.add_note(f"{lobby.tally.messages} messages said, the last was {lobby.last.hex()}")
        raise
    return lobby.tally
