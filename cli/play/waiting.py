"""Who keeps the others waiting, told early and once, with what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Collection

from cli.i18n.texts import both, count, tr
from cli.table_game import customs_in
from cli.ui.text.names import called
from p2p import Kind, Phase, Session, Status

LONG = 30.0
"""Seconds to wait for a player before the others are told what they can do."""


def for_so_long(seconds: float) -> str:
    """Return a time in words, so coarse that it rarely changes; nothing for less than half a minute."""
    if seconds < 60:
        return count(30, "second") if seconds >= 30 else ""
    return count(int(seconds) // 60, "minute")


class Waiting:
    """Looks at whom the game waits for, and for how long.

    It names a connected player who takes their time once a game, and a player who cannot be reached once each time.
    The others may count a connected player as away only once the table's clock is over, if it has one.
    """

    def __init__(self, session: Session, word: Callable[[int], str]) -> None:
        """``word`` returns what a player types to name a person."""
        self._session = session
        self._word = word
        self._height = -1
        self._since: dict[int, float] = {}
        self._told: set[tuple[int, bool]] = set()
        self._turns: dict[int, float] = {}
        self._now = 0.0
        self._clock = customs_in(session.charter.options).clock * 60

    def look(self, now: float) -> str:
        """Return the notice that is due at this time of a steady clock, in seconds; mostly none."""
        session = self._session
        self._now = now
        self._turns = {player: self._turns.get(player, now) for player in session.awaited}
        gone = {player for player in session.charter.everyone if self.is_away(player)}
        self._told = {(player, was_gone) for player, was_gone in self._told if player in gone or not was_gone}
        height, self._height = self._height, session.log.height
        before = self._since if height == self._height else {}
        self._since = {player: before.get(player, now) for player in self._others()}
        late = [
            player
            for player, since in self._since.items()
            if now - since >= LONG and (player, self.is_away(player)) not in self._told
        ]
        self._told |= {(player, player in gone) for player in late}
        return self._sentence(late) if late else ""

    def elapsed(self, player: int) -> float:
        """Return for how many seconds the game had waited for a player at the last look."""
        return self._now - self._turns.get(player, self._now)

    @property
    def longest(self) -> str:
        """Return for how long the game has waited, in words; nothing for a few seconds, or if it doesn't wait."""
        seconds = max((self._now - since for since in self._turns.values()), default=0.0)
        session = self._session
        if session.phase is not Phase.PLAYING or session.is_returning:
            return ""
        if session.me in session.awaited and not self._clock:
            # Who thinks is not hurried, unless the table has agreed on that.
            return ""
        told = for_so_long(seconds)
        if told and self._clock:
            return tr("{elapsed} of {clock}", elapsed=told, clock=count(self._clock // 60, "minute"))
        return told

    def left(self, player: int) -> float:
        """Return how many seconds the table's clock leaves a player; 0 if there is no clock, or it is over."""
        return max(self._clock - self.elapsed(player), 0.0) if self._clock else 0.0

    def is_away(self, player: int) -> bool:
        """Return whether a player is out of reach, or has used up the clock that the table agreed on."""
        is_over = bool(self._clock) and self.elapsed(player) >= self._clock and player in self._turns
        return is_over or self.is_gone(player)

    @property
    def has_clock(self) -> bool:
        """Return whether the table has a clock."""
        return bool(self._clock)

    def _others(self) -> list[int]:
        """Return the persons for whom a player waits who can do nothing else, or only vote."""
        session = self._session
        awaited = session.awaited
        if session.phase is not Phase.PLAYING or session.is_returning:
            return []
        if self._are_absent(awaited):
            return list(awaited)
        if session.me in awaited:
            return []
        return [player for player in awaited if player not in session.log.absent]

    def _are_absent(self, players: Collection[int]) -> bool:
        """Return whether the game waits at dice that only absent players could acknowledge; see ``Session.awaited``."""
        log = self._session.log
        return log.kind is Kind.BEACON and bool(players) and set(players) <= log.absent

    def is_gone(self, player: int) -> bool:
        """Return whether a player is out of reach, or has left."""
        session = self._session
        return player in session.unreachable or session.roster.status(player) is not Status.HERE

    def _sentence(self, late: list[int]) -> str:
        names = both([called(self._session.charter, player) for player in late])
        if self._are_absent(late):
            throwing = sorted({self._session.log.holder(slot) for slot in self._session.log.missing()})
            return tr(
                "The dice wait for {names} to acknowledge the game so far. If that does not happen, you"
                " can replace {throwing}: players for whom the autopilot plays type “back”, and all of"
                " you type “absent {word}”.",
                names=names,
                throwing=both([called(self._session.charter, player) for player in throwing]),
                word=self._word(throwing[0]),
            )
        if not any(map(self.is_away, late)):
            return tr("The game waits for {names}: connected and thinking; “table” shows for how long.", names=names)
        late = [player for player in late if self.is_away(player)]
        return tr(
            "The game waits for {names}: “table” shows who is connected, “absent {word}” proposes"
            " that the autopilot plays on. To stop for now, all players leave with “quit”; `mare"
            " resume` goes on later.",
            names=names,
            word=self._word(late[0]),
        )
