"""``mare rejoin``: ask for your seat in a game with a new key, after you have lost the machine or the key."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

import trio

from cli.args import (
    add_invitation_arguments,
    add_map_argument,
    add_record_argument,
    address_of,
    check_record,
    given,
    given_or_asked,
    map_text_of,
    seat_of,
)
from cli.command import Failure
from cli.commands.resume import go_on
from cli.i18n.texts import tr, translated
from cli.play.network import (
    LOOPBACK,
    Full,
    add_network_arguments,
    are_loopback,
    network_of,
    new_key,
    until_let_in,
    way_to,
)
from cli.play.seating import fresh_signer
from cli.storage.files import named_map
from cli.storage.games import MYSELF, Notes, Taken, begin, known_of, open_store, pem_of, short
from cli.storage.profile import new_profile
from cli.table_game import new_game
from cli.ui.terminal import add_console_arguments, add_notice_argument, converse, manners_of
from cli.ui.text.console import Console
from core.engine.edition import GameMap
from crypto import Identity, PublicKey
from p2p.game import Setup, SetupError
from p2p.log.charter import Charter, CharterError
from p2p.log.keys import SignedClaim
from p2p.net.address import Address
from p2p.net.connection import Connection
from p2p.net.door import DialError, dial_any
from p2p.net.greeting import FOR_NOW, Unwelcome
from p2p.net.invitation import Invitation
from p2p.net.tls import Credentials
from p2p.net.way import BY_TCP, Way
from p2p.shell.claiming import UNANSWERED, NoSuchPlayer, Seat, find_seat, hand_in
from p2p.wire.frames import FrameError
from p2p.wire.text import folded, shown

T = TypeVar("T")

EXAMPLES = ("mare rejoin mare://join/AQ… --as Anna",)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare where the game is, and whose seat is asked for."""
    add_invitation_arguments(
        parser,
        tr("what “invite” shows to any of the players; without it, you are asked"),
        tr("that player's address, if the invitation does not have it"),
    )
    parser.add_argument(
        "--as", "--name", dest="seat", metavar="NAME", help=tr("the name or number you had in the game")
    )
    add_network_arguments(parser)
    add_map_argument(parser)
    add_record_argument(parser)
    add_console_arguments(parser)
    add_notice_argument(parser)


def run(args: Namespace) -> int:
    """Return 0 when the game has ended or the person has left it; raises Failure if they cannot even ask."""
    game_map = named_map(map_text_of(args))
    check_record(args.record)
    at = address_of(args.at)

    def read(text: str) -> tuple[Invitation, tuple[Address, ...]]:
        invitation = seat_of(text)
        if not (addresses := invitation.addresses if at is None else (at,)):
            raise Failure(tr("the invitation has no address; give one with --at."), status=2)
        return invitation, addresses

    named = given(args, read)
    store = open_store()

    async def ask(console: Console) -> None:
        invitation, addresses = await given_or_asked(console, named, read)
        stranger = Credentials(invitation.secret, Identity.generate())
        async with way_to(args, console, addresses) as way:
            visits = _Visits(console, addresses, stranger, invitation.key, way)
            seat = await _seat(console, visits, args.seat or "")
            _check(seat.game, seat.setup, game_map)
            if kept_here := next((game for game in store.games() if (game.charter.id, game.player) == seat[:2]), None):
                raise Failure(
                    tr(
                        "game {short} is still kept here: `mare resume {short}` goes on with it. If that does not"
                        " work, run `mare forget {short}` first.",
                        short=short(kept_here.charter),
                    )
                )
            # The key of a profile that was here before may be the one that was lost: another plays at this table alone.
            profile = new_profile()
            identity = Identity.generate() if profile is None else profile.identity
            visits = _Visits(console, addresses, Credentials(invitation.secret, identity), invitation.key, way)
            signer = await trio.to_thread.run_sync(fresh_signer, identity)
            charter, peer = await visits.claim(signer.claim(seat.game, seat.player))
        _check(charter.id, charter.setup, game_map)
        notes = Notes(
            MYSELF,
            secret=invitation.secret.reveal().hex(),
            map_text=map_text_of(args),
            identity=pem_of(signer) if profile is None else None,
            network=_network(args, addresses),
            known=known_of({_reached(charter, seat, peer): addresses}),
        )
        journal = begin(store, charter, signer, notes, seat.player)
        await go_on(console, charter, seat.player, notes, Taken(signer, journal, []), args)

    converse(ask, manners_of(args))
    return 0


class _Visits:
    """The request for a lost seat, made to the player of an invitation; Failure says why they do not grant it.

    If a door has no room, the request is made again.
    """

    def __init__(
        self,
        console: Console,
        addresses: Sequence[Address],
        credentials: Credentials,
        expected: PublicKey | None,
        way: Way = BY_TCP,
    ) -> None:
        self._console = console
        self._way = way
        self._addresses = addresses
        self._credentials = credentials
        self._expected = expected

    async def find(self, called: str) -> Seat:
        """Return the person, and the game, that this name asks for."""
        _, seat = await self._visit(b"", lambda connection: find_seat(connection, called))
        return seat

    async def claim(self, claim: SignedClaim) -> tuple[Charter, PublicKey]:
        """Ask for the seat; returns the charter of the game, and the key of the player who was told first."""
        peer, charter = await self._visit(claim.content.game, lambda connection: hand_in(connection, claim))
        return charter, peer

    async def _visit(self, subject: bytes, ask: Callable[[Connection], Awaitable[T]]) -> tuple[PublicKey, T]:
        return await until_let_in(self._console, lambda: self._visit_once(subject, ask))

    async def _visit_once(self, subject: bytes, ask: Callable[[Connection], Awaitable[T]]) -> tuple[PublicKey, T]:
        try:
            connection, address = await dial_any(
                self._addresses, self._credentials, "rejoin", subject, self._expected, self._way.open
            )
        except DialError as error:
            raise (Full if error.is_full else Failure)(translated(error)) from None
        try:
            return connection.peer, await ask(connection)
        except Unwelcome as error:
            raise (Full if error.text in (*FOR_NOW, UNANSWERED) else Failure)(translated(error)) from None
        except (CharterError, FrameError, trio.BrokenResourceError):
            raise Failure(tr("This program cannot follow the game at {address}.", address=address)) from None
        finally:
            await connection.aclose()


async def _seat(console: Console, visits: _Visits, called: str) -> Seat:
    """Return the seat of the player who is called so; if there is none, list the names and ask. Raises Failure."""
    while True:
        try:
            return await visits.find(called)
        except NoSuchPlayer as unknown:
            names = unknown.names
        if called:
            console.say(tr("No player is called {name!r} in this game, or several are.", name=shown(called)))
        told = [f"  {number}. {name}" for number, name in enumerate(names, start=1)]
        console.say("\n".join([tr("The players of this game:"), *told]))

        def completed(begun: str, names: Sequence[str] = names) -> list[str]:
            return [name for name in names if name and folded(name).startswith(folded(begun))]

        typed = await console.line(tr("What is your name in this game, or your number? "), completed)
        if typed is None:
            raise Failure(tr("say who you are in the game, with --as NAME."), status=2)
        called = typed.strip()


def _check(game: bytes, setup: Setup, game_map: GameMap) -> None:
    """Raise Failure if this program cannot play the game."""
    try:
        new_game(setup, game_map)
    except SetupError as error:
        raise Failure(tr("game {short} cannot go on: {error}", short=game.hex()[:8], error=error)) from None


def _reached(charter: Charter, seat: Seat, peer: PublicKey) -> int:
    """Return the player whose program was asked: the one with the peer's key, but never the one who comes back."""
    others = [player for player in charter.everyone if player != seat.player]
    return next((player for player in others if charter.players[player].key == peer), (*others, seat.player)[0])


def _network(args: Namespace, addresses: tuple[Address, ...]) -> dict[str, object]:
    bind = args.bind or (LOOPBACK if are_loopback(addresses) else None)
    return network_of(args) | ({} if bind is None else {"bind": bind}) | {"key": new_key()}
