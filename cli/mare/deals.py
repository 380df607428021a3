"""Deals between players, as far as bots understand them: sentences, promises, what a deal is worth, and the talk.

The sentences are a small grammar that people type and bots speak::

    I leave Gallia alone if you stay out of Mare Ionium until the end of round 4.
    Carthage: I stay out of Italia if Rome leaves Africa alone.
    Yes.            Carthage: No, Rome.
    Help against Egypt: Carthage, take Aegyptus.

It is English in every language of the program, since other players' bots have to understand it; people who read another
one are told what it means. A `Judge` knows the danger that goes from a deal, and the prey that it gives up; and who is
one step from winning, and what stops them.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from cli.i18n.texts import ENGLISH, language, marked, term, tr, translated
from cli.ui.view import Talk, Talker, Utterance
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.errors import RuleError
from core.engine.game import Game
from core.engine.masks import bits
from core.mare.kinds import BoardNames
from core.mare.rounds import Turns

T = TypeVar("T")

WITHOUT_END = 0
"""The round of a deal that does not say how long it holds."""


class Spot(NamedTuple):
    """A province or a sea, by its number on the board."""

    number: int
    is_sea: bool


class Proposal(NamedTuple):
    """What is proposed to ``hearer``, None for “you”: to leave ``given`` alone if the other leaves ``wanted``.

    ``speaker`` is the empire that is named before the sentence, if one is. ``until`` is the last round, WITHOUT_END
    where none is said.
    """

    speaker: int | None
    hearer: int | None
    given: Spot
    wanted: Spot
    until: int


class Reply(NamedTuple):
    """A yes or no to the proposal of ``hearer``, None if none is named."""

    speaker: int | None
    hearer: int | None
    agrees: bool


class Request(NamedTuple):
    """A call for help against ``leader``: that ``hearer``, None for “you”, takes ``place``.

    Without a place it only names the leader.
    """

    speaker: int | None
    hearer: int | None
    leader: int
    place: Spot | None


class Misunderstood(Exception):
    """A sentence that is meant as a proposal or request and says nothing that can be understood; the message says what.

    It is English where a bot says it, and has a template and fields for people who read another language.
    """

    def __init__(self, template: str, **fields: str) -> None:
        super().__init__(template.format(**fields))
        self.template = template
        self.fields = fields


NO_PLACE = marked("No province or sea is called '{name}', or more than one is; name one, such as {example}.")
NO_PLAYER = marked("No player is called '{name}' here; say “you”, or one of {names}.")
NO_LEADER = marked("No player is called '{name}' here; name one of {names}.")

KEEPING = re.compile(
    r"i (?:will )?(?:leave (?P<left>.+?) alone|stay out of (?P<shunned>.+?))"
    r" if (?P<hearer>\w+) (?:leaves? (?P<left_too>.+?) alone|stays? out of (?P<shunned_too>.+?))"
    r"(?:,? until the end of round (?P<until>\d{1,4}))?"
)
UNKNOWN = {
    NO_PLACE: re.compile(
        r"(?:\w+: )?No province or sea is called '(?P<name>[^']*)', or more than one is;"
        r" name one, such as (?P<example>.*)\."
    ),
    NO_PLAYER: re.compile(
        r"(?:\w+: )?No player is called '(?P<name>[^']*)' here; say “you”, or one of (?P<names>.*)\."
    ),
    NO_LEADER: re.compile(r"(?:\w+: )?No player is called '(?P<name>[^']*)' here; name one of (?P<names>.*)\."),
}
"""What a bot answers to a name that it does not know, and how that is found again in its words."""

COMPLAINT = re.compile(r"(?P<speaker>\w+): (?P<other>\w+) has broken our deal on (?P<place>.+)\.")
ANSWERS = re.compile(r"(?P<answer>yes|agreed|no|no deal)(?:,? (?P<hearer>\w+))?")
HELP = re.compile(r"help against (?P<leader>\w+)(?:[:,] ?(?:(?P<hearer>\w+),? )?take (?P<place>.+))?")
ADDRESS = re.compile(r"(?P<speaker>\w+): ?(?P<rest>.*)")


def read(board: BoardNames, text: str) -> Proposal | Reply | Request | None:
    """Return what a sentence says, None if it is other talk; raises Misunderstood.

    Capitals, more spaces and the full stop do not matter; of a place or an empire its beginning is enough.
    """
    words = " ".join(text.casefold().split()).rstrip(".! ")
    speaker = None
    address = ADDRESS.fullmatch(words)
    if address is not None:
        speaker = _only(_empires(board), address["speaker"])
        if speaker is None:
            return None
        words = address["rest"]
    if found := ANSWERS.fullmatch(words):
        hearer = None if found["hearer"] is None else _only(_empires(board), found["hearer"])
        return Reply(speaker, hearer, found["answer"] in ("yes", "agreed"))
    if found := KEEPING.fullmatch(words):
        hearer = _hearer(board, found["hearer"])
        given = _place(board, found["left"] or found["shunned"])
        wanted = _place(board, found["left_too"] or found["shunned_too"])
        return Proposal(speaker, hearer, given, wanted, int(found["until"] or WITHOUT_END))
    if found := HELP.fullmatch(words):
        leader = _empire(board, found["leader"], NO_LEADER)
        if found["place"] is None:
            return Request(speaker, None, leader, None)
        return Request(speaker, _hearer(board, found["hearer"] or "you"), leader, _place(board, found["place"]))
    return None


def meaning(board: BoardNames, text: str) -> str:
    """Return what a sentence says in the language in use; nothing in English, and for other talk."""
    if language() == ENGLISH:
        return ""
    if found := COMPLAINT.fullmatch(text):
        return tr("{other} has broken our deal on {place}.", other=term(found["other"]), place=found["place"])
    for template, pattern in UNKNOWN.items():
        if found := pattern.fullmatch(text):
            return tr(template, **found.groupdict())
    try:
        said = read(board, text)
    except Misunderstood:
        return ""
    if isinstance(said, Reply):
        return tr("Agreed.") if said.agrees else tr("No deal.")
    if isinstance(said, Request):
        return _needed(board, said)
    return _meant(board, said) if said is not None else ""


def _meant(board: BoardNames, proposal: Proposal) -> str:
    given, wanted, until = _name(board, proposal.given), _name(board, proposal.wanted), proposal.until
    if proposal.hearer is None:
        if not until:
            return tr("I leave {given} alone if you stay out of {wanted}.", given=given, wanted=wanted)
        return tr(
            "I leave {given} alone if you stay out of {wanted} until the end of round {until}.",
            given=given,
            wanted=wanted,
            until=until,
        )
    hearer = term(board.empire_names[proposal.hearer])
    if not until:
        return tr("I leave {given} alone if {hearer} stays out of {wanted}.", given=given, hearer=hearer, wanted=wanted)
    return tr(
        "I leave {given} alone if {hearer} stays out of {wanted} until the end of round {until}.",
        given=given,
        hearer=hearer,
        wanted=wanted,
        until=until,
    )


def _needed(board: BoardNames, request: Request) -> str:
    leader = term(board.empire_names[request.leader])
    if request.place is None:
        return tr("Help against {leader}.", leader=leader)
    place = _name(board, request.place)
    if request.hearer is None:
        return tr("Help against {leader}: take {place}.", leader=leader, place=place)
    hearer = term(board.empire_names[request.hearer])
    return tr("Help against {leader}: {hearer}, take {place}.", leader=leader, hearer=hearer, place=place)


def proposed(board: BoardNames, proposal: Proposal) -> str:
    """Return a proposal in words, with both empires named."""
    given, wanted = _name(board, proposal.given), _name(board, proposal.wanted)
    hearer = "you stay" if proposal.hearer is None else f"{board.empire_names[proposal.hearer]} stays"
    until = f" until the end of round {proposal.until}" if proposal.until else ""
    return f"{_spoken_by(board, proposal.speaker)}I leave {given} alone if {hearer} out of {wanted}{until}."


def replied(board: BoardNames, reply: Reply) -> str:
    """Return a yes or no in words."""
    hearer = "" if reply.hearer is None else f", {board.empire_names[reply.hearer]}"
    return f"{_spoken_by(board, reply.speaker)}{'Agreed' if reply.agrees else 'No deal'}{hearer}."


def requested(board: BoardNames, request: Request) -> str:
    """Return a call for help in words."""
    task = ""
    if request.hearer is not None and request.place is not None:
        task = f": {board.empire_names[request.hearer]}, take {_name(board, request.place)}"
    return f"{_spoken_by(board, request.speaker)}Help against {board.empire_names[request.leader]}{task}."


def broken(board: BoardNames, speaker: int, other: int, place: Spot) -> str:
    """Return the complaint that a deal has been broken."""
    return f"{board.empire_names[speaker]}: {board.empire_names[other]} has broken our deal on {_name(board, place)}."


def _spoken_by(board: BoardNames, speaker: int | None) -> str:
    return "" if speaker is None else f"{board.empire_names[speaker]}: "


def _name(board: BoardNames, place: Spot) -> str:
    return (board.sea_names if place.is_sea else board.province_names)[place.number]


def _empires(board: BoardNames) -> dict[str, int]:
    return _named(board.empire_names)


def _hearer(board: BoardNames, word: str) -> int | None:
    return None if word == "you" else _empire(board, word, NO_PLAYER)


def _empire(board: BoardNames, word: str, unknown: str) -> int:
    found = _only(_empires(board), word)
    if found is None:
        raise Misunderstood(unknown, name=word, names=", ".join(board.empire_names))
    return found


def _place(board: BoardNames, words: str) -> Spot:
    places = {name: Spot(index, is_sea=False) for name, index in _named(board.province_names).items()}
    places |= {name: Spot(index, is_sea=True) for name, index in _named(board.sea_names).items()}
    found = _only(places, words.removeprefix("the ").replace("_", " "))
    if found is None:
        raise Misunderstood(NO_PLACE, name=words, example=board.province_names[0])
    return found


def _named(names: Sequence[str]) -> dict[str, int]:
    return {name.casefold(): index for index, name in enumerate(names)}


def _only(named: Mapping[str, T], beginning: str) -> T | None:
    """Return what has this name, or else is the only one whose name begins so."""
    if beginning in named:
        return named[beginning]
    found = [thing for name, thing in named.items() if beginning and name.startswith(beginning)]
    return found[0] if len(found) == 1 else None


TRIES = 50
"""So often an answer is drawn before the first is taken that breaks none."""


class Promise(NamedTuple):
    """That one empire leaves a place alone for another's sake, up to the end of round ``until``."""

    by: int
    to: int
    place: Spot
    until: int


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


TRIREME_SHARE = 60
"""What it is worth that a trireme is not disturbed, in hundredths of a resource."""


class Strike(NamedTuple):
    """An attack on a province: its legions, and the chance in percent that they stand there alone after a battle."""

    legions: int
    chance: int


WORTH_ASKING = 60
"""How much a deal must bring in for a bot to propose it, in hundredths of a resource."""


class Judge(ABC):
    """Weighs deals for one empire in a position; values are on the scale of the edition's bots."""

    rule: ClassVar[str]
    """The rule on promises."""
    resource: ClassVar[int]
    """What a resource is worth."""
    war: ClassVar[int]
    """The number of the phase in which legions march."""

    def __init__(self, state: Any, empire: int, below: Below, promises: Sequence[Promise]) -> None:
        """Take all ``promises`` that hold: those of the empire, and those of others to it."""
        self._state = state
        self._empire = empire
        self._below = below
        self._promises = promises

    # ------------------------------------------------------------------ what an edition says

    @abstractmethod
    def goal(self, action: Action) -> Spot | None:
        """Return where an action sends legions or triremes; None for other actions."""

    def breaks(self, action: Action, promise: Promise) -> bool:
        """Return whether an action of the empire that has promised goes against it."""
        return self.goal(action) == promise.place

    @property
    @abstractmethod
    def near(self) -> Collection[int]:
        """Return the rivals that are one step from winning, as far as all know."""

    @abstractmethod
    def stops(self, index: int) -> bool:
        """Return whether a rival is one step from winning, and farther without what it has in a province."""

    @abstractmethod
    def attack(self, index: int, owner: int, other: int) -> Strike:
        """Return what another empire can do with all legions that it can send to a province of its owner."""

    @abstractmethod
    def stake(self, index: int) -> int:
        """Return what its owner can lose in a province."""

    @abstractmethod
    def prey(self, index: int) -> int:
        """Return what the empire may win by sending legions to a province; 0 or less where it would not."""

    def wins_by(self, place: Spot) -> bool:
        """Return whether what the empire takes in a place may decide the game; in most editions no place does."""
        return False

    def can_leave(self, place: Spot, empire: int) -> bool:
        """Return whether an empire can leave a place alone: not a province that it owns, or where its legions stand.

        Those have to fight there, or have done already what a deal should prevent. Nor one that must be taken so that a
        rival does not win.
        """
        if place.is_sea:
            return True
        province = self._state.provinces[place.number]
        is_free = province.controller != empire and not province.legions[empire]
        return is_free and not self.stops(place.number)

    def has_ships_near(self, sea: int, empire: int) -> bool:
        """Return whether an empire has triremes in a sea, or may sail there."""
        seas = self._state.seas
        return any(seas[near][empire] for near in (sea, *bits(self._state.board.sea_links[sea])))

    # ------------------------------------------------------------------ dangers

    def danger(self, index: int, owner: int, other: int) -> int:
        """Return what an empire must expect to lose in a province to another."""
        return self.stake(index) * self.attack(index, owner, other).chance // 100

    # ------------------------------------------------------------------ promises

    def forbids(self, action: Action) -> bool:
        """Return whether the empire's own promises forbid an action; none stands between it and the end of the game."""
        return any(self.breaks(action, promise) for promise in self._kept)

    @property
    def _kept(self) -> Iterator[Promise]:
        return (one for one in self._promises if one.by == self._empire and not self.wins_by(one.place))

    # ------------------------------------------------------------------ deals

    def relief(self, place: Spot, other: int) -> int:
        """Return what it is worth to the empire that another leaves a place alone; nothing if that one can't."""
        if not self.can_leave(place, other):
            return 0
        if place.is_sea:
            mine = self._state.seas[place.number][self._empire]
            return self._trireme * mine if mine and self.has_ships_near(place.number, other) else 0
        return self.danger(place.number, self._empire, other)

    def sacrifice(self, place: Spot) -> int:
        """Return what the empire gives up when it leaves a place alone."""
        if place.is_sea:
            return self._trireme // 2 if self.has_ships_near(place.number, self._empire) else 0
        return max(0, self.prey(place.number))

    def agrees(self, given: Spot, wanted: Spot, other: int) -> bool:
        """Return whether the empire leaves ``wanted`` alone if another one leaves ``given`` alone."""
        relief = self.relief(given, other)
        return self.can_leave(wanted, self._empire) and relief > 0 and relief >= self.sacrifice(wanted)

    def best_deal(self) -> tuple[int, Spot, Spot] | None:
        """Return with whom a deal is best, what to leave alone for it, and what the other should; None for none."""
        best = WORTH_ASKING * self.resource // 100
        found: tuple[int, Spot, Spot] | None = None
        own = list(self._provinces_of(self._empire))
        others = [other for other in range(len(self._state.players)) if other != self._empire]
        for other in others if own else ():
            relief, wanted = max((self.relief(place, other), place) for place in own)
            for given in self._provinces_of(other):
                if not self.can_leave(given, self._empire):
                    continue
                # The other gains something by it, too, or has no reason to agree.
                if relief - self.sacrifice(given) > best and self.danger(given.number, other, self._empire):
                    best, found = relief - self.sacrifice(given), (other, given, wanted)
        return found

    # ------------------------------------------------------------------ help against a leader

    def request(self) -> Request | None:
        """Return the help that the empire asks for: of who can still take most from a leader in this phase.

        In each round it falls to another rival of the leader to ask, so that one speaks for all.
        """
        players, gains = range(len(self._state.players)), dict[Request, int]()
        for leader in self.near if self._state.phase == self.war and self.waiting else ():
            askers = [empire for empire in players if empire != leader]
            if askers[self._state.round % len(askers)] == self._empire:
                gains[Request(self._empire, None, leader, None)] = 0
                places = [place for place in self._provinces_of(leader) if self.stops(place.number)]
                for helper in self.waiting - {leader, self._empire}:
                    judge = type(self)(self._state, helper, self._below, ())
                    gains |= {Request(self._empire, helper, leader, at): judge.prey(at.number) for at in places}
        return max(gains, key=lambda request: gains[request], default=None)

    def helps(self, leader: int, place: Spot) -> bool:
        """Return whether the empire takes a place from a leader: that is worth it by itself, and breaks no promise."""
        is_leaders = leader in self.near and place in self._provinces_of(leader)
        return is_leaders and self.prey(place.number) > 0 and all(promise.place != place for promise in self._kept)

    @property
    def waiting(self) -> set[int]:
        """The empires that still have their turn in this phase."""
        return {empire for frame in self._state.stack if isinstance(frame, Turns) for empire in frame.waiting}

    @property
    def _trireme(self) -> int:
        return TRIREME_SHARE * self.resource // 100

    def _provinces_of(self, empire: int) -> Iterator[Spot]:
        return (Spot(index, is_sea=False) for index in bits(self._state.controlled(empire)))


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
        speaker = None if said is None else self._speaker(player, said.speaker)
        if speaker is None or speaker == self._empire:
            return []
        if isinstance(said, Proposal):
            return self._answer(speaker, said, to)
        if isinstance(said, Request):
            return self._hear_request(speaker, said, to)
        if isinstance(said, Reply) and (said.hearer == self._empire or (said.hearer is None and alone)):
            return self._take(speaker, to, agrees=said.agrees)
        return []

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

    def _hear_request(self, speaker: int, request: Request, to: int | None) -> list[Utterance]:
        """Answer yes or no if this bot is asked for help.

        Yes only if its legions have their turn yet, and owe no help elsewhere.
        """
        is_asked = request.hearer == self._empire or (request.hearer is None and to is not None)
        if not is_asked or request.place is None:
            return []
        state, judge = self._game.state, self._judge
        has_turn = state.phase < judge.war or self._empire in judge.waiting
        agrees = has_turn and self._owed in (None, request.place) and judge.helps(request.leader, request.place)
        if agrees:
            self._help = (state.round, request.leader, request.place)
        return [Utterance(replied(state.board, Reply(self._empire, speaker, agrees)), to)]

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

    def _answer(self, speaker: int, proposal: Proposal, to: int | None) -> list[Utterance]:
        """Answer yes or no to a proposal, if it is made to this bot."""
        state = self._game.state
        if proposal.hearer != self._empire and (proposal.hearer is not None or to is None):
            return []
        until = proposal.until or state.round + 1
        agrees = state.round <= until <= state.round + LONGEST
        agrees = agrees and proposal.wanted != self._owed
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
    " you stay out of PLACE”, “yes” and “no”."
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
