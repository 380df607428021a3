"""The bots that play seats of this program, and their voices."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext
from typing import Any, TypeAlias

import trio

from cli.bots.minds import Chosen, Mind, built_in
from cli.bots.protocol import Said
from cli.editions import view_of
from cli.ui.text.names import empire_of
from cli.ui.view import Talker, Utterance
from core.engine.answers import Below
from core.engine.game import Game
from p2p import Charter, Completed, Event, Kind, Revealed, TalkError
from p2p import Said as Spoken

PAUSE_BEFORE_TALK = 1.0
"""Seconds before the bot speaks."""

MOST_WAITING = 8
"""So much a bot has to say at once at most; of more it keeps silent."""

Say = Callable[[str, int | None], None]
"""Says something to all, or to one person alone; raises TalkError."""


class Voice:
    """What joins a bot's talk to the table's."""

    def __init__(self, talker: Talker, say: Say) -> None:
        self._talker = talker
        self._say = say
        self._into, self._out = trio.open_memory_channel[Utterance](MOST_WAITING)

    def hear(self, event: Event) -> None:
        """Hear what has happened at the table; talk there may be meant for the bot."""
        if isinstance(event, Spoken):
            self._queue(self._talker.heard(event.player, event.text, alone=event.to is not None))

    def see(self, empire: int, action: str) -> None:
        """Note what an empire has done openly."""
        self._queue(self._talker.acted(empire, action))

    def before_answer(self) -> None:
        """Note that the bot is asked something."""
        self._queue(self._talker.asked())

    async def speak(self) -> None:
        """Say what there is to say, until cancelled."""
        async for utterance in self._out:
            await trio.sleep(PAUSE_BEFORE_TALK)
            try:
                self._say(utterance.text, utterance.to)
            except TalkError:
                # The game does not hear it now; it is only talk.
                continue

    def _queue(self, utterances: Iterable[Utterance]) -> None:
        for utterance in utterances:
            try:
                self._into.send_nowait(utterance)
            except trio.WouldBlock:
                return


MindFor: TypeAlias = Callable[[Chosen], AbstractAsyncContextManager[Mind]]
"""Make the mind that was chosen for a seat."""


def policy_mind(chosen: Chosen) -> AbstractAsyncContextManager[Mind]:
    """Return the player of a policy. If it fails, nothing else answers for it."""
    return nullcontext(built_in(chosen))


class BotSeats:
    """Bots that answer for seats; each that talks does so for its own seat."""

    def __init__(
        self, chosen: Mapping[int, Chosen], mind_for: MindFor = policy_mind, below: Below = secrets.randbelow
    ) -> None:
        """``chosen`` says by seat who plays; ``below`` is the chance they play by."""
        self._chosen = chosen
        self._mind_for = mind_for
        self._below = below
        self._minds: dict[int, Mind] = {}
        self._voices: dict[int, Voice] = {}

    def __contains__(self, seat: int) -> bool:
        """Return whether a bot plays the seat."""
        return seat in self._chosen

    @asynccontextmanager
    async def playing(self, rules: Game[Any], charter: Charter, say: Say) -> AsyncIterator[None]:
        """Let the bots play and talk until the block ends."""
        seats = [charter.seats_of(player) for player in charter.everyone]
        talk = view_of(rules).talk
        async with AsyncExitStack() as stack:
            for seat, chosen in self._chosen.items():
                self._minds[seat] = mind = await stack.enter_async_context(self._mind_for(chosen))
                await mind.begin(rules, seat, self._below)
                if chosen.talks and mind.talks:
                    talker = talk.talker(rules, seat, seats, secrets.randbelow)
                    mind.bind(talker)
                    self._voices[seat] = Voice(talker, say)
            nursery = await stack.enter_async_context(trio.open_nursery())
            for voice in self._voices.values():
                nursery.start_soon(voice.speak)
            yield
            nursery.cancel_scope.cancel()
            for mind in self._minds.values():
                await mind.end()

    async def answer(self, rules: Game[Any], seat: int) -> str:
        """Return the answer of the bot that plays the seat."""
        if seat in self._voices:
            self._voices[seat].before_answer()
        return rules.text(await self._minds[seat].answer())

    def see(self, rules: Game[Any], event: Event) -> None:
        """Let the bots know what has happened at the table."""
        said = [(empire_of(rules.state, seat), answer) for seat, answer in said_in(event)]
        for mind in self._minds.values():
            for empire, answer in said:
                mind.hear(Said(rules.state.board.empires[empire], answer))
        for voice in self._voices.values():
            voice.hear(event)
            for empire, answer in said:
                voice.see(empire, answer)

    def listen(self, sentence: str) -> None:
        """Let the bots know a sentence about what has happened in the game."""
        for mind in self._minds.values():
            mind.listen(sentence)


def said_in(event: Event) -> list[tuple[int, str]]:
    """Return what an event has shown to all: seats, and what each answered or the autopilot answered for it."""
    match event:
        case Revealed(seat, answer):
            return [(seat, answer)]
        case Completed(step) if step.kind is Kind.ACTION:
            return [*((signed.entry.seat, str(signed.entry.body)) for signed in step.entries), *step.automatic]
    return []
