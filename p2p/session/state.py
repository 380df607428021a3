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
from collections.abc import Callable
from enum import StrEnum, auto
from typing import Final, NamedTuple

from p2p.game import NewGame
from p2p.log.changes import Change
from p2p.log.charter import Charter, CharterError
from p2p.log.justify import has_head
from p2p.log.log import Log
from p2p.log.messages import Have, Past
from p2p.log.statements import (
    Head,
    Promise,
    Promised,
    Proof,
    Proposed,
    SignedClosing,
    SignedEntry,
    SignedProposal,
    SignedRequest,
    Violation,
)
from p2p.log.steps import SECRETS, Kind
from p2p.session.acks import Acks
from p2p.session.conversation import Conversation
from p2p.session.intake import Pacing
from p2p.session.links import Outbox
from p2p.session.peers import Peers
from p2p.session.requests import Requests, Timer
from p2p.session.signer import Signer

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
        self.peers = Peers(self.me, signer, self.log)
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
        """Links over which a player is missed: the next flush offers everyone's items there."""
        self.named_terms: dict[int, int] = {}
        """By link, the term that the other end last named."""

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
        for by_link in (self.claims, self.held, self.fetches, self.served, self.named_terms, self.shown_logs):
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
