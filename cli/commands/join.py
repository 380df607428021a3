"""``mare join``: sit down at a friend's table."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import replace

import trio

from cli.args import (
    add_invitation_arguments,
    add_map_argument,
    add_record_argument,
    address_of,
    check_record,
    given,
    seat_of,
)
from cli.command import Failure
from cli.crash_report import ConnectionFaults
from cli.i18n.texts import marked, tr, translated
from cli.play.company import (
    Company,
    Manner,
    Table,
    add_manner_arguments,
    autopilot_of,
    name_of,
    notes_for,
    usable,
    wishes_of,
)
from cli.play.console_session import LINGERING
from cli.play.game_session import GameSession
from cli.play.network import (
    LOOPBACK,
    Full,
    Listening,
    add_network_arguments,
    are_loopback,
    become_reachable,
    find,
    found_at,
    look_around,
    place_of,
    until_let_in,
)
from cli.storage.games import MYSELF
from cli.storage.profile import Profile, open_profile
from cli.ui.terminal import Manners, add_console_arguments, add_notice_argument, converse, manners_of
from cli.ui.text.console import Console
from crypto import Identity, PublicKey
from p2p import (
    Address,
    Charter,
    Connection,
    Continued,
    DialError,
    Door,
    Entrant,
    GuestLobby,
    GuestRoom,
    Invitation,
    LobbyShow,
    Rules,
    dial_any,
    table_at,
)

EXAMPLES = ("mare join mare://join/AQ…", "mare join --at 203.0.113.7:4242 abandon amount liar …", "mare join")

AGAIN = LINGERING + 10
"""Seconds for a host to open the lobby again after a game, the end of which they may look at."""

PLAYS_ON = marked(
    "the host plays on without you, or still looks at the end of the game. `mare join` with the same invitation leads"
    " to the lobby once it is open."
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare whose table, and what the guest wants there."""
    add_guest_arguments(parser)
    add_manner_arguments(parser)
    add_console_arguments(parser)
    add_notice_argument(parser)
    add_map_argument(parser)
    add_record_argument(parser)


def add_guest_arguments(parser: ArgumentParser) -> None:
    """Declare whose table, and how others reach this machine."""
    add_invitation_arguments(
        parser,
        tr("mare://join/… or twelve words; without it, search this network"),
        tr("the table's address, if the invitation does not have it"),
    )
    add_network_arguments(parser)


def run(args: Namespace) -> int:
    """Return 0 when the guest has left the table; raises Failure if they cannot come in or no game begins."""
    check_record(args.record)
    notes = notes_for(args, MYSELF, autopilot_of(args))
    manner = Manner(wishes_of(args), notes, record=args.record, is_named=args.name is not None)
    return sit_down(args, manner, _myself, manners_of(args))


def _myself(args: Namespace) -> tuple[Profile, str]:
    profile = open_profile()
    return profile, name_of(args, profile)


def sit_down(
    args: Namespace,
    manner: Manner,
    who: Callable[[Namespace], tuple[Profile, str]],
    manners: Manners,
) -> int:
    """Go to the table that the arguments name, and stay; returns 0 or raises Failure.

    ``who`` says with which profile and name, once it is clear that there is somewhere to go.
    """
    invitation = given(args, seat_of)
    at = address_of(args.at)
    profile, name = who(args)

    async def visit(console: Console) -> None:
        found, nearby = (invitation, ()) if invitation is not None else await look_around(console)
        addresses = (at,) if at is not None else found.addresses or nearby or await find(console, found)
        near = LOOPBACK if are_loopback(addresses) else None
        async with place_of(args, console, near, addresses) as place, trio.open_nursery() as nursery:
            guest = Visit(console, profile.identity, replace(found, addresses=addresses), place)
            faults = ConnectionFaults("join", console.say)
            door = Door(place.listeners, guest.credentials, lambda line: None, faults, place.endpoint)
            nursery.start_soon(door.serve)
            await Company(console, profile, name, manner, place).sit(guest, door)
            nursery.cancel_scope.cancel()

    converse(visit, manners)
    return 0


class Visit(Table):
    """The table that a guest visits."""

    def __init__(
        self,
        console: Console,
        identity: Identity,
        invitation: Invitation,
        place: Listening,
        host: int | None = None,
    ) -> None:
        """``host`` is the number of the host in the game that is played, if one is."""
        super().__init__(console, identity, invitation.secret, place)
        self._rules: Rules | None = None
        self._addresses = invitation.addresses
        self._key = invitation.key
        self._reached: tuple[Connection, Address] | None = None
        self._host = host
        """The number of the host in the newest game; None before the first one."""

    @property
    def host(self) -> PublicKey:
        """Whose table it is; known once they have opened the door."""
        if self._key is None:
            raise RuntimeError("no host has opened yet")
        return self._key

    @property
    def addresses(self) -> tuple[Address, ...]:
        return self._addresses

    @property
    def _connection(self) -> Connection:
        if self._reached is None:
            raise RuntimeError("no host has opened yet")
        return self._reached[0]

    async def approach(self) -> Rules:
        """Dial the host, who says what is played; after a game, until the lobby is open again.

        If the door has no room, try again. Raises Failure and LobbyEnded.
        """
        return await until_let_in(self._console, self._approach)

    async def _approach(self) -> Rules:
        again = self._host is not None
        deadline, waits = trio.current_time() + (AGAIN if again else 0), False
        while True:
            try:
                self._reached = await dial_any(
                    self._addresses, self.credentials, "lobby", b"", self._key, self._place.way.open
                )
                if not again:
                    self._console.say(found_at(self._reached[1]))
                    await become_reachable(self._place, self._console)
                self._key = self._connection.peer
                self._rules = await table_at(self._connection)
                return self._rules
            except DialError as error:
                if error.is_full:
                    raise Full(translated(error)) from None
                if trio.current_time() >= deadline:
                    told = tr(PLAYS_ON) if again and error.closed else f"{translated(error)}{self._hint()}"
                    raise Failure(told) from None
                if not waits:
                    waits = True
                    self._console.say(tr("Waiting for the host to open the lobby …"))
            await trio.sleep(1)

    def _hint(self) -> str:
        """Return what else may help, if the invitation names a relay that was not asked."""
        if self._place.way.relays or not any(address.relay is not None for address in self._addresses):
            return ""
        return " " + tr("The invitation names a relay, too: with `--reach anywhere`, this program may ask it.")

    async def enter(self, entrant: Entrant, show: LobbyShow, past: Continued | None = None) -> GuestRoom:
        if self._rules is None:
            raise RuntimeError("the host has not said what is played")
        return GuestRoom(GuestLobby(self._rules, entrant, past), self._connection, show)

    async def leave(self) -> None:
        """Do nothing: a guest who leaves a lobby has hung up already."""

    def begin(self, charter: Charter) -> None:
        """Note the host's addresses; the one that answered comes first."""
        self._host = charter.player(self.host)
        if self._reached is not None:
            far = (address for address in self._addresses if address.key is not None)
            self.known = {self._host: tuple(dict.fromkeys((self._reached[1], *far)))}

    def finish(self, game: GameSession) -> None:
        """Note where the host is now; the host keeps all places."""
        if self._host is not None:
            told = usable(game.session.roster.addresses(self._host), self._place.way)
            self._addresses = tuple(dict.fromkeys((*told, *self._addresses)))
