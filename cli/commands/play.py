"""``mare play``: a person at the table, with bots as the other peers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import trio

import core
from cli.args.options import add_table_arguments, check_record, map_text_of, options_of, ports_of, save_record
from cli.args.strength import add_bots_argument, add_talk_argument, add_think_argument, seconds_of, strengths_of
from cli.bots.minds import Chosen
from cli.command import Failure
from cli.editions import view_of
from cli.i18n.counting import count
from cli.i18n.texts import heard, marked, problem_of, term, tr
from cli.play.peer import Peer
from cli.play.people import speaker, take_up
from cli.play.processes import BotGone, BotProcess, bot_processes, call_to_table, cards_of, follow
from cli.play.seating import HOST, Seating, card_of
from cli.play.solitary import OnlyBots
from cli.storage.games import MYSELF, Notes, begin, kept, open_store, pem_of, short
from cli.storage.keys import fresh_signer
from cli.storage.maps import map_of
from cli.storage.profile import own_name
from cli.ui.terminal import add_console_arguments, converse, dialogue_for, full_screen, manners_of, unless_left
from cli.ui.text import votes
from cli.ui.text.dialogue import Console, Left
from core import Options
from core.empires.setup import RANDOM
from p2p.address import Address, AddressError, listen
from p2p.events import Completed, Event, Finished, Said, Stopped
from p2p.game import IllegalAction
from p2p.signer import Signer
from p2p.store import Store
from p2p.tls import TableSecret

SUMMARY = marked("sit down at a table with bots, on this machine only")

EXAMPLES = ("mare play", "mare play --empire rome --players 5 --bots strong", "mare play --plain --display short")

SEAT = 0
"""Where the person sits."""

PARTING = 5
"""Seconds for the bots to say how the game ended for them, or for a session to notice that a bot is gone."""


def add_arguments(parser: ArgumentParser) -> None:
    """The table, and what the person wants to play."""
    parser.add_argument(
        "--empire",
        type=str.lower,
        default=RANDOM,
        help=tr("the empire you play, for example rome (default: a random one)"),
    )
    add_bots_argument(parser)
    add_think_argument(parser)
    add_talk_argument(parser)
    add_table_arguments(parser)
    add_console_arguments(parser)


def run(args: Namespace) -> int:
    """0 when the game has ended or the person has left it; raises Failure where it cannot go on."""
    map_text = map_text_of(args)
    options = options_of(args, map_of(map_text), args.empire)
    strengths = strengths_of(args, options.players - 1)
    minds = [Chosen(strength, seconds_of(args), talks=not args.no_talk) for strength in strengths]
    ports = ports_of(args, options.players)
    check_record(args.record)

    async def sit_down(console: Console) -> None:
        await _sit_down(console, options, map_text, minds, ports, args.record)

    converse(sit_down, manners_of(args))
    return 0


async def _sit_down(
    console: Console,
    options: Options,
    map_text: str | None,
    minds: Sequence[Chosen],
    ports: Sequence[int],
    record: Path | None,
) -> None:
    game: Game | None = None
    store = open_store()
    try:
        async with full_screen(console, board := core.new_game(options, map_of(map_text)), view_of(board)):
            names = [f"Bot {number}" for number in range(1, options.players)]
            strengths = ", ".join(dict.fromkeys(term(mind.name) for mind in minds))
            bots_named = f"{count(len(names), 'bot')} ({strengths})"
            console.say(
                tr("Setting up a table for you and {bots_named}, on this machine only …", bots_named=bots_named)
            )
            secret = TableSecret.generate()
            async with bot_processes(names) as bots:
                async with unless_left(console):
                    listeners, seating, signer = await _set_up(bots, minds, options, map_text, ports, secret)
                journal = begin(store, seating.charter(), signer, _notes(seating, signer, secret, minds))
                with kept(console, seating.charter(), journal, with_bots=True):
                    await seat(bots, seating, store)
                    game = Game(console, Peer(seating, signer, journal), talks=any(mind.talks for mind in minds))
                    await game.play(listeners, secret, bots)
    except* Left:
        console.say(tr("You have left before the game began."))
    if game is not None:
        game.conclude(record)


async def _set_up(
    bots: Sequence[BotProcess],
    minds: Sequence[Chosen],
    options: Options,
    map_text: str | None,
    ports: Sequence[int],
    secret: TableSecret,
) -> tuple[Sequence[trio.SocketListener], Seating, Signer]:
    """Bring the bots to the table; returns where we listen, who sits there, and our own hand. Raises Failure."""
    try:
        listeners = await listen([Address(HOST, ports[SEAT])])
    except AddressError as error:
        raise Failure(problem_of(error)) from None
    await call_to_table(bots, minds, ports[SEAT + 1 :], secret)
    signer = await trio.to_thread.run_sync(fresh_signer, abandon_on_cancel=True)
    own = card_of(own_name(), signer, listeners[0].socket.getsockname()[1])
    return listeners, Seating(options, (own, *await cards_of(bots)), map_text), signer


async def seat(bots: Sequence[BotProcess], seating: Seating, store: Store) -> None:
    """Let the bots play, and keep what they play beside our own."""
    for bot in bots:
        await bot.send({"seating": seating.to_json(), "tell": False, "store": str(store.path)})


def _notes(seating: Seating, signer: Signer, secret: TableSecret, minds: Sequence[Chosen]) -> Notes:
    """What it takes to sit down again with the same bots."""
    own, table = pem_of(signer), secret.reveal().hex()
    return Notes(MYSELF, seating.cards[SEAT].name, table, seating.map_text, own, seating.to_json(), bots=tuple(minds))


class Game:
    """One game from the person's side, from the first connection to the last word."""

    def __init__(self, console: Console, peer: Peer, *, talks: bool) -> None:
        """``talks`` says whether the bots do."""
        self._console = console
        self._peer = peer
        self._table = peer.table(self._answer, self._show)
        names = peer.seating.names() | {SEAT: tr("you")}
        self._people = OnlyBots(self._table, talks)
        self._dialogue = dialogue_for(console, peer.session, view_of(peer.rules), SEAT, names, self._people)
        self._playing = trio.CancelScope()
        self._end: Finished | Stopped | None = None
        self._others: list[dict[str, Any]] = []
        self._gone: BotGone | None = None
        self._left = False
        self._parted = trio.Event()

    def restore(self, items: Iterable[bytes]) -> None:
        """Take up the game from its journal; raises JournalError."""
        take_up(self._peer.session, items, self._dialogue)

    async def play(
        self, listeners: Sequence[trio.SocketListener], secret: TableSecret, bots: Sequence[BotProcess]
    ) -> None:
        """Play until the game ends or the person leaves."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._watch, bots)
            nursery.start_soon(self._converse)
            with self._playing:
                self._end = await self._peer.play(listeners, secret, self._table)
            if isinstance(self._end, Finished):
                with trio.move_on_after(PARTING):
                    await self._parted.wait()
                await self._dialogue.linger(self._peer.ending())
            elif self._end is not None and not self._left:
                await self._dialogue.linger(heard(self._end.sentence))
            nursery.cancel_scope.cancel()

    async def _watch(self, bots: Sequence[BotProcess]) -> None:
        """Hear how the game ends for the bots; for one that is gone the autopilot plays on."""
        try:
            self._others = await follow(bots, lambda lines: None)
        except BotGone as gone:
            self._gone = gone
            self._console.say(str(gone))
        self._parted.set()

    async def _answer(self, seat: int, refusal: IllegalAction | None) -> str:
        try:
            return await self._dialogue.ask()
        except Left:
            self._leave()
            return await trio.sleep_forever()

    async def _converse(self) -> None:
        try:
            await self._dialogue.converse()
        except Left:
            self._leave()

    def _leave(self) -> None:
        """The others may go on; who only looks at the end any more leaves nothing."""
        self._left = self._end is None
        self._playing.cancel()

    def _show(self, event: Event) -> None:
        if isinstance(event, Completed) and event.step.passed is not None:
            self._dialogue.announce(votes.outcome_on(self._peer.session.log, event.step.passed))
        if isinstance(event, Said) and event.person not in self._people.muted:
            self._dialogue.heard(speaker(self._peer.session, event), event.text)
        self._dialogue.see(event)

    # ------------------------------------------------------------------ the end

    def conclude(self, path: Path | None) -> None:
        """Say how the game ended and where its record is; raises Failure where it was cut short."""
        if self._left:
            self._console.say(
                tr("You have left the table. `mare resume {short}` goes on.", short=short(self._peer.session.charter))
            )
        elif isinstance(self._end, Finished):
            self._tell_result(self._end)
        self._save(path)
        if self._left or isinstance(self._end, Finished):
            return
        raise Failure(self._end.sentence if self._end is not None else str(self._gone))

    def _tell_result(self, end: Finished) -> None:
        self._dialogue.conclude(self._peer.ending())
        mine = self._peer.summary()
        same = [other["log"] == mine["log"] and other["state"] == mine["state"] for other in self._others]
        if same and all(same):
            self._console.say(tr("All {same} peers have the same log.", same=len(same) + 1))
        for person in end.missing:
            self._console.say(tr("{name} did not sign the end.", name=self._peer.session.charter.name(person)))

    def _save(self, path: Path | None) -> None:
        session = self._peer.session
        record = session.record()
        # A game that goes on is kept; whoever would have its record as far as it has come, exports it.
        if record is not None and not (self._left and path is None):
            saved = save_record(path, session.charter.id.hex(), record)
            steps = count(session.log.height, "step")
            self._console.say(
                tr("The record ({steps}) is in {saved}; check it with `mare verify {saved}`.", steps=steps, saved=saved)
            )
