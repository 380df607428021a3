"""``mare rejoin``: ask for the seat that one had in a game, with a new key, after the machine or the key was lost."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from dataclasses import dataclass
from functools import partial

import trio

from cli.arguments.invited import address_of, invitation_of
from cli.arguments.options import add_record_argument, add_setup_argument, check_record, setup_of
from cli.arguments.setups import edition_of
from cli.command import Failure
from cli.commands.resume import go_on
from cli.console.dialogue import Console
from cli.console.terminal import add_console_arguments, converse, manners_of
from cli.keeping.keys import fresh_signer
from cli.keeping.saved import MYSELF, Notes, Taken, begin, kept, known_of, open_store, pem_of, short
from cli.table.game import new_game
from cli.table.network import LOOPBACK, add_network_arguments, are_loopback
from cli.texts import marked, problem_of, tr
from core import Edition
from crypto import Identity
from crypto.errors import EncodingError
from p2p.address import Address
from p2p.charter import Charter, CharterError
from p2p.door import DialError, dial
from p2p.framing import FrameError
from p2p.game import SetupError
from p2p.invitation import Invitation
from p2p.mesh import GUESTS
from p2p.tls import Credentials
from p2p.visiting import charter_over

SUMMARY = marked("come back to a game after you have lost the machine or the key you played with")


def add_arguments(parser: ArgumentParser) -> None:
    """Where the game is, and whose seat is asked for."""
    parser.add_argument(
        "invitation", nargs="+", metavar="INVITATION", help=tr("what “invite” shows to any of the players")
    )
    parser.add_argument("--at", metavar="HOST:PORT", help=tr("where that player is, if the invitation does not say"))
    parser.add_argument("--as", dest="seat", metavar="NAME", help=tr("the name or number you had in the game"))
    add_network_arguments(parser)
    add_setup_argument(parser)
    add_record_argument(parser)
    add_console_arguments(parser)


def run(args: Namespace) -> int:
    """0 when the game has ended or the person has left it; raises Failure where he cannot even ask."""
    edition = edition_of(setup_of(args))
    check_record(args.record)
    invitation = invitation_of(" ".join(args.invitation))
    if invitation.kind != "table":
        raise Failure(tr("this invitation is to watch only; `mare watch` takes it."), status=2)
    at = address_of(args.at)
    addresses = invitation.addresses if at is None else (at,)
    if not addresses:
        raise Failure(tr("the invitation does not say where anybody is; give an address with --at."), status=2)
    store = open_store()

    async def ask(console: Console) -> None:
        # A key of this game alone: no other is known to be new to it, and this machine may have the one that was lost.
        identity = Identity.generate()
        found = await _find(addresses, invitation, identity)
        _check(found.charter, edition)
        person = await _whose(console, found.charter, args.seat)
        if any((game.charter.id, game.person) == (found.charter.id, person) for game in store.games()):
            raise Failure(
                tr(
                    "what you had of game {short} is kept here: `mare resume {short}` goes on with it. If that is of no"
                    " use, `mare forget {short}` comes first.",
                    short=short(found.charter),
                )
            )
        signer = await trio.to_thread.run_sync(fresh_signer, identity)
        notes = Notes(
            MYSELF,
            secret=invitation.secret.reveal().hex(),
            setup=setup_of(args),
            identity=pem_of(signer),
            network=_network(args, addresses),
            known=known_of({found.person if found.person != person else (person + 1) % _size(found): addresses}),
            watchers=GUESTS,
        )
        journal = begin(store, found.charter, signer, notes, person)
        with kept(console, found.charter, journal):
            await go_on(console, found.charter, person, notes, Taken(signer, journal, []), args)

    converse(ask, manners_of(args))
    return 0


@dataclass(frozen=True, slots=True)
class _Found:
    """A game, and the person who was reached at it: any, where that is somebody who has a new key himself."""

    charter: Charter
    person: int


def _size(found: _Found) -> int:
    return len(found.charter.persons)


async def _find(addresses: tuple[Address, ...], invitation: Invitation, identity: Identity) -> _Found:
    """The game that is played there; raises Failure with why there is none."""
    reason = ""
    for address in addresses:
        try:
            connection = await dial(address, Credentials(invitation.secret, identity), "rejoin", b"", invitation.key)
        except DialError as error:
            reason = problem_of(error)
            continue
        try:
            charter = await charter_over(connection)
        except (CharterError, EncodingError, FrameError, trio.BrokenResourceError):
            reason = tr("At {address} is a game that this program cannot follow.", address=address)
            continue
        finally:
            await connection.aclose()
        try:
            return _Found(charter, charter.person(connection.peer))
        except CharterError:
            return _Found(charter, 0)
    raise Failure(reason)


def _check(charter: Charter, edition: Edition) -> None:
    """Raise Failure where this program cannot play the game."""
    try:
        partial(new_game, edition=edition)(charter.setup)
    except SetupError as error:
        raise Failure(tr("game {short} cannot go on: {error}", short=short(charter), error=error)) from None


async def _whose(console: Console, charter: Charter, named: str | None) -> int:
    """Whose seat is asked for: as the command line says, or the person; raises Failure."""
    names = [charter.name(person) for person in range(len(charter.persons))]
    if named is None:
        for name in names:
            console.say(f"  {name}")
        named = await console.line(tr("Which of these players are you? "), lambda begun: [])
    wanted = (named or "").strip().casefold()
    found = [
        person
        for person, name in enumerate(names)
        if wanted == str(person + 1) or (wanted and name.casefold().startswith(wanted))
    ]
    if len(found) != 1:
        raise Failure(
            tr("no player is meant by {named!r}; there are {names}.", named=wanted, names=", ".join(names)), status=2
        )
    return found[0]


def _network(args: Namespace, addresses: tuple[Address, ...]) -> dict[str, object]:
    bind = args.bind or (LOOPBACK if are_loopback(addresses) else None)
    return {"bind": bind, "advertise": args.advertise, "map_port": args.map_port, "port": args.port}
