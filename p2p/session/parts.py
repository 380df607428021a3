"""The parts of one session, and how they are connected."""

from __future__ import annotations

from collections.abc import Callable

from p2p.game import NewGame
from p2p.log.charter import Charter, CharterError
from p2p.log.log import Log
from p2p.log.messages import Have, Past
from p2p.log.steps import SECRETS
from p2p.session.acknowledging import Acknowledging
from p2p.session.acks import Acks
from p2p.session.agreeing import Agreeing
from p2p.session.closings import Closings
from p2p.session.conversation import Conversation
from p2p.session.disputes import Disputes
from p2p.session.mode import Mode, mode_of
from p2p.session.outbox import Outbox
from p2p.session.peers import Peers
from p2p.session.requests import Requests
from p2p.session.returning import Returning
from p2p.session.signer import Signer
from p2p.session.state import Phase, SessionState
from p2p.session.sync import Sync


class Parts:
    """What the modules of a session share.

    ``signatures`` are those of the charter, by player. ``past`` is the record that the charter continues.
    """

    def __init__(self, charter: Charter, new_game: NewGame, signer: Signer | None, *, agreeable: bool) -> None:
        """Raises CharterError if the signer is no player of the charter, SetupError if the game can't start."""
        self.charter = charter
        self.me = None if signer is None else _player(charter, signer)
        self.signer = signer
        self.log = Log(charter, new_game(charter.setup))
        self.state = SessionState()
        self.clock: Callable[[], float] = lambda: 0.0
        self.signatures: dict[int, bytes] = {}
        self.past: Past | None = None
        self.peers = Peers(self.me, signer, self.log)
        self.links = self.peers.links
        self.roster = self.peers.roster
        self.outbox = Outbox(self.links)
        self.acks = Acks(charter)
        self.sync = Sync(self.log, self.outbox)
        self.closings = Closings(self.me, self.log, self.sync, self.outbox)
        self.disputes = Disputes(
            self.me, self.log, self.acks, self.sync, self.state, self.peers, self.closings, self.outbox
        )
        self.acknowledging = Acknowledging(self.me, self.log, self.acks, self.sync, self.disputes, self.outbox)
        self.returning = Returning(charter, self.me, self.links, self.roster, self.sync)
        self.conversation = Conversation(self.me, signer, self.log, self.outbox)
        self.requests = Requests(self.me, self.log)
        self.agreeing = Agreeing(self.me, agreeable, self.log, self.requests, self.disputes, self.peers)

    @property
    def now(self) -> float:
        """Return the time by the session's clock, in seconds; without a clock, time stands still."""
        return self.clock()

    @property
    def asked(self) -> tuple[int, ...]:
        """Return the seats of this player that must answer now."""
        if self.state.phase is not Phase.PLAYING or self.log.kind in SECRETS:
            return ()
        ours = tuple([seat for seat in self.log.missing() if self.log.holder(seat) == self.me])
        return () if ours and self.is_mute else ours

    @property
    def is_mute(self) -> bool:
        """Return whether we must not sign anything on our log.

        That is so if we have promised a higher term (R1), or have not heard from enough others since a restart.
        """
        return self.me is None or self.returning.under_way or self.is_promised

    @property
    def is_promised(self) -> bool:
        """Return whether we have promised a higher term than that of our log."""
        return mode_of(self.state.promised, self.log.term) is Mode.PROMISED

    @property
    def ack_due(self) -> bool:
        """Return whether we have steps that we have not acknowledged."""
        if self.me is None or self.acks.height(self.me) >= self.log.height:
            return False
        return self.state.in_game and not self.is_mute

    @property
    def adjourned(self) -> bool:
        """Return whether fewer than a quorum can be reached: the game waits for players to come."""
        lost = len(self.peers.unreachable) + len(self.peers.gone)
        return len(self.charter.players) - lost < self.charter.quorum

    @property
    def final(self) -> int:
        """Return the height up to which our log is final: a quorum has acknowledged it, or enough have closed its end.

        Peers who entered another epoch may never see the acknowledgements of those who finished in the one before.
        """
        end = self.log.end
        return max(self.acks.final, end) if end is not None and self.closings.suffice else self.acks.final

    def have(self) -> Have:
        """Return what we have, for others to fetch."""
        return Have(self.log.term, self.log.height, self.conversation.counters)


def _player(charter: Charter, signer: Signer) -> int:
    """Return the signer's number in the charter; raise CharterError if there is none."""
    player = charter.players[me := charter.player(signer.identity.public)]
    if player.tip != signer.chain.tip:
        raise CharterError("The charter names another beacon tip for this identity.")
    if player.chat != signer.chat.public:
        raise CharterError("The charter names another chat key for this identity.")
    return me
