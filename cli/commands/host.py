"""``mare host``: open a table for people, here and elsewhere."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

import trio

from cli.args import add_game_arguments, check_record, edition_named, map_text_of, options_of
from cli.command import Failure
from cli.crash_report import ConnectionFaults
from cli.i18n.texts import tr, translated
from cli.play.company import (
    Company,
    Manner,
    Table,
    add_manner_arguments,
    autopilot_of,
    check_manner,
    name_of,
    notes_for,
    rules_of,
    wishes_of,
)
from cli.play.game_session import GameSession
from cli.play.network import Listening, add_network_arguments, become_reachable, place_of
from cli.play.past import PastGame, going_on_from
from cli.play.terms import CLOCK, MEANINGS, MOST_MINUTES
from cli.storage.games import MYSELF
from cli.storage.profile import open_profile
from cli.table_game import Customs, map_of, with_customs
from cli.table_game import setup_of as charter_setup
from cli.ui.terminal import add_console_arguments, add_notice_argument, converse, manners_of
from cli.ui.text.console import Console
from crypto import Identity, PublicKey
from p2p import (
    GREETING,
    Address,
    Announcement,
    Changed,
    Charter,
    Continued,
    Credentials,
    DiscoveryError,
    Door,
    Entrant,
    HostLobby,
    HostRoom,
    LobbyShow,
    Offer,
    Rules,
    TableSecret,
    announce,
    turned,
)
from p2p import Place as Seat

EXAMPLES = ("mare host", "mare host --players 4 --bots 1", "mare host --port 4242 --advertise 203.0.113.7")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the table, the network, and the host's own wishes."""
    add_game_arguments(parser)
    add_network_arguments(parser)
    add_manner_arguments(parser)
    add_console_arguments(parser)
    add_notice_argument(parser)
    parser.add_argument("--clock", type=int, default=0, metavar="MINUTES", help=tr(MEANINGS[CLOCK]))
    parser.add_argument("--no-hints", action="store_true", help=tr("allow no hints at this table"))
    parser.add_argument("--no-watch", action="store_true", help=tr("allow no spectators at this table"))


def run(args: Namespace) -> int:
    """Return 0 when the host has closed the table; raises Failure if it cannot be opened or no game came about."""
    edition = edition_named(args)
    game_map = map_of(map_text_of(args, edition), edition)
    options = options_of(args, edition, game_map, args.empire)
    if not 0 <= args.clock <= MOST_MINUTES:
        raise Failure(
            tr("--clock {minutes}: give minutes from 0 to {most}.", minutes=args.clock, most=MOST_MINUTES), status=2
        )
    choices = edition.empires(options, game_map)
    agreed = with_customs(charter_setup(options, game_map, edition).options, Customs(args.clock, not args.no_hints))
    offer = Offer(rules_of(edition, game_map), agreed, options.players, choices, not args.no_watch)
    wishes = wishes_of(args)
    notes = notes_for(args, MYSELF, autopilot_of(args), edition)
    manner = Manner(wishes, notes, record=args.record)
    check_manner(manner, edition, game_map)
    if 1 + wishes.bots > options.players:
        raise Failure(
            tr(
                "--bots {bots}: this table has {seats} seats, and one is yours.",
                bots=wishes.bots,
                seats=options.players,
            ),
            status=2,
        )
    open_table(args, manner, offer)
    return 0


def open_table(args: Namespace, manner: Manner, offer: Offer, past: PastGame | None = None) -> None:
    """Open a table, and stay at it; raises Failure if it cannot be opened or no game came about.

    The first game goes on with ``past``, if there is one.
    """
    check_record(args.record)
    profile = open_profile()
    name = name_of(args, profile, past)

    async def sit_down(console: Console) -> None:
        async with place_of(args, console) as place:
            await become_reachable(place, console)
            secret, identity = TableSecret.generate(), profile.identity
            door = Door(
                place.listeners,
                Credentials(secret, identity),
                lambda line: console.say(tr("At the door: {line}", line=translated(line))),
                ConnectionFaults("host", console.say),
                place.endpoint,
            )
            hosting = Hosting(console, identity, secret, name, offer, place, door, past)
            async with trio.open_nursery() as nursery:
                nursery.start_soon(door.serve)
                nursery.start_soon(hosting.announce)
                await Company(console, profile, name, manner, place).sit(hosting, door)
                nursery.cancel_scope.cancel()

    converse(sit_down, manners_of(args))


class Hosting(Table):
    """The host's table, from the first guest to the last game."""

    def __init__(
        self,
        console: Console,
        identity: Identity,
        secret: TableSecret,
        name: str,
        offer: Offer,
        place: Listening,
        door: Door,
        past: PastGame | None = None,
    ) -> None:
        """The first game goes on with ``past``, if there is one."""
        self._renewed = trio.Event()
        super().__init__(console, identity, secret, place)
        self._name = name
        self._door = door
        self._new = self._offer = offer
        self._returning: tuple[Seat, ...] = ()
        if past is not None:
            self._go_on_with(past)
        self._room: HostRoom | None = None
        self._opened = trio.Event()

    def _go_on_with(self, past: PastGame) -> None:
        """Continue a recorded game in the next one."""
        self._returning = past.places
        rules = self._new.rules._replace(past=past.record)
        self._offer = self._new._replace(rules=rules, choices=past.going_on.seats)

    @property
    def host(self) -> PublicKey:
        return self._identity.public

    @property
    def addresses(self) -> tuple[Address, ...]:
        return self._place.addresses

    def renew(self, secret: TableSecret) -> None:
        """Take a secret, by which the table is announced, too."""
        super().renew(secret)
        self._renewed.set()

    async def announce(self) -> None:
        """Announce the table on this network once it is open, unless it is on this machine only."""
        await self._opened.wait()
        while not self._place.on_loopback:
            self._renewed = trio.Event()
            table, seats = self.secret.table(), self._offer.seats
            try:
                async with announce(Announcement(table, GREETING, self._name, seats, self._place.nearby)):
                    await self._renewed.wait()
            except DiscoveryError as error:
                self._console.say(
                    tr("Your friends can't find the table by its words alone: {error}", error=translated(error))
                )
                await self._renewed.wait()

    async def approach(self) -> Rules:
        """Return the host is there already."""
        return self._offer.rules

    async def enter(self, entrant: Entrant, show: LobbyShow, past: Continued | None = None) -> HostRoom:
        """Open the lobby, in which the host is the first; the first time, invite to it."""
        self._room = HostRoom(HostLobby(self._offer, entrant, self._returning, past), show)
        self._door.open("lobby", self._room.admit, self._room.receive)
        if not self._opened.is_set():
            self._opened.set()
            self._console.say(
                tr("The table is open. Give your friends this invitation:\n{join}", join=self.invitations.join)
            )
        show(Changed(self._room.picture))
        return self._room

    async def leave(self) -> None:
        """Send all members home."""
        if self._room is not None:
            await self._room.close()

    def begin(self, charter: Charter) -> None:
        """Let only players in from now on; the next game has the same options, and begins anew."""
        if self._room is not None:
            self._offer = self._new if charter.after else self._room.offer
        self._door.close_room("lobby")

    def finish(self, game: GameSession) -> None:
        """Keep all places for the next game, the seats turned by one; go on with a game that a proof has stopped."""
        if game.goes_on:
            self._new = self._offer
            self._go_on_with(going_on_from(game.session))
        else:
            self._returning = turned(game.session.charter, game.played())
