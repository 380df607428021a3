"""Says for a bot what it has to say, a moment after it has heard or seen something, as people do."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import trio

from cli.ui.view import Talker, Utterance
from p2p.session.conversation import TalkError
from p2p.session.events import Event, Said

PAUSE = 1.0
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
        if isinstance(event, Said):
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
            await trio.sleep(PAUSE)
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
