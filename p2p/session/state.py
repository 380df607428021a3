"""All that a session remembers, in one place, with the tables of its two transitions.

The *phase* says where in its life the session is:

    SIGNING ──all have signed──▶ PLAYING ──the log ends──▶ CLOSING ──all here have closed──▶ FINISHED
       │                            ▲│                      ││
       │                            │└─── the log goes on ──┘│
       └──────────────stop──────────┴──────▶ STOPPED ◀───────┘

FINISHED and STOPPED are the end: nothing leads out of them.

The *mode* says whether the program may sign on its log. It is no field of its own:

    NORMAL ────────────evidence for a higher term: promise────────────▶ PROMISED ◀─┐
       ▲                                                                 │  │       │ evidence for a still
       └──────a proposal of the term promised, or of a higher one: enter─┘  └───────┘ higher term: promise

A program has promised where the term of its own newest promise is above that of its log's epoch. From then on it signs
nothing on this log (R1), until it enters an epoch of such a term.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum, auto
from typing import Final, NamedTuple

from p2p.game import NewGame
from p2p.log import statements
from p2p.log.charter import Charter, CharterError
from p2p.log.justify import has_head
from p2p.log.log import Log
from p2p.log.messages import Have, Past
from p2p.log.statements import (
    Change,
    Head,
    Promise,
    Promised,
    Proof,
    Proposed,
    SignedAck,
    SignedClosing,
    SignedEntry,
    SignedPromise,
    SignedProposal,
    SignedRequest,
    Statement,
    Violation,
)
from p2p.log.steps import SECRETS, Kind
from p2p.session.conversation import Conversation
from p2p.session.peers import Outbox, Pacing, Peers
from p2p.session.requests import Requests, Timer
from p2p.session.signer import Signer


class Acks:
    """Has by player the greatest height at which they acknowledge our log, and by height the statement that does so.

    Beyond our own height it keeps only each player's newest acknowledgement. It is compared when we get there.
    """

    def __init__(self, charter: Charter) -> None:
        self.final = 0
        self._charter = charter
        self._quorum = charter.quorum
        self._heights = [-1] * len(charter.players)
        self._statements: list[dict[int, Statement]] = [{} for _ in charter.players]
        self._newest: dict[int, SignedAck] = {}
        self._ahead: dict[int, tuple[int, SignedAck]] = {}
        self._foreign: dict[int, Statement] = {}
        self._promises: dict[int, SignedPromise] = {}
        self._before: dict[int, Statement] = {}
        """By player, the highest statement of the last epoch in which they attested our log."""

    def begin_epoch(self) -> None:
        """Forget all acknowledgements, since only those of the new epoch count there.

        Promises stay, and what each player attested last: a later promise below it is equivocation.
        """
        for player, height in enumerate(self._heights):
            if height in self._statements[player]:
                self._before[player] = self._statements[player][height]
        self._heights = [-1] * len(self._heights)
        self._statements = [{} for _ in self._statements]
        for kept in (self._newest, self._ahead, self._foreign):
            kept.clear()

    def promised(self, signed: SignedPromise) -> None:
        """Keep a player's newest promise."""
        self._promises[signed.player] = signed

    def height(self, player: int) -> int:
        """Return the greatest height at which the player acknowledges our log; -1 until they have signed
        the charter.
        """
        return self._heights[player]

    def reached_by(self, players: Iterable[int], height: int) -> bool:
        """Return whether all these players acknowledge our log at this height or above."""
        return all(self._heights[player] >= height for player in players)

    def bars_nobody(self, present: Iterable[int], height: int) -> bool:
        """The barrier: return whether all present players, and a quorum, acknowledge our log at this
        height or above.
        """
        reached = sum(known >= height for known in self._heights)
        return reached >= self._quorum and self.reached_by(present, height)

    def start(self, player: int) -> None:
        """The player signed the charter, whose hash is L(0)."""
        self._heights[player] = max(self._heights[player], 0)

    def begin(self, height: int) -> None:
        """All have signed the charter; the game begins at this height."""
        self._heights = [height] * len(self._heights)
        self.final = height

    def add(self, player: int, height: int, statement: Statement) -> None:
        """Note that a player's statement acknowledges our log at a height; what a quorum acknowledges is final."""
        self._statements[player].setdefault(height, statement)
        if isinstance(statement, SignedAck):
            self._newest[player] = statement
        if height > self._heights[player]:
            self._heights[player] = height
            self.final = max(self.final, sorted(self._heights)[-self._quorum])

    def newest(self) -> Iterator[SignedAck]:
        """Yield each player's newest acknowledgement, up to the height that we have reached.

        A peer that hears of a greater height fetches it from us, so we must not name a height that we don't have.
        """
        yield from self._newest.values()

    def contradicting(self, player: int, statement: Statement) -> Statement | None:
        """Return an earlier statement of the player that makes this one equivocation, or None."""
        earlier: list[Statement | None] = [
            self._statements[player].get(height) for height, _ in statements.attested(statement)
        ]
        if player in self._ahead:
            earlier.append(self._ahead[player][1])
        if isinstance(statement, SignedPromise):
            earlier += [self._statements[player].get(self._heights[player]), self._before.get(player)]
        for known in (*earlier, self._foreign.get(player), self._promises.get(player)):
            if known is not None and statements.contradict(self._charter, known, statement):
                return known
        return None

    def keep_foreign(self, statement: Statement) -> None:
        """Keep the first statement that a player signed on another log than ours."""
        player = statements.author(self._charter, statement)
        if player is not None:
            self._foreign.setdefault(player, statement)

    def foreign(self, player: int) -> Statement | None:
        """Return the statement that the player signed on another log than ours."""
        return self._foreign.get(player)

    @property
    def ahead(self) -> set[int]:
        """Return the players who have acknowledged a height that we have not reached."""
        return set(self._ahead)

    def keep_ahead(self, link: int, ack: SignedAck) -> None:
        """Keep an acknowledgement of a height that we have not reached, and the link over which it came."""
        newest = self._ahead.get(ack.player)
        if newest is None or newest[1].content.counter < ack.content.counter:
            self._ahead[ack.player] = link, ack

    def take_reached(self, height: int) -> Iterator[tuple[int, SignedAck]]:
        """Yield the acknowledgements kept for heights that are reached now, each with its link, and forget them."""
        for player, (link, ack) in list(self._ahead.items()):
            if ack.content.height <= height:
                del self._ahead[player]
                yield link, ack


NOWHERE = -1
"""The link of items that didn't come over one."""


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


class Mode(StrEnum):
    """Whether the term of the newest promise is above that of the log."""

    NORMAL = auto()
    PROMISED = auto()


class Turn(StrEnum):
    """What can change the mode."""

    PROMISE = auto()
    """It promises a higher term than any before."""
    ENTER = auto()
    """It enters an epoch of the promised term, or of a higher one."""
    ENTER_BELOW = auto()
    """It enters an epoch of a term below the promised one."""


MODES: Final = {
    (Mode.NORMAL, Turn.PROMISE): Mode.PROMISED,
    (Mode.NORMAL, Turn.ENTER): Mode.NORMAL,
    (Mode.PROMISED, Turn.PROMISE): Mode.PROMISED,
    (Mode.PROMISED, Turn.ENTER): Mode.NORMAL,
    (Mode.PROMISED, Turn.ENTER_BELOW): Mode.PROMISED,
}
"""Where each turn leads from each mode; there are no others."""


def mode_of(promised: int, term: int) -> Mode:
    """Return the mode of a program that has promised a term, 0 for none, and whose log is in ``term``."""
    return Mode.PROMISED if promised > term else Mode.NORMAL


class Comparison(NamedTuple):
    """A log that differs from ours: the link to its holder, a height where it differs, and how far we have compared."""

    link: int
    height: int
    compared: int


class State:
    """Everything that a session knows. Its handlers are functions that take it first, and keep nothing themselves.

    ``acks``, ``peers``, ``requests``, ``pacing``, ``conversation`` and ``outbox`` keep books of their own, and know no
    handler.
    """

    def __init__(self, charter: Charter, new_game: NewGame, signer: Signer | None, *, agreeable: bool) -> None:
        """Raises CharterError if the signer is no player of the charter, SetupError if the game can't start."""
        self.charter = charter
        self.new_game = new_game
        self.signer = signer
        self.me = None if signer is None else _player(charter, signer)
        self.agreeable = agreeable
        self.clock: Callable[[], float] = lambda: 0.0
        self.log = Log(charter, new_game(charter.setup))
        self.peers = Peers(self.me, None if signer is None else signer.identity, self.log)
        self.links = self.peers.links
        self.outbox = Outbox(self.links)
        self.acks = Acks(charter)
        self.requests = Requests(self.me, self.log)
        self.pacing = Pacing(self.log)
        self.conversation = Conversation(self.me, signer, self.log, self.outbox)

        # The life of the session
        self.phase = Phase.SIGNING
        self.signatures: dict[int, bytes] = {}
        """By player, their signature of the charter."""
        self.past: Past | None = None
        """The record that the charter continues."""
        self.final = 0
        """The height that was last reported as final."""
        self.floor = 0
        """The height below which no epoch reaches, as of the last flush: all have our log up to there."""
        self.former: dict[int, str] = {}
        """By seat, the answer that an epoch made void."""

        # Acknowledgements and closings
        self.flushed_at = 0
        """The height at the last flush."""
        self.flushes = 0
        """At how many flushes in a row an acknowledgement was due, and the log did not rest."""
        self.closings: dict[int, SignedClosing] = {}
        """By player, their closing of our end."""
        self.other_closings: dict[int, tuple[int, SignedClosing]] = {}
        """By player, their newest closing that doesn't fit our log yet, and its link."""

        # Connections: what is fetched, offered and heard there
        self.claims: dict[int, tuple[int, int]] = {}
        """By link, the term and height that the other end claims."""
        self.held: dict[int, deque[SignedEntry]] = {}
        """By link, entries whose step is not open here yet."""
        self.fetches: dict[int, int] = {}
        """By link, the first step of the fetch under way."""
        self.served: dict[int, int] = {}
        """By link, how many entries were fetched from us."""
        self.is_returning = False
        """Whether we were restarted and have yet to hear from a quorum; until then we sign nothing."""
        self.heard_over: set[int] = set()
        """The links whose other end has offered all that it has of ours."""
        self.lacking: set[int] = set()
        """Links whose other end may lack something: the next flush offers everyone's items there."""
        self.said: dict[int, tuple[int, int]] = {}
        """By link, the greatest term and height that the other end has said to have."""
        self.offered: dict[int, float] = {}
        """By link, when we last offered everyone's items there."""

        # Statements that disagree
        self.proofs: dict[int, Proof] = {}
        """By player, the proof of what they did."""
        self.differing: set[int] = set()
        """The players with another log than ours, whom nothing convicts."""
        self.desynced: set[int] = set()
        """The players who got another state than ours from the same log."""
        self.is_asked = False
        """Whether the others need to see our L and S."""
        self.comparisons: dict[int, Comparison] = {}
        self.hearsay: dict[int, tuple[int, int]] = {}
        """By player, the link over which we heard of another log of theirs, and the height."""
        self.early_proofs: dict[tuple[int, int], Violation] = {}
        """By link and player, a proof that needs more of the log than we have."""

        # What this program agrees to by itself
        self.seen = self.log.head
        """The head of the log for which we have looked at the others' requests."""
        self.followed: set[Change] = set()
        """What we agree to only because other players request it."""
        self.in_vain: dict[int, bool] = {}
        """By player, whether they came back several times without an entry."""
        self.counted = self.log.head
        """The head of the log for which we know who is away in vain."""
        self.was_away = False
        """Whether our player was declared absent while they could not know of it."""
        self.was_cut_off = False
        """Whether fewer than a quorum could be reached since the last step."""

        # Requests, promises and proposals
        self.promises: dict[int, Promised] = {}
        """By player, everyone's newest promise, ours too."""
        self.promised = 0
        """The highest term that our player has promised; 0 for none."""
        self.timer = Timer()
        self.told: dict[int, tuple[Change, ...]] = {}
        """By player, their requests as the program around us last heard of them."""
        self.evidence: tuple[int, tuple[SignedRequest, ...]] = (0, ())
        """The highest term above our promise for which we have evidence, and that evidence."""
        self.evidence_since: float | None = None
        """When we got that evidence, if we delay our promise."""
        self.proposals: dict[int, SignedProposal] = {}
        """By term, for a few terms from ours on, the proposal that other players have shown us."""
        self.lacks_change = False
        """Whether our epoch has left out a change to which enough players agree."""

        # Our part as a coordinator, and proposals that wait
        self.coordinated = 0
        """The term in which we wait for promises, as its coordinator."""
        self.quorum_since: float | None = None
        """When we first had the promises of a quorum."""
        self.has_proposed = 0
        """The newest term for which we have made a proposal."""
        self.put_off: Proposed | None = None
        self.put_off_until = 0.0
        self.put_off_base: Head | None = None
        """The base of the proposal that we put off last: we put off one for each attempt at dice."""
        self.shown_logs: dict[int, Log] = {}
        """By link, the log that is shown there, as far as we have verified it."""

    # The phase

    def change(self, transition: Transition) -> None:
        """Take a transition; raise ImpossibleTransition if the table has none from this phase."""
        try:
            self.phase = TRANSITIONS[self.phase, transition]
        except KeyError:
            raise ImpossibleTransition(f"{transition} while {self.phase}") from None

    @property
    def ended(self) -> bool:
        """Return whether the session has ended, good or bad."""
        return self.phase in (Phase.FINISHED, Phase.STOPPED)

    @property
    def in_game(self) -> bool:
        """Return whether the log may grow or change: all have signed the charter, and the session has not ended."""
        return self.phase in (Phase.PLAYING, Phase.CLOSING)

    # Whether our player could know that they were declared absent

    def looked_round(self) -> None:
        """Connections have changed."""
        self.was_cut_off |= self.adjourned

    def stepped(self) -> None:
        """A step that begins no epoch is complete."""
        self.was_cut_off = self.adjourned

    def epoch_began(self) -> None:
        """Our log is in a new epoch. If we are absent there, we could not know of it if we were away or cut off."""
        is_absent = self.me in self.log.absent
        self.was_away = is_absent and (self.was_away or self.was_cut_off or self.is_returning)

    # The mode

    @property
    def is_promised(self) -> bool:
        """Return whether we have promised a higher term than that of our log (R1)."""
        return mode_of(self.promised, self.log.term) is Mode.PROMISED

    @property
    def is_mute(self) -> bool:
        """Return whether we must not sign anything on our log.

        That is so if we have promised a higher term (R1), or have not heard from enough others since a restart.
        """
        return self.me is None or self.is_returning or self.is_promised

    @property
    def own_promise(self) -> Promise | None:
        """Return our player's newest promise."""
        own = self.promises.get(self.me) if self.me is not None else None
        return None if own is None else own.signed.content

    @property
    def leads_on(self) -> bool:
        """Return whether we have evidence for a higher term, so that this epoch may not be the last one."""
        return self.evidence[0] > max(self.promised, self.log.term)

    @property
    def is_put_off(self) -> bool:
        """Return whether a proposal is put off (R8)."""
        return self.put_off is not None and self.put_off.epoch.term > self.log.term

    def binds(self, player: int) -> bool:
        """R1: return whether a promise keeps a player from attesting any other log in our term than a part of ours."""
        one = self.promises.get(player)
        if one is None or one.signed.content.term <= self.log.term:
            return False
        return has_head(self.log, one.signed.content.head)

    # What follows from the rest

    @property
    def now(self) -> float:
        """Return the time by the session's clock, in seconds; without a clock, time stands still."""
        return self.clock()

    @property
    def asked(self) -> tuple[int, ...]:
        """Return the seats of this player that must answer now."""
        if self.phase is not Phase.PLAYING or self.log.kind in SECRETS:
            return ()
        ours = tuple([seat for seat in self.log.missing() if self.log.holder(seat) == self.me])
        return () if ours and self.is_mute else ours

    @property
    def ack_due(self) -> bool:
        """Return whether we have steps that we have not acknowledged."""
        if self.me is None or self.acks.height(self.me) >= self.log.height:
            return False
        return self.in_game and not self.is_mute

    @property
    def adjourned(self) -> bool:
        """Return whether fewer than a quorum can be reached: the game waits for players to come."""
        lost = len(self.peers.unreachable) + len(self.peers.gone)
        return len(self.charter.players) - lost < self.charter.quorum

    @property
    def closings_of_our_end(self) -> list[SignedClosing]:
        """Return the closings of our end, in the order of players; none while the game goes on."""
        if self.log.kind is not Kind.OVER:
            return []
        end = self.log.closing()
        known = [one for player in self.charter.everyone for one in self.known_closings(player)]
        return [signed for signed in known if signed.content == end]

    @property
    def closed_by_quorum(self) -> bool:
        """Return whether a quorum has closed our end, so that it is final."""
        return len({signed.player for signed in self.closings_of_our_end}) >= self.charter.quorum

    @property
    def unplayable(self) -> set[int]:
        """Return the players who have another log or another state than ours."""
        return self.differing | self.desynced

    def known_closings(self, player: int) -> list[SignedClosing]:
        """Return the closings that we know of a player."""
        other = self.other_closings.get(player, (None, None))[1]
        return [signed for signed in (self.closings.get(player), other) if signed is not None]

    def have(self) -> Have:
        """Return what we have, for others to fetch."""
        return Have(self.log.term, self.log.height, self.conversation.counters)

    def newest(self) -> list[SignedRequest | Promised]:
        """Return everyone's newest request, and the promises of terms above that of our log."""
        promises = [one for one in self.promises.values() if one.signed.content.term > self.log.term]
        return [*self.requests.newest.values(), *promises]

    def forget(self, link: int) -> None:
        """Forget what a link that has ended brought or asked."""
        for by_link in (self.claims, self.held, self.fetches, self.served, self.said, self.offered, self.shown_logs):
            by_link.pop(link, None)
        self.heard_over.discard(link)
        self.lacking.discard(link)


def _player(charter: Charter, signer: Signer) -> int:
    """Return the signer's number in the charter; raise CharterError if there is none."""
    player = charter.players[me := charter.player(signer.identity.public)]
    if player.tip != signer.chain.tip:
        raise CharterError("The charter names another beacon tip for this identity.")
    if player.chat != signer.chat.public:
        raise CharterError("The charter names another chat key for this identity.")
    return me
