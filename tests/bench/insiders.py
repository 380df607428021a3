"""A seated player who sends valid messages of one kind as fast as a connection takes them.

    python -m tests.bench.insiders PORT FLOOD SECONDS

It signs for all but the peer that it floods, so the game begins as soon as it is connected, and dials 127.0.0.1 alone.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count, islice

import trio

from cli.play.seating import Seating, card_of
from cli.storage.keys import seeded_signer
from cli.table_game import DEFAULT, new_game
from core import Options
from p2p.log import messages
from p2p.log.ballots import Wish
from p2p.log.changes import ABSENT, END, Change
from p2p.log.charter import Charter
from p2p.log.log import Log
from p2p.log.messages import CharterSignature, Message
from p2p.log.presence import Presence, Status
from p2p.log.talk import MAX_BODY, Talk
from p2p.net.address import Address
from p2p.net.door import dial
from p2p.net.tls import Credentials, TableSecret
from p2p.session.signer import Signer
from p2p.wire.frames import FRAMES_PER_SECOND, frame

HOST = "127.0.0.1"
SECRET = TableSecret(hashlib.sha256(b"insider").digest()[:16])
RUN = 17
"""The seed of all keys."""
PERSONS = 3
VICTIM, FLOODER, AWAY = range(PERSONS)
INTERVAL = 0.02
FILLING = 0.95
"""How much of what a connection may carry is sent."""


@cache
def signer(person: int) -> Signer:
    """The hand of a person."""
    return seeded_signer(RUN, person)


@cache
def charter() -> Charter:
    """The charter of the table."""
    signers = [signer(number) for number in range(PERSONS)]
    cards = tuple(card_of(f"Player {number + 1}", signer, 0) for number, signer in enumerate(signers))
    return Seating(DEFAULT, Options(PERSONS, ("random",) * PERSONS), cards).charter()


def talk() -> Iterator[Message]:
    """Say something new, as long as may be said at once, without end."""
    of, hand = charter(), signer(FLOODER)
    for number in count(1):
        body = f"{number} ".encode().ljust(MAX_BODY // 2, b"x")
        yield hand.talk(Talk(of.id, number, None, body), FLOODER)


def sealed() -> Iterator[Message]:
    """Say to somebody else alone what nobody can read, without end."""
    of, hand = charter(), signer(FLOODER)
    for number in count(1):
        yield hand.talk(Talk(of.id, number, AWAY, number.to_bytes(8, "big") * (MAX_BODY // 8)), FLOODER)


def votes() -> Iterator[Message]:
    """Propose one thing and another in turns, without end."""
    of, hand = charter(), signer(FLOODER)
    log = Log(of, new_game(of.setup))
    for number in count(1):
        change = Change(END, 0) if number % 2 else Change(ABSENT, AWAY)
        yield hand.wish(Wish(of.id, number, 0, log.proposal(1, (change,))), FLOODER)


def presences() -> Iterator[Message]:
    """Leave and come back, without end."""
    of, hand = charter(), signer(FLOODER)
    for number in count(1):
        standing = int(Status.LEFT if number % 2 else Status.HERE)
        yield hand.presence(Presence(of.id, number, standing, (VICTIM,), ()), FLOODER)


FLOODS: dict[str, Callable[[], Iterator[Message]]] = {
    "talk": talk,
    "sealed": sealed,
    "votes": votes,
    "presences": presences,
}


async def main(port: int, flood: str, seconds: float) -> None:
    """Sign the charter, and flood."""
    of = charter()
    signers = [signer(number) for number in range(PERSONS)]
    credentials = Credentials(SECRET, signers[FLOODER].identity)
    connection = await dial(Address(HOST, port), credentials, "game", of.id, signers[VICTIM].identity.public)
    for person in (FLOODER, AWAY):
        signature = CharterSignature(of.id, person, of.sign(signers[person].identity))
        await connection.send(messages.encode(signature))
    flowing = FLOODS[flood]()
    many = int(FRAMES_PER_SECOND * FILLING * INTERVAL)

    async def hear() -> None:
        while await connection.receive() is not None:
            pass

    with trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hear)
            while True:
                due = trio.current_time() + INTERVAL
                await connection.send_frame(b"".join(frame(messages.encode(one)) for one in islice(flowing, many)))
                await trio.sleep_until(due)


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]), sys.argv[2], float(sys.argv[3]))
