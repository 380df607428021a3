"""The bots' talk: they propose, answer and keep deals, and call for help against a leader."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cli.i18n.texts import marked, tr, translated
from cli.mare.deals import Judge, Promise
from cli.mare.sentences import (
    Misunderstood,
    Proposal,
    Reply,
    Request,
    Spot,
    broken,
    proposed,
    read,
    replied,
    requested,
)
from cli.ui.view import Talk, Talker, Utterance
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError
from core.engine.game import Game
from core.engine.policy import questions
from core.mare.kinds import BoardNames

TRIES = 50
"""So often an answer is drawn before the first is taken that breaks none."""


class Faithful(Answers):
    """The legal answers less those that would break the bot's word; there must be one that does not.

    ``rule`` is what the rules say of promises.
    """

    def __init__(self, answers: Answers, forbidden: Callable[[Action], bool], rule: str) -> None:
        self.board = answers.board
        self._answers = answers
        self._forbidden = forbidden
        self._rule = rule

    def check(self, action: Action) -> None:
        self._answers.check(action)
        if self._forbidden(action):
            raise RuleError(self._rule, "You have promised something else.")

    def text(self, action: Action) -> str:
        return self._answers.text(action)

    def __iter__(self) -> Iterator[Action]:
        return (action for action in self._answers if not self._forbidden(action))

    def draw(self, below: Below) -> Action:
        for _ in range(TRIES):
            action = self._answers.draw(below)
            if not self._forbidden(action):
                return action
        return next(iter(self))


PROPOSES_ONCE_IN = 2
"""In so many rounds, on average, a bot to whom a deal would be worth something proposes one."""

LONGEST = 3
"""Rounds after the present one for which a bot binds itself at most."""


class TalkingBot(Talker):
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
        self._proposed_in = self._requested_in = 0
        self._help = (0, 0, Spot(0, is_sea=True))
        """The help that the bot has promised last: for which round, against whom, and where."""

    @property
    def promises(self) -> tuple[Promise, ...]:
        """The promises, this bot's own and those made to it, that hold in this round."""
        return tuple(promise for promise in self._promises if promise.until >= self._game.state.round)

    @property
    def _owed(self) -> Spot | None:
        """Where the bot has promised help in this round and has not marched yet; None for nowhere."""
        due, _, place = self._help
        return place if due == self._game.state.round else None

    # ------------------------------------------------------------------ talk

    def heard(self, player: int, text: str, *, alone: bool) -> list[Utterance]:
        state = self._game.state
        if not state.seats or state.result is not None:
            return []
        to = player if alone else None
        try:
            said = read(state.board, text)
        except Misunderstood as problem:
            return [Utterance(f"{state.board.empire_names[self._empire]}: {problem}", to)] if alone else []
        if said is None or (speaker := self._speaker(player, said.speaker)) in (None, self._empire):
            return []
        is_mine = said.hearer == self._empire or (said.hearer is None and alone)
        if isinstance(said, Reply):
            return self._take(speaker, to, agrees=said.agrees) if is_mine else []
        # No other bot hears what is told to this one alone, so it says no where another empire is named.
        if not (is_mine or alone):
            return []
        if isinstance(said, Proposal):
            agrees = is_mine and self._agrees(speaker, said)
        elif said.place is not None:
            agrees = is_mine and self._helps(said.leader, said.place)
        else:
            return []
        return [Utterance(replied(state.board, Reply(self._empire, speaker, agrees)), to)]

    def asked(self) -> list[Utterance]:
        state = self._game.state
        if not state.seats or state.result is not None:
            return []
        return self._request() or self._propose()

    def _request(self) -> list[Utterance]:
        """Ask for help against a leader, once a round."""
        state = self._game.state
        request = None if state.round == self._requested_in else self._judge.request()
        if request is None:
            return []
        self._requested_in = self._proposed_in = state.round
        # A yes of the one who is asked answers this now, and no proposal.
        self._offered = [offered for offered in self._offered if offered[0].hearer != request.hearer]
        return [Utterance(requested(state.board, request))]

    def _propose(self) -> list[Utterance]:
        """Propose the best deal, in about every second round."""
        state = self._game.state
        if state.round in (0, 1, self._proposed_in):
            return []
        self._proposed_in = state.round
        if self._below(PROPOSES_ONCE_IN):
            return []
        best = self._judge.best_deal()
        if best is None or any(promise.to == best[0] for promise in self.promises):
            return []
        other, given, wanted = best
        if given == self._owed:
            return []
        proposal = Proposal(self._empire, other, given, wanted, state.round + 1)
        mine, theirs = _terms(self._empire, other, proposal, proposal.until)
        self._offered = [(proposal, mine, theirs)]
        return [Utterance(proposed(state.board, proposal))]

    def _agrees(self, speaker: int, proposal: Proposal) -> bool:
        """Return whether this bot agrees to a proposal; if so, it is bound by it."""
        state = self._game.state
        until = proposal.until or state.round + 1
        agrees = state.round <= until <= state.round + LONGEST
        agrees = agrees and proposal.wanted != self._owed
        agrees = agrees and self._judge.agrees(proposal.given, proposal.wanted, speaker)
        if agrees:
            theirs, mine = _terms(speaker, self._empire, proposal, until)
            self._promises += [mine, theirs]
        return agrees

    def _helps(self, leader: int, place: Spot) -> bool:
        """Return whether this bot helps against a leader; if so, it owes that.

        It does only if its legions can still go there, and owe no help elsewhere.
        """
        judge, answers = self._judge, questions(self._game.node).get(self._seat)
        agrees = judge.can_march(place, answers) and self._owed in (None, place) and judge.helps(leader, place)
        if agrees:
            self._help = (self._game.state.round, leader, place)
        return agrees

    def _take(self, speaker: int, to: int | None, *, agrees: bool) -> list[Utterance]:
        """Hear the answer to the bot's own proposal; a yes may come when it can no longer be held."""
        found = [offered for offered in self._offered if offered[0].hearer == speaker]
        self._offered = [offered for offered in self._offered if offered[0].hearer != speaker]
        for _, *terms in found if agrees else ():
            mine, _ = terms
            if mine.place == self._owed or not all(self._judge.can_leave(one.place, one.by) for one in terms):
                return [Utterance(replied(self._game.state.board, Reply(self._empire, speaker, agrees=False)), to)]
            self._promises += terms
        return []

    # ------------------------------------------------------------------ deeds

    def faithful(self, answers: Answers) -> Answers:
        """Return the answers that keep the bot's word; all answers if each would break it.

        The only other reason to break it is a place that may decide the game. Who has promised help marches there
        first, with as many legions as can march at once, as long as that is worth it.
        """
        due, leader, place = self._help
        if due != self._game.state.round and not self.promises:
            return answers
        judge = self._judge
        if any(promise.by == self._empire for promise in self.promises):
            faithful = Faithful(answers, judge.forbids, judge.rule)
            answers = faithful if any(True for _ in faithful) else answers
        if due != self._game.state.round or not judge.helps(leader, place):
            return answers
        marches: list[Any] = [action for action in answers if judge.goal(action) == place]
        most = max((march.number for march in marches), default=0)
        best = [march for march in marches if march.number == most]
        return Faithful(answers, lambda action: action not in best, judge.rule) if best else answers

    def acted(self, empire: int, text: str) -> list[Utterance]:
        """See what an empire has done; a deal that it breaks is over, and that is said."""
        due, leader, place = self._help
        action = self._parsed(text) if self.promises or due else None
        if action is None:
            return []
        judge = self._judge
        if empire == self._empire and judge.goal(action) == place:
            self._help = (0, leader, place)
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


_DEALS = marked(
    "Bots understand only deals and calls for help. “say” takes “I leave PLACE alone if PLAYER stays out of PLACE”,"
    " “yes, PLAYER”, “no, PLAYER” and “help against PLAYER: PLAYER, take PLACE”; “tell” takes “I leave PLACE alone if"
    " you stay out of PLACE”, “help against PLAYER: take PLACE”, “yes” and “no”."
)


class Deals(Talk):
    """Talk with an edition's bots."""

    def __init__(self, judge: type[Judge]) -> None:
        """Take the class that weighs deals in the edition."""
        self._judge = judge

    def talker(self, game: Game[Any], seat: int, seats_of: Sequence[Sequence[int]], below: Below) -> TalkingBot:
        return TalkingBot(self._judge, game, seat, seats_of, below)

    def unheard(self, board: BoardNames, text: str, *, alone: bool) -> str:
        try:
            said = read(board, text)
        except Misunderstood as problem:
            # A bot says so by itself if it alone hears it.
            return "" if alone else translated(problem)
        is_cry = isinstance(said, Request) and said.place is None
        return "" if said is not None and not is_cry and (alone or said.hearer is not None) else tr(_DEALS)
