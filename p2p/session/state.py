"""Where in its life a session is: its phase, and what it remembers of itself. They change only by the methods here.

    SIGNING ──all have signed──▶ PLAYING ──the log ends──▶ CLOSING ──all here have closed──▶ FINISHED
       │                            ▲│                      ││
       │                            │└─── the log goes on ──┘│
       └──────────────stop──────────┴──────▶ STOPPED ◀───────┘

FINISHED and STOPPED are the end: nothing leads out of them.
"""

from __future__ import annotations

from enum import StrEnum, auto
from typing import Final


class Phase(StrEnum):
    """Where in its life a session is."""

    SIGNING = "signing"
    PLAYING = "playing"
    CLOSING = "closing"
    FINISHED = "finished"
    STOPPED = "stopped"


class Transition(StrEnum):
    """What changes the phase."""

    BEGIN = auto()
    """All players have signed the charter."""
    END = auto()
    """The last step of our log ends the game."""
    GO_ON = auto()
    """Our log is in another epoch: the game may go on."""
    CLOSE = auto()
    """All who are here have closed, and the end is final."""
    STOP = auto()
    """The game cannot begin, our player leaves, or a player is proven to cheat."""


TRANSITIONS: Final = {
    (Phase.SIGNING, Transition.BEGIN): Phase.PLAYING,
    (Phase.SIGNING, Transition.STOP): Phase.STOPPED,
    (Phase.PLAYING, Transition.END): Phase.CLOSING,
    (Phase.PLAYING, Transition.GO_ON): Phase.PLAYING,
    (Phase.PLAYING, Transition.STOP): Phase.STOPPED,
    (Phase.CLOSING, Transition.GO_ON): Phase.PLAYING,
    (Phase.CLOSING, Transition.CLOSE): Phase.FINISHED,
    (Phase.CLOSING, Transition.STOP): Phase.STOPPED,
}
"""Where each transition leads from each phase; there are no others."""


class ImpossibleTransition(Exception):
    """A fault of this program: it tried a transition that the table doesn't have."""


class SessionState:
    """The phase of a session, and what it remembers about itself."""

    def __init__(self) -> None:
        self._phase = Phase.SIGNING
        self._final = 0
        self._promised = 0
        self._was_away = False
        self._was_cut_off = False

    @property
    def phase(self) -> Phase:
        """Return the phase of the session."""
        return self._phase

    @property
    def ended(self) -> bool:
        """Return whether the session has ended, good or bad."""
        return self._phase in (Phase.FINISHED, Phase.STOPPED)

    @property
    def in_game(self) -> bool:
        """Return whether the log may grow or change: all have signed the charter, and the session has not ended."""
        return self._phase in (Phase.PLAYING, Phase.CLOSING)

    @property
    def final(self) -> int:
        """Return the height that was last reported as final."""
        return self._final

    @property
    def promised(self) -> int:
        """Return the highest term that our player has promised; 0 for none."""
        return self._promised

    @property
    def was_away(self) -> bool:
        """Return whether our player was declared absent while they could not know of it."""
        return self._was_away

    def change(self, transition: Transition) -> None:
        """Take a transition; raise ImpossibleTransition if the table has none from this phase."""
        try:
            self._phase = TRANSITIONS[self._phase, transition]
        except KeyError:
            raise ImpossibleTransition(f"{transition} while {self._phase}") from None

    def became_final(self, height: int) -> None:
        """The log is final up to this height."""
        self._final = height

    def promise(self, term: int) -> None:
        """Our player has promised this term."""
        self._promised = max(self._promised, term)

    def stepped(self, *, adjourned: bool) -> None:
        """A step that begins no epoch is complete; ``adjourned`` says that fewer than a quorum can be reached."""
        self._was_cut_off = adjourned

    def looked_round(self, *, adjourned: bool) -> None:
        """Connections have changed; ``adjourned`` says that fewer than a quorum can be reached now."""
        self._was_cut_off |= adjourned

    def epoch_began(self, *, absent: bool, returning: bool) -> None:
        """Our log is in a new epoch; ``absent`` says that our player is absent there.

        They could not know of it if they were away or cut off before, or if this session is ``returning``.
        """
        self._was_away = absent and (self._was_away or self._was_cut_off or returning)

    def learned(self, *, absent: bool) -> None:
        """We have learned from a journal or a fetched log whether our player is absent: they could not know before."""
        self._was_away = absent
