"""A seated player who sends valid messages of one kind as fast as a connection takes them.

    python -m tests.bench.insiders PORT FLOOD SECONDS

It signs for all but the peer that it floods, so the game begins as soon as it is connected, and dials 127.0.0.1 alone.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterator
from functools import cache
from itertools import count

import trio

from cli.play.seating import Seating, card_of, seeded_signer
from cli.table_game import DEFAULT, new_game
from core.empires.state import Options
from p2p.log import messages
from p2p.log.charter import Charter
from p2p.log.justify import head_of
from p2p.log.log import Log
from p2p.log.messages import MAX_BODY, CharterSignature, Message, Presence, SignedPresence, SignedTalk, Status, Talk
from p2p.log.statements import (
    ABSENT,
    END,
    Change,
    Epoch,
    Promise,
    Promised,
    Proposed,
    Request,
    SignedPromise,
    SignedProposal,
    SignedRequest,
)
from p2p.net.address import Address
from p2p.net.door import dial
from p2p.net.tls import Credentials, TableSecret
from p2p.session.signer import Signer
from p2p.wire.frames import BYTES_PER_SECOND, FRAMES_PER_SECOND, MAX_MESSAGE, frame

HOST = "127.0.0.1"
SECRET = TableSecret(hashlib.sha256(b"insider").digest()[:16])
RUN = 17
"""The seed of all keys."""
PLAYERS = 3
VICTIM, FLOODER, AWAY = range(PLAYERS)
INTERVAL = 0.02
FILLING = 0.95
"""How much of what a connection may carry is sent."""


@cache
def signer(player: int) -> Signer:
    """The hand of a player."""
    return seeded_signer(RUN, player)


@cache
def charter() -> Charter:
    """The charter of the table."""
    signers = [signer(number) for number in range(PLAYERS)]
    cards = tuple(card_of(f"Player {number + 1}", signer, 0) for number, signer in enumerate(signers))
    return Seating(DEFAULT, Options(PLAYERS, ("random",) * PLAYERS), cards).charter()


def talk() -> Iterator[Message]:
    """Say something new, as long as may be said at once, without end."""
    of, hand = charter(), signer(FLOODER)
    for number in count(1):
        body = f"{number} ".encode().ljust(MAX_BODY // 2, b"x")
        yield SignedTalk.by(hand.identity, FLOODER, Talk(of.id, number, None, body))


def sealed() -> Iterator[Message]:
    """Say to one other player what no one can read, without end."""
    of, hand = charter(), signer(FLOODER)
    for number in count(1):
        yield SignedTalk.by(
            hand.identity, FLOODER, Talk(of.id, number, AWAY, number.to_bytes(8, "big") * (MAX_BODY // 8))
        )


def requests() -> Iterator[Message]:
    """Ask for one thing and another in turns, without end."""
    of, hand = charter(), signer(FLOODER)
    for number in count(1):
        change = Change(END, 0) if number % 2 else Change(ABSENT, AWAY)
        yield SignedRequest.by(hand.identity, FLOODER, Request(of.id, number, 0, (change,)))


def promises() -> Iterator[Message]:
    """Promise terms with evidence that is none, and as much of it as a message takes."""
    of, hand = charter(), signer(FLOODER)
    head = head_of(Log(of, new_game(of.setup)))
    request = SignedRequest.by(hand.identity, FLOODER, Request(of.id, 1, 1, (Change(ABSENT, AWAY),)))
    many = MAX_MESSAGE // len(messages.encode(request)) - 8
    for term in count(1):
        yield Promised(SignedPromise.by(hand.identity, FLOODER, Promise(of.id, term, head)), (request,) * many)


def proposals() -> Iterator[Message]:
    """Propose in the name of others, by signatures that are not theirs, without end."""
    of = charter()
    head = head_of(Log(of, new_game(of.setup)))
    for term in count(1):
        yield Proposed(SignedProposal(term % PLAYERS, Epoch(of.id, term, head, ()), bytes(64)), ())


def presences() -> Iterator[Message]:
    """Leave and come back, without end."""
    of, hand = charter(), signer(FLOODER)
    for number in count(1):
        standing = int(Status.LEFT if number % 2 else Status.HERE)
        yield SignedPresence.by(hand.identity, FLOODER, Presence(of.id, number, standing, (VICTIM,), ()))


FLOODS: dict[str, Callable[[], Iterator[Message]]] = {
    "talk": talk,
    "sealed": sealed,
    "requests": requests,
    "promises": promises,
    "proposals": proposals,
    "presences": presences,
}


async def main(port: int, flood: str, seconds: float) -> None:
    """Sign the charter, and flood."""
    of = charter()
    signers = [signer(number) for number in range(PLAYERS)]
    credentials = Credentials(SECRET, signers[FLOODER].identity)
    connection = await dial(Address(HOST, port), credentials, "game", of.id, signers[VICTIM].identity.public)
    for player in (FLOODER, AWAY):
        signature = CharterSignature(of.id, player, of.sign(signers[player].identity))
        await connection.send(messages.encode(signature))
    flowing = FLOODS[flood]()
    spent = 0.0

    async def hear() -> None:
        while await connection.receive() is not None:
            pass

    with trio.move_on_after(seconds):
        async with trio.open_nursery() as nursery:
            nursery.start_soon(hear)
            while True:
                due = trio.current_time() + INTERVAL
                while spent < INTERVAL * FILLING:
                    framed = frame(messages.encode(next(flowing)))
                    spent += max(1 / FRAMES_PER_SECOND, len(framed) / BYTES_PER_SECOND)
                    await connection._stream.send_all(framed)
                spent -= INTERVAL * FILLING
                await trio.sleep_until(due)


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]), sys.argv[2], float(sys.argv[3]))
