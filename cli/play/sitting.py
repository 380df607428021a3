"""One game among people, from one person's side: his own seat, and those of the bots that he lends."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from functools import partial
from pathlib import Path

import trio

import core
from cli.args.options import save_record
from cli.bots.minds import BuiltIn, Chosen, Mind, built_in, reliable_mind
from cli.bots.talk import Said
from cli.bots.voice import Voice
from cli.editions import view_of
from cli.empires.deals.talker import Talker
from cli.i18n.counting import count
from cli.i18n.texts import heard, tr
from cli.play.network import Place
from cli.play.people import OtherPeople, take_up
from cli.play.reporter import Reporter
from cli.play.waiting import Waiting
from cli.storage.games import how_to_go_on
from cli.storage.known_players import KnownPlayers
from cli.table_game import new_game, rules_of
from cli.ui.terminal import dialogue_for
from cli.ui.text.dialogue import Console, Left
from cli.ui.text.names import names_of
from cli.ui.text.sides import empire_of, side
from cli.ui.text.votes import asking
from core import Map
from core.engine.message import Message
from p2p.address import Address
from p2p.charter import Charter
from p2p.door import Door
from p2p.events import Completed, Event, Finished, Revealed, Started, Stopped
from p2p.game import IllegalAction
from p2p.invitation import Invitation
from p2p.journal import Journal
from p2p.mesh import Mesh
from p2p.play import PATIENCE, Table
from p2p.session import Session
from p2p.signer import Signer
from p2p.steps import Kind
from p2p.tls import Credentials, TableSecret

LINGERING = 12.0
"""Seconds for which the end of a game can be looked at before the lobby opens again, where others wait."""


class Sitting:
    """One person's part in a game, from the first connection to the last word."""

    def __init__(
        self,
        console: Console,
        charter: Charter,
        signer: Signer,
        game_map: Map,
        player: Chosen | None,
        bot: Chosen,
        journal: Journal,
        patience: float = PATIENCE,
        person: int | None = None,
        known: KnownPlayers | None = None,
    ) -> None:
        """``player`` plays the person's own seat, unless he does it himself; ``bot`` says how the bots play he lends.
        ``person`` is whose seat the signer has or asks for, where that is another's in the charter. ``known`` are the
        players to whom those who sign the charter are added.

        Raises CharterError or SetupError.
        """
        self._console = console
        self._charter = charter
        self._signer = signer
        game = partial(new_game, game_map=game_map)
        self._session = Session(charter, game, signer, person, agreeable=player is not None)
        self._rules: core.Game = rules_of(self._session.log.game)
        own, *_ = charter.seats_of(self._session.me or 0)
        self._own = own
        self._player = player
        self._known = known
        self._empires = self._rules.state.board.empires
        self._mind: Mind | None = None
        self._table = Table(self._session, self._answer, self._show, patience, journal)
        self._people = OtherPeople(self._table)
        names = names_of(charter) | {own: tr("you")}
        self._dialogue = dialogue_for(console, self._session, view_of(self._rules), own, names, self._people)
        self._rules.listen(self._tell)
        self._reporter = Reporter(self._session, self._dialogue, self._people.muted)
        self._bot = bot
        self._bots: dict[int, BuiltIn] = {}
        self._voices: dict[int, Voice] = {}
        self._playing = trio.CancelScope()
        self._end: Finished | Stopped | None = None
        self.left = False

    def restore(self, items: Iterable[bytes]) -> None:
        """Take up the game from its journal; raises JournalError."""
        take_up(self._session, items, self._dialogue)
        state, charter = self._rules.state, self._charter
        if self._session.asks:
            for line in asking(self._session):
                self._dialogue.notice(line)
            return
        where = tr("round {round}, step {height}", round=state.round, height=self._session.log.height + 1)
        self._dialogue.notice(
            tr(
                "You are back at {where}; waiting until {quorum} of {persons} are.",
                where=where,
                quorum=charter.quorum,
                persons=len(charter.persons),
            )
        )

    @property
    def asks(self) -> bool:
        """Whether the person has not got this seat yet, and asks the others for it."""
        return self._session.asks

    async def play(
        self,
        door: Door,
        credentials: Credentials,
        place: Place,
        others: Mapping[int, Iterable[Address]],
        secret: TableSecret,
    ) -> None:
        """Play until the game ends or the person leaves; ``others`` has by person where he can be dialled."""
        key = self._signer.identity.public
        self._people.new_keys.invitation = Invitation("table", secret, key, place.addresses)
        self._session.listen_at(tuple((address.host, address.port) for address in place.addresses))
        mesh = Mesh(self._session, door, credentials, others, on_loopback=place.on_loopback)
        mind = nullcontext() if self._player is None else reliable_mind(self._player, self._console.say)
        async with mind as self._mind, trio.open_nursery() as nursery:
            if self._mind is not None:
                await self._mind.begin(self._rules, self._own, secrets.randbelow)
            await self._give_voices(nursery)
            nursery.start_soon(self._converse)
            nursery.start_soon(self._watch_the_wait)
            with self._playing:
                self._end = await self._table.play(mesh)
            if not self.left:
                await self._dialogue.linger(self._ending(), LINGERING)
            nursery.cancel_scope.cancel()
            if self._mind is not None:
                await self._mind.end()

    def _show(self, event: Event) -> None:
        said = [(empire_of(self._rules.state, seat), answer) for seat, answer in _said_in(event)]
        if self._mind is not None:
            for empire, answer in said:
                self._mind.hear(Said(self._empires[empire], answer))
        for voice in self._voices.values():
            voice.hear(event)
            for empire, answer in said:
                voice.see(empire, answer)
        self._reporter.show(event)
        if isinstance(event, Started) and self._known is not None:
            for remark in self._known.meet_signers(self._charter, self._signer.identity.public):
                self._dialogue.notice(remark)

    def _tell(self, sentence: Message) -> None:
        if self._mind is not None:
            self._mind.listen(str(sentence))
        self._dialogue.tell(sentence)

    async def _answer(self, seat: int, refusal: IllegalAction | None) -> str:
        if seat in self._voices:
            self._voices[seat].before_answer()
        if seat == self._own and self._mind is not None:
            return self._rules.text(await self._mind.answer())
        if seat != self._own:
            return self._rules.text(await (await self._lent(seat)).answer())
        try:
            return await self._dialogue.ask()
        except Left:
            self._leave()
            return await trio.sleep_forever()

    async def _lent(self, seat: int) -> BuiltIn:
        """The bot that plays a seat."""
        if seat not in self._bots:
            self._bots[seat] = built_in(self._bot)
            await self._bots[seat].begin(self._rules, seat, secrets.randbelow)
        return self._bots[seat]

    async def _give_voices(self, nursery: trio.Nursery) -> None:
        """Let the bots of this person talk, each of them for its own seat."""
        charter = self._charter
        seats = [charter.seats_of(person) for person in range(len(charter.persons))]
        for seat in seats[self._session.me or 0]:
            chosen, mind = (self._player, self._mind) if seat == self._own else (self._bot, await self._lent(seat))
            if chosen is not None and mind is not None and chosen.talks and mind.talks:
                talker = Talker(self._rules, seat, seats, secrets.randbelow)
                mind.bind(talker)
                self._voices[seat] = Voice(talker, self._table.say)
                nursery.start_soon(self._voices[seat].speak)

    async def _watch_the_wait(self) -> None:
        """Say who is waited for, once that takes long."""
        waiting = Waiting(self._session, self._people.word)
        while True:
            await trio.sleep(1)
            if told := waiting.look(trio.current_time()):
                self._dialogue.notice(told)

    async def _converse(self) -> None:
        try:
            await self._dialogue.converse()
        except Left:
            self._leave()

    def _leave(self) -> None:
        """The others may go on; who only looks at the end any more leaves nothing."""
        self.left = self._end is None
        self._playing.cancel()

    # ------------------------------------------------------------------ the end

    @property
    def failure(self) -> str | None:
        """Why the game could not be played to its end, if it was that."""
        return self._end.sentence if isinstance(self._end, Stopped) else None

    @property
    def played(self) -> tuple[str, ...]:
        """What was played at each seat; what was asked for, where the empires have not been dealt."""
        state = self._rules.state
        if not state.seats:
            return self._charter.setup.choices
        return tuple(state.board.empires[empire_of(state, seat)] for seat in range(len(self._charter.seats)))

    def conclude(self, path: Path | None) -> None:
        """Say how the game ended and where its record is; raises Failure where that cannot be written."""
        if self.left:
            self._console.say(" ".join([tr("You have left the table."), self._standing()]))
        elif isinstance(self._end, Finished):
            self._tell_result(self._end)
        elif self._end is not None:
            self._console.say(self._end.sentence)
        if not isinstance(self._end, Finished):
            self._console.say(how_to_go_on(self._charter))
        record = self._session.record()
        # A game that goes on is kept; whoever would have its record as far as it has come, exports it.
        if record is not None and not (self.left and path is None):
            saved = save_record(path, self._charter.id.hex(), record)
            steps = count(self._session.log.height, "step")
            self._console.say(
                tr("The record ({steps}) is in {saved}; check it with `mare verify {saved}`.", steps=steps, saved=saved)
            )

    def _standing(self) -> str:
        """Where a game stands that goes on another time, in a sentence."""
        round_, height = self._rules.state.round, self._session.log.height + 1
        return tr("The game stands at round {round}, step {height}.", round=round_, height=height)

    def _ending(self) -> str:
        """How the game has ended, in a sentence."""
        if not isinstance(self._end, Finished):
            return heard(self._end.sentence) if self._end is not None else ""
        names = names_of(self._charter)
        winners = [f"{side(self._rules.state, seat)} ({names[seat]})" for seat in self._end.winners]
        return view_of(self._rules).ending(self._end.victory, winners)

    def _tell_result(self, end: Finished) -> None:
        self._dialogue.conclude(self._ending())
        for person in end.missing:
            self._console.say(tr("{name} did not sign the end.", name=self._charter.name(person)))


def _said_in(event: Event) -> list[tuple[int, str]]:
    """What has been said openly or revealed by an event: seats and answers."""
    match event:
        case Revealed(seat, answer):
            return [(seat, answer)]
        case Completed(step) if step.kind is Kind.ACTION:
            return [(signed.entry.seat, str(signed.entry.body)) for signed in step.entries]
    return []
