"""A table of people from one person's side, game after game: the lobby, the game, and the lobby again."""

from __future__ import annotations

import shlex
from abc import ABC, abstractmethod
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import trio

from cli.args import (
    add_strength_argument,
    add_talk_argument,
    add_think_argument,
    bot_of,
    empires_of,
    map_text_of,
    title_of,
)
from cli.bots.minds import ENGINE, Chosen, reliable_mind
from cli.command import Failure
from cli.editions import view_of
from cli.i18n.texts import both, tr, translated
from cli.play.bot_seats import BotSeats
from cli.play.console_session import ConsoleSession, CutShort
from cli.play.game_session import GameSession
from cli.play.lobby import Invitations, LobbyDialogue, Wishes
from cli.play.network import LOOPBACK, Listening, limit_of, network_of
from cli.play.past import PastGame, past_game, proven_here, verified
from cli.play.people import OtherPeople
from cli.play.seating import fresh_signer
from cli.play.stand_in import StandIn, as_strong_as
from cli.play.terms import Terms
from cli.storage.games import Notes, begin, kept, known_of, open_store, without_them
from cli.storage.profile import Profile, problem_of
from cli.table_game import edition_of, new_game, played
from cli.ui.terminal import full_screen
from cli.ui.text.console import Console, Left
from cli.ui.text.names import called
from core.engine.edition import RANDOM, Edition
from core.engine.game import Game
from crypto import Identity, PublicKey, to_words
from p2p import (
    PATIENCE,
    Address,
    AddressError,
    Addresses,
    Charter,
    CharterError,
    Continued,
    Credentials,
    Door,
    Entrant,
    Event,
    Invitation,
    Journal,
    LobbyEnded,
    LobbyEvent,
    LobbyRoom,
    LobbyShow,
    Mesh,
    Past,
    Renewed,
    Rules,
    Session,
    SetupError,
    Signer,
    Started,
    StoredJournal,
    TableSecret,
    Way,
)

RETURNING = 600.0
"""Seconds for all players of a kept game to come back, once there are enough to go on."""


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game that a person plays at a table and keeps, begun just now or taken up again.

    ``addresses`` has by player where they may be found. ``past`` is the game that a new one continues. Of a game taken
    up again, ``items`` are in its journal, and ``told`` is what to say of how others find us.
    """

    charter: Charter
    map_text: str | None
    signer: Signer
    journal: StoredJournal
    addresses: Mapping[int, tuple[Address, ...]]
    past: PastGame | None = None
    items: Sequence[bytes] | None = None
    told: str = ""

    @property
    def lent(self) -> int:
        """Return how many bots the person has lent to the game."""
        return len(self.charter.seats_of(self.charter.player(self.signer.identity.public))) - 1


@dataclass(frozen=True, slots=True)
class Manner:
    """How a person takes part: their wishes in the lobby, who plays their seat, and what is noted of their games.

    ``stays`` keeps the same wishes before every game, as a lent bot does. ``is_named`` says that they have given a
    name for this table, which counts also if they had another one in the game that it continues.
    """

    wishes: Wishes
    notes: Notes
    stays: bool = False
    record: Path | None = None
    is_named: bool = False


class Table(ABC):
    """The table at which a person sits down, as its host or as a guest."""

    def __init__(self, console: Console, identity: Identity, secret: TableSecret, place: Listening) -> None:
        self._console = console
        self._identity = identity
        self._place = place
        self.known: dict[int, tuple[Address, ...]] = {}
        """By person: addresses at which they were found, apart from those that they tell."""
        self.renew(secret)

    @property
    @abstractmethod
    def host(self) -> PublicKey:
        """Whose table it is; of a guest's table that is known after ``approach``."""

    @property
    @abstractmethod
    def addresses(self) -> tuple[Address, ...]:
        """Where the host can be found, as far as that is known by now."""

    @property
    def invitations(self) -> Invitations:
        """How others can be invited to it."""
        return invitations(
            Invitation("table", self.secret, self.host, self.addresses),
            Invitation("watch", self.secret.watch(), self.host, self.addresses),
        )

    @abstractmethod
    async def approach(self) -> Rules:
        """Go to the lobby's door, and return what is played there; raises Failure and LobbyEnded."""

    @abstractmethod
    async def enter(self, entrant: Entrant, show: LobbyShow, past: Continued | None = None) -> LobbyRoom:
        """Come into the lobby of a new game, or of one that goes on."""

    def renew(self, secret: TableSecret) -> None:
        """Take a secret, which invitations carry from now on, and which lets others in, and us."""
        self.secret = secret
        self.credentials = Credentials(secret, self._identity)

    @abstractmethod
    async def leave(self) -> None:
        """Go from the lobby, not having agreed to anything."""

    @abstractmethod
    def begin(self, charter: Charter) -> None:
        """Note that the lobby is over, and a game begins."""

    @abstractmethod
    def finish(self, game: GameSession) -> None:
        """Note that the game is over."""


def invitations(join: Invitation, watch: Invitation) -> Invitations:
    """Return the text about a table's invitations. It has the twelve words only if the table is announced.

    If it is on this machine only, the text says so.
    """
    if limit := limit_of(join.addresses):
        return Invitations(f"{join.text()}\n{limit}", f"{watch.text()}\n{limit}")
    words = to_words(join.secret.reveal())
    near = tr("\nOn the same network, twelve words are enough for `mare join`:\n  {words}", words=words)
    return Invitations(f"{join.text()}{near}", watch.text())


class Company:
    """A person among people. Only their identity lasts: all else that others see of it is new in every game."""

    def __init__(
        self,
        console: Console,
        profile: Profile,
        name: str,
        manner: Manner,
        place: Listening,
    ) -> None:
        self._console = console
        self._profile = profile
        self._name = name
        self._manner = manner
        self._place = place
        self._games = 0
        self._store = open_store()
        self._bot = manner.wishes.bot
        self._lent = 0
        """Bots that the person lent in the last game."""
        self._otherwise = ""
        """How the last game goes on if the lobby does not open, after a proof; else nothing."""

    async def go_on(self, table: Table, door: Door, game: KeptGame) -> None:
        """Go on with a game that was kept; after it, stay at the table like anyone who plays there."""
        self._lent = game.lent
        if await self._play(table, door, game):
            await self.sit(table, door)

    def _say_how_called(self) -> None:
        if self._name == self._profile.name and not self._profile.is_named:
            self._console.say(
                tr(
                    "You are called {name}, as on this machine; `mare whoami --name NAME` changes that.",
                    name=self._name,
                )
            )
        elif self._name != self._profile.name and not self._manner.stays:
            self._console.say(
                tr(
                    "You are called {name} at this table only; `mare whoami --name {quoted}` keeps that name.",
                    name=self._name,
                    quoted=shlex.quote(self._name),
                )
            )

    async def sit(self, table: Table, door: Door) -> None:
        """Play game after game until the person leaves or the table is no more; raises Failure if none was played."""
        may_go_on, map_text = True, self._manner.notes.map_text
        while may_go_on:
            signer = await trio.to_thread.run_sync(fresh_signer, self._profile.identity)
            try:
                rules = await table.approach()
                edition, game_map = played_at(rules, map_text)
                check_manner(self._manner, edition, game_map)
                past = await self._past(rules, map_text)
                if not self._games:
                    self._say_how_called()
                lobby = self._lobby(table, Terms(edition, game_map, past))
                going_on = None if past is None else past.going_on
                room = await table.enter(self._entrant(signer), _renewing(table, door, lobby.show), going_on)
                charter = await lobby.stay(room)
            except Left:
                await table.leave()
                self._console.say(tr("You have left the table."))
                return
            except (Failure, LobbyEnded) as reason:
                if not self._games:
                    raise reason if isinstance(reason, Failure) else Failure(translated(reason)) from None
                self._console.say("\n".join(filter(None, [translated(reason), self._otherwise])))
                return
            self._bot = lobby.bot
            table.begin(charter)
            addresses = self._addresses(room, table)
            journal = self._begin(charter, signer, table, addresses)
            game = KeptGame(charter, map_text, signer, journal, addresses, past)
            self._lent = game.lent
            may_go_on = await self._play(table, door, game, is_last=lobby.is_deaf and not self._manner.stays)

    async def _play(self, table: Table, door: Door, game: KeptGame, *, is_last: bool = False) -> bool:
        """Play a game, and return whether another one may follow; raises CutShort if it is cut short and none may."""
        board, is_kept, self._otherwise = self._board(game), game.items is not None, ""
        with kept(self._console, game.charter, game.journal):
            async with full_screen(self._console, board, view_of(board), returning=is_kept):
                seat = self._sit_down(game, table.secret)
                seat.game.host = None if is_last else game.charter.player(table.host)
                session, way = seat.game.session, self._place.way
                if game.items is not None:
                    seat.restore(game.items)
                elif game.past is not None:
                    seat.game.table.go_on_from(Past(game.past.record))
                if game.told:
                    self._console.say(game.told)
                await seat.play(Mesh(session, door, table.credentials, game.addresses, way=way))
        try:
            seat.conclude(self._manner.record if not self._games else None)
        except CutShort as reason:
            if not seat.game.returns:
                raise
            self._console.say(str(reason))
        self._games += 1
        if seat.game.left or not seat.game.has_lobby:
            return False
        table.finish(seat.game)
        if seat.game.goes_on:
            self._part_with_accused(seat.game.session, is_host=table.host == self._profile.identity.public)
        else:
            self._console.say(tr("Back to the lobby, for another game …"))
            self._console.say(tr("The last game: {ending}", ending=seat.game.ending()))
        return True

    def _part_with_accused(self, session: Session, *, is_host: bool) -> None:
        """Say without whom the game goes on; the host lends a bot for each of their seats."""
        charter, accused = session.charter, sorted(session.proofs)
        if is_host:
            self._lent += sum(len(charter.seats_of(player)) for player in accused)
        self._otherwise = without_them(charter, session.rest)
        names = both([called(charter, player) for player in accused])
        self._console.say(tr("Back to the lobby, to go on with this game without {names} …", names=names))

    async def _past(self, rules: Rules, map_text: str | None) -> PastGame | None:
        """Return the game that the table continues, verified; raises Failure if its record is not good."""
        if not rules.past:
            return None
        past = past_game(await trio.to_thread.run_sync(verified, rules.past, map_text))
        if past.record != rules.past or past.charter.setup[:4] != rules[:4]:
            raise Failure(tr("the table goes on with a game that breaks off where none can go on; you have left it."))
        past = await trio.to_thread.run_sync(proven_here, past, map_text)
        self._console.say(past.told)
        if not self._manner.is_named:
            self._name = name_in(past.charter, self._profile.identity.public) or self._name
        return past

    def _lobby(self, table: Table, terms: Terms) -> LobbyDialogue:
        again = Wishes(bots=self._lent, bot=self._bot)
        wishes = self._manner.wishes if self._manner.stays or not self._games else again
        me, players = self._profile.identity.public, self._profile.players
        reach = self._place.told()
        return LobbyDialogue(self._console, me, table.host, terms, lambda: table.invitations, players, wishes, reach)

    def _entrant(self, signer: Signer) -> Entrant:
        addresses = tuple((address.host, address.port) for address in self._place.addresses)
        name = self._name.encode("utf-8")
        return Entrant(signer.identity.public, name, signer.chat.public, signer.chain.tip, addresses)

    def _board(self, game: KeptGame) -> Game[Any]:
        """Return the board of a game, to be looked at before it begins; raises Failure."""
        try:
            return new_game(game.charter.setup, game.map_text).rules
        except SetupError as error:
            raise Failure(str(error)) from None

    def _begin(
        self, charter: Charter, signer: Signer, table: Table, addresses: Mapping[int, Iterable[Address]]
    ) -> StoredJournal:
        """Keep the game, with the port that we listen at, so that others find us there again."""
        port: int = self._place.listeners[0].socket.getsockname()[1]
        notes = self._manner.notes
        network = (notes.network or {}) | {"port": port, "key": self._place.key}
        if self._place.on_loopback:
            network["bind"] = LOOPBACK
        notes = replace(
            notes,
            name=self._name,
            secret=table.secret.reveal().hex(),
            network=network,
            known=known_of(addresses),
            bots=(self._bot,),
            host=charter.player(table.host),
        )
        return begin(self._store, charter, signer, notes)

    def _sit_down(self, game: KeptGame, secret: TableSecret) -> ConsoleSession:
        charter, signer = game.charter, game.signer
        own = game.map_text, signer, game.journal, self._place, secret
        try:
            seat = at_table_of_people(
                self._console,
                charter,
                *own,
                own_bot=self._manner.notes.player,
                bot=self._bot,
                patience=PATIENCE if game.items is None else RETURNING,
            )
        except (CharterError, SetupError) as error:
            raise Failure(str(error)) from None

        def meet(event: Event) -> None:
            if isinstance(event, Started):
                for remark in self._profile.players.meet_signers(charter, signer.identity.public):
                    seat.conversation.notice(remark)

        seat.game.shows.append(meet)
        return seat

    def _addresses(self, room: LobbyRoom, table: Table) -> dict[int, tuple[Address, ...]]:
        """Return by person the addresses where they were found, and those that they tell, if these may be dialled."""
        found = dict(table.known)
        for player, member in enumerate(room.picture.members if room.picture is not None else ()):
            found[player] = (*found.get(player, ()), *usable(member.addresses, self._place.way))
        return found


def usable(told: Addresses, way: Way) -> list[Address]:
    """Return those of the addresses that a player tells which may be dialled."""
    addresses: list[Address] = []
    for host, port in told:
        with suppress(AddressError):
            addresses.append(Address.of(host, port))
    return [address for address in addresses if way.may_dial(address)]


def _renewing(table: Table, door: Door, show: LobbyShow) -> LobbyShow:
    """Return ``show``, before which the table and our door take another secret if the table gets one."""

    def shown_after(event: LobbyEvent) -> None:
        if isinstance(event, Renewed):
            table.renew(event.secret)
            door.renew(table.credentials)
        show(event)

    return shown_after


def add_manner_arguments(parser: ArgumentParser) -> None:
    """Declare who the player is, and their wishes."""
    parser.add_argument(
        "--name", help=tr("your name at this table (default: as in the game that goes on, else as `mare whoami` says)")
    )
    parser.add_argument(
        "--empire",
        type=str.lower,
        default=RANDOM,
        help=tr("what you want to play, for example rome (default: chance decides)"),
    )
    parser.add_argument("--bots", type=int, default=0, metavar="N", help=tr("how many bots you lend for free seats"))
    add_strength_argument(parser)
    add_think_argument(parser)
    add_talk_argument(parser)
    parser.add_argument("--autopilot", action="store_true", help=tr("let a bot play your own seat too"))
    parser.add_argument(
        "--ready", action="store_true", help=tr("agree to the first game as soon as every seat is taken")
    )


def notes_for(args: Namespace, keeper: str, player: Chosen | None, edition: Edition | None = None) -> Notes:
    """Return what the arguments say of how to sit down again; the table adds the rest.

    A guest's map may be of any edition, because only the host knows which one is played.
    """
    return Notes(keeper, map_text=map_text_of(args, edition), network=network_of(args), player=player)


def wishes_of(args: Namespace) -> Wishes:
    """Return the wishes in the arguments; raises Failure for what cannot be. ``check_manner`` asks the table."""
    if args.bots < 0:
        raise Failure(tr("--bots {bots}: say how many; 0 is none.", bots=args.bots), status=2)
    return Wishes(args.empire, args.bots, args.ready, bot_of(args))


def check_manner(manner: Manner, edition: Edition, game_map: Any) -> None:
    """Raise Failure for what no table of the edition has on this map."""
    wishes = manner.wishes
    known = empires_of(edition, game_map)
    if wishes.empire not in (RANDOM, *known):
        raise Failure(
            tr(
                "there is no {side} {empire!r} in {title}; choose from {known}.",
                side=tr(edition.rules.side),
                empire=wishes.empire,
                title=title_of(edition, game_map),
                known=", ".join(known),
            ),
            status=2,
        )
    if wishes.bots >= max(edition.tables(game_map)):
        raise Failure(
            tr(
                "--bots {bots}: no table of {title} has seats for so many.",
                bots=wishes.bots,
                title=title_of(edition, game_map),
            ),
            status=2,
        )
    for chosen in filter(None, (wishes.bot, manner.notes.player)):
        if not chosen.name.startswith(ENGINE) and chosen.name not in edition.strengths:
            raise Failure(
                tr(
                    "--strength {strength}: {title} has no such bots; choose from {known}.",
                    strength=chosen.name,
                    title=edition.title,
                    known=", ".join(edition.strengths),
                ),
                status=2,
            )


def autopilot_of(args: Namespace) -> Chosen | None:
    """Return who plays the person's own seat, if they do not."""
    return bot_of(args) if args.autopilot else None


def name_of(args: Namespace, profile: Profile, past: PastGame | None = None) -> str:
    """Return how the person is called, by default as in the ``past`` game; raises Failure for what is no name."""
    if args.name is None:
        before = "" if past is None else name_in(past.charter, profile.identity.public)
        return before or profile.name
    name: str = args.name
    if problem := problem_of(name):
        raise Failure(f"--name: {problem}", status=2)
    return name


def name_in(charter: Charter, key: PublicKey) -> str:
    """Return how the player with this key is called in a game; nothing if no one has it, or that is no name here."""
    player = next((number for number in charter.everyone if charter.players[number].key == key), None)
    if player is None:
        return ""
    name = charter.seats[charter.seats_of(player)[0]].name.decode("utf-8", "replace")
    return "" if problem_of(name) else name


def rules_of(edition: Edition, game_map: Any) -> Rules:
    """Return what two programs must have in common to play together."""
    return Rules(edition.engine, edition.id, edition.release, game_map.digest)


def played_at(rules: Rules, map_text: str | None) -> tuple[Edition, Any]:
    """Return the edition and the map that a table plays; raises Failure if this program has another, or none."""
    try:
        return played(rules, map_text)
    except SetupError as error:
        raise Failure(str(error)) from None


def at_table_of_people(
    console: Console,
    charter: Charter,
    map_text: str | None,
    signer: Signer,
    journal: Journal,
    place: Listening,
    secret: TableSecret,
    *,
    own_bot: Chosen | None,
    bot: Chosen,
    patience: float = PATIENCE,
) -> ConsoleSession:
    """Return a person's game at the console.

    ``own_bot`` plays the own seat, unless the person does it; ``bot`` says how the bots play that they lend. Raises
    CharterError or SetupError.
    """
    session = Session(charter, partial(new_game, map_text=map_text), signer, agreeable=own_bot is not None)
    own, *lent = charter.seats_of(session.me or 0)
    chosen = dict.fromkeys(lent, bot) | ({} if own_bot is None else {own: own_bot})
    edition = edition_of(charter.setup)
    minds = partial(reliable_mind, edition=edition, tell=console.say)
    game = GameSession(session, BotSeats(chosen, minds), journal, patience)
    stand_in = StandIn(game.table, as_strong_as([bot], edition)) if own_bot is None else None
    people = OtherPeople(game.table, stand_in)
    people.invitation = Invitation("table", secret, signer.identity.public, place.addresses)
    session.listen_at(tuple((address.host, address.port) for address in place.addresses))
    return ConsoleSession(console, game, people)
