"""What the words of both families share: positions, the race, what ``done`` ends, and what has happened."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from cli.i18n.texts import count, tr
from cli.mare import chronicle, race, sentences, words
from cli.mare.chronicle import Deed, Rights
from cli.mare.map import Standing
from cli.mare.words import FEW
from cli.ui.view import Reports, Words
from core.engine.action import Action
from core.engine.event import Event
from core.engine.state import NO_EMPIRE
from core.mare.actions import Done
from core.mare.race import PyramidsReach, Race


class MareWords(Words, ABC):
    """Positions and results of a family in plain lines."""

    turn: type[Any]
    """The frame of a building turn."""

    ended: Mapping[type, str]
    """By the frame that asks, what ``done`` ends, as a predicate."""

    unasked: Mapping[int, str]
    """By the number of a phase, why nothing is asked in it."""

    rights: Rights

    losses: tuple[type[Any], ...]
    """The frames of losses in battles."""

    trades: tuple[type[Event], ...] = ()
    draws: tuple[type[Event], ...] = ()
    """Events of trades, and of draws, that only the family has."""

    round_name, hand, home = staticmethod(words.round_name), staticmethod(words.hand), staticmethod(words.home)
    place_in, place_name = staticmethod(words.place_in), staticmethod(words.place_name)
    place_named, examples = staticmethod(words.place_named), staticmethod(words.examples)
    meaning = staticmethod(sentences.meaning)

    # ------------------------------------------------------------------ what a family says

    @abstractmethod
    def standing(self, province: Any, /) -> Standing:
        """Return what stands in a province."""

    @abstractmethod
    def in_reach(self, state: Any, /) -> Sequence[Race]:
        """Return how far each empire has come, as far as it can still win so."""

    @abstractmethod
    def reach(self, state: Any, empire: int, /, *, known: bool) -> PyramidsReach:
        """Return what an empire will have to spend; the hand counts if it is ``known``."""

    @abstractmethod
    def incomes(self, state: Any, /) -> Sequence[int]:
        """Return by empire how many resources the map gives it next."""

    @abstractmethod
    def races(self, state: Any, /) -> Sequence[Race]:
        """Return how far each empire has come on each way to win."""

    @abstractmethod
    def steps_to_win(self, state: Any) -> Sequence[Mapping[str, int]]:
        """Return by empire, and by the name of a victory, the most steps that it can make in the coming round."""

    @abstractmethod
    def number_lost(self, state: Any, empire: int) -> int:
        """Return how many resources an empire would lose if it built nothing more."""

    @abstractmethod
    def lost_when_done(self, state: Any, empire: int) -> str:
        """Return what it would lose then, in a sentence; nothing if it would keep all."""

    def face_down(self, state: Any) -> int:
        """Return how many heroes and wonders lie face down."""
        return 0

    def deed_of(self, board: Any, event: Event) -> Deed | None:
        """Return the deed that an event reports, or None if a digest leaves the event out."""
        return chronicle.deed_of(board, event)

    # ------------------------------------------------------------------ positions

    def when(self, round_: int, phase: int) -> str:
        return words.when(round_, phase, self.PHASES)

    def board_lines(self, state: Any) -> list[str]:
        first = tr("{moment}. Buildings; in brackets, what can still be built.", moment=self.moment(state))
        tiles = words.tile_lines(state, self.face_down(state))
        return [first, *words.province_lines(state, self.standing), *words.sea_lines(state), *tiles]

    def place_lines(self, state: Any, name: str) -> list[str]:
        return words.place_lines(state, name, self.standing)

    def typed_words(self, board: Any) -> list[str]:
        return words.typed_words(board)

    def closeness(self, state: Any) -> list[Fraction]:
        return words.closeness(self.races(state))

    # ------------------------------------------------------------------ the race

    def outlook(self, state: Any, own: int = NO_EMPIRE) -> race.Outlook:
        """Return what decides who is one step from winning, as the player of their ``own`` empire sees it."""
        return race.Outlook(self.in_reach(state), race.reaches(state, own, self.reach), self.PHASES)

    def near(self, state: Any, own: int = NO_EMPIRE) -> list[str]:
        return race.near(state, self.outlook(state, own))

    def may_win_next(self, state: Any) -> list[str]:
        """Return who can win in the round that begins, and by what."""
        return race.may_win_next(state, self.outlook(state), self.steps_to_win(state))

    def summary(self, state: Any, event: Event, earlier: Iterable[Event]) -> list[str]:
        return words.summary(state, event, earlier, self.incomes, self.may_win_next)

    # ------------------------------------------------------------------ what “done” ends

    def ends(self, state: Any) -> str:
        return words.ends(state, self.ended)

    def _lost(self, state: Any) -> int:
        """Return how many resources are lost with ``done``."""
        turn = state.stack[-1] if state.stack else None
        return self.number_lost(state, turn.empire) if isinstance(turn, self.turn) else 0

    def at_stake(self, state: Any) -> str:
        lost = self._lost(state)
        return count(lost, "resource") if lost > FEW else ""

    def warning(self, state: Any) -> str:
        turn = state.stack[-1] if state.stack else None
        lost = self.lost_when_done(state, turn.empire) if isinstance(turn, self.turn) else ""
        return words.warning(state, self.ended, lost)

    def of_done(self, state: Any, empire: int, action: Done) -> str:
        """Return what is said of ``done`` beside it in the list."""
        return words.of_done(state, self.ended, self._lost(state))

    def passed_over(self, game: Any, event: Event, empire: int) -> str:
        return words.passed_over(game, event, empire, self.unasked)

    # ------------------------------------------------------------------ what has happened

    def digest(self, state: Any, events: Iterable[Event], own: int) -> list[tuple[int, str]]:
        return chronicle.digest(state, events, own, self.deed_of)

    def reports(self, before: Any, state: Any, events: Iterable[Event], own: int) -> Reports:
        return chronicle.reports(
            before, state, events, own, self.standing, self.rights, self.losses, self.trades, self.draws
        )

    def deed(self, state: Any, seat: int, action: Action) -> str:
        return words.deed(state, seat, action)
