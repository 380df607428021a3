"""A bot's part in the talk: what it answers, what it proposes, and what it remembers of deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cli.mare.deals.judge import Judge
from cli.mare.deals.promises import Faithful, Promise
from cli.mare.deals.sentences import Misunderstood, Proposal, Reply, broken, proposed, read, replied
from cli.ui.view import Utterance
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError
from core.engine.game import Game

PROPOSES_ONCE_IN = 2
"""In so many rounds, on average, a bot to whom a deal would be worth something proposes one."""

LONGEST = 3
"""Rounds after the present one for which a bot binds itself at most."""


class Talker:
    """One bot at a table. Its promises bind its own answers only; the autopilot does not know them."""

    def __init__(
        self, judge: type[Judge], game: Game[Any], seat: int, seats_of: Sequence[Sequence[int]], below: Below
    ) -> None:
        """``judge`` weighs deals; ``seats_of`` has by person which seats they have."""
        self._judging = judge
        self._game = game
        self._seat = seat
        self._seats_of = seats_of
        self._below = below
        self._offered: list[tuple[Proposal, Promise, Promise]] = []
        self._promises: list[Promise] = []
        self._proposed_in = 0

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The promises, this bot's own and those made to it, that hold in this round."""
        return tuple(promise for promise in self._promises if promise.until >= self._game.state.round)

    # ------------------------------------------------------------------ talk

    def heard(self, player: int, text: str, *, alone: bool) -> list[Utterance]:
        """Return what the bot says to what a person has said, perhaps to it alone."""
        state = self._game.state
        if not state.seats or state.result is not None:
            return []
        to = player if alone else None
        try:
            said = read(state.board, text)
        except Misunderstood as problem:
            return [Utterance(f"{state.board.empire_names[self._empire]}: {problem}", to)] if alone else []
        speaker = None if said is None else self._speaker(player, said.speaker)
        if speaker is None or speaker == self._empire:
            return []
        if isinstance(said, Proposal):
            return self._answer(speaker, said, to)
        if isinstance(said, Reply) and (said.hearer == self._empire or (said.hearer is None and alone)):
            return self._take(speaker, to, agrees=said.agrees)
        return []

    def asked(self) -> list[Utterance]:
        """Return what the bot proposes before it answers a question, if anything."""
        state = self._game.state
        if not state.seats or state.result is not None or state.round in (0, 1, self._proposed_in):
            return []
        self._proposed_in = state.round
        if self._below(PROPOSES_ONCE_IN):
            return []
        best = self._judge.best_deal()
        if best is None or any(promise.to == best[0] for promise in self.promises):
            return []
        other, given, wanted = best
        proposal = Proposal(self._empire, other, given, wanted, state.round + 1)
        mine, theirs = _terms(self._empire, other, proposal, proposal.until)
        self._offered = [(proposal, mine, theirs)]
        return [Utterance(proposed(state.board, proposal))]

    def _answer(self, speaker: int, proposal: Proposal, to: int | None) -> list[Utterance]:
        """Answer yes or no to a proposal, if it is made to this bot."""
        state = self._game.state
        if proposal.hearer != self._empire and (proposal.hearer is not None or to is None):
            return []
        until = proposal.until or state.round + 1
        agrees = state.round <= until <= state.round + LONGEST
        agrees = agrees and self._judge.agrees(proposal.given, proposal.wanted, speaker)
        if agrees:
            theirs, mine = _terms(speaker, self._empire, proposal, until)
            self._promises += [mine, theirs]
        return [Utterance(replied(state.board, Reply(self._empire, speaker, agrees)), to)]

    def _take(self, speaker: int, to: int | None, *, agrees: bool) -> list[Utterance]:
        """Hear the answer to the bot's own proposal; a yes may come when it can no longer be held."""
        found = [offered for offered in self._offered if offered[0].hearer == speaker]
        self._offered = [offered for offered in self._offered if offered[0].hearer != speaker]
        for _, *terms in found if agrees else ():
            if not all(self._judge.can_leave(promise.place, promise.by) for promise in terms):
                return [Utterance(replied(self._game.state.board, Reply(self._empire, speaker, agrees=False)), to)]
            self._promises += terms
        return []

    # ------------------------------------------------------------------ deeds

    def faithful(self, answers: Answers) -> Answers:
        """Return the answers that keep the bot's word; all answers if each would break it.

        The only other reason to break it is a place that may decide the game.
        """
        if not any(promise.by == self._empire for promise in self.promises):
            return answers
        judge = self._judge
        faithful = Faithful(answers, judge.forbids, judge.rule)
        return faithful if any(True for _ in faithful) else answers

    def acted(self, empire: int, text: str) -> list[Utterance]:
        """See what an empire has done; a deal that it breaks is over, and that is said."""
        action = self._parsed(text) if self.promises else None
        if action is None:
            return []
        judge = self._judge
        betrayed = [promise for promise in self.promises if promise.by == empire and judge.breaks(action, promise)]
        if not betrayed:
            return []
        self._promises = [promise for promise in self._promises if empire not in (promise.by, promise.to)]
        if empire == self._empire:
            return []
        return [Utterance(broken(self._game.state.board, self._empire, empire, betrayed[0].place))]

    def _parsed(self, text: str) -> Action | None:
        try:
            return self._game.parse_strict(text)
        except RuleError:
            return None

    @property
    def _judge(self) -> Judge:
        """The position as it is now."""
        return self._judging(self._game.state, self._empire, self._below, self.promises)

    @property
    def _empire(self) -> int:
        seats: tuple[int, ...] = self._game.state.seats
        return seats.index(self._seat)

    def _speaker(self, player: int, named: int | None) -> int | None:
        """Return the empire for which a player speaks; None if that can't be told, or is not theirs to say."""
        seats = self._game.state.seats
        theirs = [seats.index(seat) for seat in self._seats_of[player]]
        if named is not None:
            return named if named in theirs else None
        return theirs[0] if len(theirs) == 1 else None


def _terms(proposer: int, other: int, proposal: Proposal, until: int) -> tuple[Promise, Promise]:
    """Return what the proposer promises, and what the other one does."""
    return Promise(proposer, other, proposal.given, until), Promise(other, proposer, proposal.wanted, until)
