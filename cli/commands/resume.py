"""``mare resume``: go on with a game that was left, or that a crash has ended."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from pathlib import Path

import trio

from cli.args import add_record_argument, address_of, check_record
from cli.bots.minds import STEADILY
from cli.command import Failure
from cli.commands.host import Hosting
from cli.commands.join import Visit
from cli.commands.play import again, play_on
from cli.crash_report import ConnectionFaults
from cli.editions import view_of
from cli.i18n.texts import count, tr, translated
from cli.play.company import Company, KeptGame, Manner, name_in, played_at
from cli.play.lobby import Wishes
from cli.play.network import Listening, add_network_arguments, become_reachable, network_args, network_of, place_of
from cli.play.past import proven, verified
from cli.play.processes import bot_processes, call_to_table, cards_of
from cli.play.seating import SEAT, Seating, card_of, listen_again
from cli.play.table_with_bots import GameWithBots
from cli.storage.files import read_record
from cli.storage.games import (
    LENT,
    Notes,
    Taken,
    elsewhere,
    how_it_went_on,
    is_game,
    kept,
    kept_record,
    named,
    notes_of,
    open_store,
    record_named,
    short,
    take_up,
    unknown,
)
from cli.storage.profile import open_bot, open_profile, profile_with
from cli.table_game import new_game, without_customs
from cli.ui.terminal import add_console_arguments, add_notice_argument, converse, full_screen, manners_of, unless_left
from cli.ui.text.console import Console, Left
from cli.ui.text.names import called
from core.engine.edition import RANDOM
from crypto import Identity
from p2p import (
    Address,
    Charter,
    Credentials,
    Door,
    IllegalAction,
    Invitation,
    Mesh,
    Offer,
    Rules,
    Session,
    SetupError,
    Store,
    StoredGame,
    Table,
)

EXAMPLES = ("mare resume", "mare resume 1a2b3c4d --at 203.0.113.7:4242")

LIKELIEST = 2
"""Addresses at which others are told to look for us."""


def add_arguments(parser: ArgumentParser) -> None:
    """Declare which game, and how it is shown."""
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help=tr("the beginning of the game's id, as `mare games` shows it")
    )
    parser.add_argument(
        "--at",
        metavar="HOST:PORT",
        action="append",
        default=[],
        help=tr("another player's new address, if they have moved; may be repeated"),
    )
    add_network_arguments(parser)
    add_record_argument(parser)
    add_console_arguments(parser)
    add_notice_argument(parser)


def run(args: Namespace) -> int:
    """Return 0 when the game has ended or the person has left it; raises Failure if it cannot go on."""
    check_record(args.record)
    moved = [address for address in map(address_of, args.at) if address is not None]
    store = open_store()
    games = named(store, args.game)
    if not games:
        raise _no_game(store, args.game)
    game = games[0]
    notes = notes_of(game)
    if game.progress.is_finished and (notes.seating is not None or not game.progress.awaited):
        raise Failure(
            tr(
                "game {short} is over; `mare show {short}` replays it, and `mare export {short} FILE` has its record.",
                short=short(game.charter),
            )
        )
    if notes.seating is not None and (moved or network_of(args)):
        raise Failure(
            tr(
                "game {short} is played with bots on this machine only, and needs no address.",
                short=short(game.charter),
            ),
            2,
        )
    if game.progress.is_proven and notes.seating is not None:
        raise Failure(" ".join([tr("game {short} has stopped.", short=short(game.charter)), *_proven(game, notes)]))
    taken = take_up(store, game.charter.id, game.player, _key(notes))

    async def sit_down(console: Console) -> None:
        if game.progress.is_finished or game.progress.is_proven:
            with closing(taken.journal):
                await show_end(console, game, notes, taken, args, moved)
            return
        if notes.seating is None:
            await go_on(console, game.charter, game.player, notes, taken, args, moved)
            return
        rematch: Seating | None = None
        try:
            with kept(console, game.charter, taken.journal, with_bots=True):
                rematch = await _with_bots(console, store, game, notes, taken, args.record)
        except* Left:
            pass  # they have been told how to take the game up
        if rematch is not None:
            others = [card.name for card in rematch.cards[SEAT + 1 :]]
            minds = notes.bots or (STEADILY,) * len(others)
            await play_on(console, replace(rematch, cards=()), minds, others, [0] * len(rematch.cards), None)

    converse(sit_down, manners_of(args))
    return 0


def _proven(game: StoredGame, notes: Notes) -> list[str]:
    """Return what a player is proven to have done, and how the game goes on, or has gone on here."""
    if (record := kept_record(game.charter.id.hex())) is not None:
        return proven(verified(record.data, notes.map_text), game.player)
    return [*filter(None, [how_it_went_on(game.charter)])]


def _no_game(store: Store, prefix: str) -> Failure:
    if record_named(store, prefix) is None:
        if is_game(prefix):
            return Failure(f"{unknown(prefix)} {elsewhere(prefix)}", status=2)
        read_record(prefix)
    return Failure(tr("{name}: this is a record, without keys; `mare continue {name}` goes on with it.", name=prefix))


def _key(notes: Notes) -> Identity | None:
    """Return the key of the profile that plays, None if the game has one of its own; raises Failure and OSError."""
    if notes.identity is not None:
        return None
    return (open_bot(notes.name) if notes.keeper == LENT else open_profile()).identity


async def _with_bots(
    console: Console, store: Store, game: StoredGame, notes: Notes, taken: Taken, record: Path | None
) -> Seating | None:
    """Go on at a table with bots on this machine, which are started again; returns the table of a rematch, if any."""
    before = Seating.from_json(notes.seating or {})
    own, *others = before.cards
    names = [card.name for card in others]
    board = new_game(game.charter.setup, before.map_text).rules
    async with full_screen(console, board, view_of(board), returning=True), bot_processes(names) as bots:
        console.say(
            tr(
                "Going on with game {id}, with {bots} on this machine …",
                id=short(game.charter),
                bots=count(len(names), "bot"),
            )
        )
        where = {"store": str(store.path), "game": game.charter.id.hex()}
        parts = [where | {"player": player} for player in range(len(before.cards)) if player != SEAT]
        minds = notes.bots or (STEADILY,) * len(others)
        async with unless_left(console):
            listeners = await listen_again(own.port)
            await call_to_table(bots, minds, [card.port for card in others], notes.table, kept=parts)
            card = card_of(own.name, taken.signer, listeners[0].socket.getsockname()[1])
            seating = replace(before, cards=(card, *await cards_of(bots)))
        table = GameWithBots(console, seating, taken.signer, taken.journal, minds)
        table.at_console.restore(taken.items)
        table.at_console.conversation.rematches = True
        await table.play(listeners, notes.table, bots, store)
    table.conclude(record)
    return again(before, rematch) if (rematch := table.rematch) else None


async def go_on(
    console: Console,
    charter: Charter,
    player: int,
    notes: Notes,
    taken: Taken,
    args: Namespace,
    moved: Iterable[Address] = (),
) -> None:
    """Go on where the others find us as before, if that can be; at the ``moved`` addresses some of them are now."""
    bot = notes.name if notes.keeper == LENT else None
    with closing(taken.journal):
        _check(charter, notes)
        offer = offer_of(charter, notes)
        profile = profile_with(taken.signer.identity, bot)
        name = name_in(charter, profile.identity.public) or profile.name
        wishes = Wishes(ready=bot is not None, bot=(*notes.bots, STEADILY)[0])
        noted = replace(notes, network=(notes.network or {}) | network_of(args))
        manner = Manner(wishes, noted, stays=bot is not None, record=args.record)
        async with _found_as_before(console, notes, taken, args) as (place, door), trio.open_nursery() as nursery:
            table: Hosting | Visit
            addresses = _addresses(charter, notes, moved)
            told = "\n".join(filter(None, [how_it_went_on(charter), _how_to_find(charter, place)]))
            if notes.host == player:
                table = Hosting(console, profile.identity, notes.table, name, offer, place, door)
                nursery.start_soon(table.announce)
            else:
                known = Invitation("table", notes.table, charter.players[notes.host].key, addresses[notes.host])
                table = Visit(console, profile.identity, known, place, notes.host)
            game = KeptGame(charter, notes.map_text, taken.signer, taken.journal, addresses, None, taken.items, told)
            await Company(console, profile, name, manner, place).go_on(table, door, game)
            nursery.cancel_scope.cancel()


def offer_of(charter: Charter, notes: Notes) -> Offer:
    """Return what a table plays that had this charter; raises Failure."""
    rules = Rules(charter.engine, charter.edition, charter.release, charter.data)
    edition, game_map = played_at(rules, notes.map_text)
    seats = len(charter.seats)
    options = edition.read_options(without_customs(charter.options), (RANDOM,) * seats)
    return Offer(rules, charter.options, seats, edition.empires(options, game_map), charter.watch)


async def show_end(
    console: Console, game: StoredGame, notes: Notes, taken: Taken, args: Namespace, moved: Iterable[Address]
) -> None:
    """Wait with a finished game for the players who have not closed it, or with a proof for those who have not seen it.

    With an end it waits until they have got and closed it.
    """
    charter = game.charter
    _check(charter, notes)
    session = Session(charter, partial(new_game, map_text=notes.map_text), taken.signer)
    session.restore(taken.items)
    if game.progress.is_proven:
        for told in _proven(game, notes):
            console.say(told)
        console.say(tr("Players who come back with `mare resume` get the proof here. Ctrl-C leaves."))
    else:
        for missing in (one for one in charter.everyone if one not in session.closings):
            console.say(tr("{name} did not sign the end.", name=called(charter, missing)))
        console.say(tr("Players who come back with `mare resume` get the end here. Ctrl-C leaves."))
    async with _found_as_before(console, notes, taken, args) as (place, door):
        console.say(_how_to_find(charter, place))
        table, credentials = Table(session, _unasked, lambda _: None, journal=taken.journal), _credentials(notes, taken)
        addresses = _addresses(charter, notes, moved)
        await table.play(Mesh(session, door, credentials, addresses, way=place.way), stays=True)
    console.say(tr("All players have signed the end. `mare export {short} FILE` has the record.", short=short(charter)))


async def _unasked(seat: int, refusal: IllegalAction | None) -> str:
    raise ValueError(f"seat {seat + 1} is asked in a game that is over")


def _check(charter: Charter, notes: Notes) -> None:
    """Raise Failure if a game cannot be played here."""
    try:
        new_game(charter.setup, notes.map_text)
    except SetupError as error:
        raise Failure(tr("game {short} cannot go on: {error}", short=short(charter), error=error)) from None


@asynccontextmanager
async def _found_as_before(
    console: Console, notes: Notes, taken: Taken, args: Namespace
) -> AsyncIterator[tuple[Listening, Door]]:
    """Let the others in where they found us before; yield where that is, and the door."""
    async with _place(console, notes, args) as place, trio.open_nursery() as nursery:
        door = Door(
            place.listeners,
            _credentials(notes, taken),
            lambda line: console.say(tr("At the door: {line}", line=translated(line))),
            ConnectionFaults("resume", console.say),
            place.endpoint,
        )
        nursery.start_soon(door.serve)
        yield place, door
        nursery.cancel_scope.cancel()


def _credentials(notes: Notes, taken: Taken) -> Credentials:
    return Credentials(notes.table, taken.signer.identity)


def _how_to_find(charter: Charter, place: Listening) -> str:
    """Return what to tell the others if they do not find us by themselves."""
    plain = [address for address in place.addresses if address.key is None]
    where = " ".join(f"--at {address}" for address in plain[:LIKELIEST])
    told = tr("If the others don't find you, give them this line:")
    return f"{told}\n  mare resume {short(charter)} {where}"


def _addresses(charter: Charter, notes: Notes, moved: Iterable[Address]) -> Mapping[int, tuple[Address, ...]]:
    """Return where to look for each of the others: at all given addresses, and where they were last."""
    moved = tuple(moved)
    return {player: (*moved, *notes.addresses.get(player, ())) for player in charter.everyone}


@asynccontextmanager
async def _place(console: Console, notes: Notes, given: Namespace) -> AsyncIterator[Listening]:
    """Listen as before, except for what the arguments change; at any port if the old one is taken. Raises Failure."""
    asked = network_of(given)
    args = network_args((notes.network or {}) | asked)
    known = [address for where in notes.addresses.values() for address in where]
    async with AsyncExitStack() as stack:
        try:
            place = await stack.enter_async_context(place_of(args, console, named=known))
        except Failure:
            if "port" in asked:
                raise
            args.port = 0
            place = await stack.enter_async_context(place_of(args, console, named=known))
        await become_reachable(place, console)
        yield place
