"""One session at a table where the test speaks for all the others, and sets the clock."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from p2p.log import messages
from p2p.log.log import Log
from p2p.log.messages import CharterSignature, Chunk, Fetch, Have, Message
from p2p.log.statements import (
    ABSENT,
    Change,
    Promised,
    Proposed,
    Request,
    SignedAck,
    SignedEntry,
    SignedRequest,
    author,
)
from p2p.log.steps import Kind
from p2p.session.events import Keep, MessageRefused, Output, Send, decode_item
from p2p.session.session import Session
from tests.p2p.hands import Answers, Hands, first
from tests.p2p.tables import charter
from tests.p2p.wager import new_wager

M = TypeVar("M")


class Alone:
    """``of`` is the session, of the player ``me``; ``hands`` sign for the others. All have come to the same step.

    The others have acknowledged that unless said otherwise, so that it is final. A link has the number of its player.
    What the session sends, and what it refuses, is noted.
    """

    def __init__(
        self,
        players: int = 3,
        me: int = 0,
        kind: Kind = Kind.COMMITMENTS,
        after: int = 1,
        *,
        rounds: int = 4,
        answers: Answers = first,
        prepare: Callable[[Hands, Log], object] | None = None,
        acknowledged: bool = True,
    ) -> None:
        self.hands = Hands(charter(players, rounds=rounds), answers)
        self.me = me
        self.others = [player for player in range(players) if player != me]
        self.now = 100.0
        self.sent: list[Message] = []
        self.refused: list[str] = []
        self.kept: list[bytes] = []
        self.outputs: list[Output] = []
        self._marked = 0
        self._counters = dict.fromkeys(range(players), 0)
        log = self.hands.to(kind, after=after)
        if prepare is not None:
            prepare(self.hands, log)
        of = self.hands.charter
        self.kept += [
            messages.encode(CharterSignature(of.id, p, of.sign(self.hands.signers[p].identity))) for p in range(players)
        ]
        for step in log.steps:
            shown = (*step.entries, *([step.proposed] if step.proposed else ()))
            self.kept += [messages.encode(item) for item in shown]
        self.kept += [messages.encode(signed) for signed in log.given.values()]
        self.of = self.started()
        self.meet(*self.others, acknowledged=acknowledged)
        self.mark()

    @property
    def log(self) -> Log:
        """The session's log."""
        return self.of.log

    # The session

    def started(self) -> Session:
        """The session as its program starts it from its journal."""
        self.of = of = Session(self.hands.charter, new_wager, self.hands.signers[self.me])
        of.measure_time(lambda: self.now)
        of.restore(self.kept)
        self._note(of.start())
        return of

    def meet(self, *players: int, acknowledged: bool = True) -> None:
        """Connect the session with players who have what it has, and have acknowledged that unless said otherwise."""
        have = Have(self.log.term, self.log.height, (0,) * len(self._counters))
        for player in players:
            self._note(self.of.connected(player, player))
            self.hear(have, player)
        for player in players if acknowledged else ():
            self.acknowledge(player)
        self.tick(0.0)
        self.tick(0.0)

    def acknowledge(self, player: int, log: Log | None = None) -> None:
        """A player acknowledges a log, ours unless another is named."""
        self._counters[player] += 1
        log = self.log if log is None else log
        self.hear(self.hands.signers[player].ack(log, player, self._counters[player]), player)

    def leave(self, *players: int) -> None:
        """The connections with players end."""
        for player in players:
            self._note(self.of.disconnected(player))

    def hear(self, message: Message, link: int | None = None) -> None:
        """A message comes in, over the first other's link unless another is named."""
        link = self.others[0] if link is None else link
        self._note(self.of.receive(link, messages.encode(message)))

    def tick(self, seconds: float) -> None:
        """Time goes by, and the session flushes."""
        self.now = round(self.now + seconds, 6)
        self._note(self.of.flush())

    def agree(self, *changes: Change) -> None:
        """Our player agrees to changes."""
        for change in changes:
            self._note(self.of.agree(change))

    def take(self, kind: type[M]) -> list[M]:
        """What of a kind the session has sent since this was last asked, and the same kind of others passed on."""
        found: list[M] = [message for message in self.sent if isinstance(message, kind)]
        self.sent = [message for message in self.sent if not isinstance(message, kind)]
        return found

    def _note(self, outputs: Iterable[Output]) -> None:
        for output in outputs:
            self.outputs.append(output)
            if isinstance(output, Send):
                self.sent.append(messages.decode(output.data))
            elif isinstance(output, Keep):
                self.kept.append(output.data)
            elif isinstance(output, MessageRefused):
                self.refused.append(str(output.reason))

    # What the session has signed itself

    def mark(self) -> None:
        """Forget what has been sent and signed so far."""
        self.sent.clear()
        self._marked = len(self.kept)

    @property
    def attested(self) -> list[SignedEntry | SignedAck]:
        """Our entries and acknowledgements since the mark, as they were kept."""
        items = [decode_item(item) for item in self.kept[self._marked :]]
        signed = [item for item in items if isinstance(item, SignedEntry | SignedAck)]
        return [item for item in signed if author(self.hands.charter, item) == self.me]

    @property
    def request(self) -> Request | None:
        """Our newest request."""
        own = self.of._state.requests.newest.get(self.me)
        return None if own is None else own.content

    @property
    def promises(self) -> list[Promised]:
        """Our promises, in order, as they were kept."""
        items = [messages.decode(item) for item in self.kept if item[1:].startswith(b"\xa8promised")]
        return [one for one in items if isinstance(one, Promised) and one.signed.player == self.me]

    @property
    def term(self) -> int:
        """The term that we have promised last; 0 for none."""
        return self.of._state.promised

    @property
    def proposals(self) -> list[Proposed]:
        """Our proposals, as they were sent."""
        found = [one for one in self.sent if isinstance(one, Proposed) and one.signed.player == self.me]
        return list(dict.fromkeys(found))

    # What the others say

    def requests(self, player: int, *changes: Change, term: int = 0) -> SignedRequest:
        """A player's request, newer than those before."""
        self._counters[player] += 1
        content = Request(self.hands.charter.id, self._counters[player], term, tuple(sorted(changes)))
        return SignedRequest.by(self.hands.signers[player].identity, player, content)

    def ask(self, *changes: Change, term: int = 0, by: Iterable[int] | None = None) -> None:
        """Other players, all unless named, ask for changes, and perhaps name a term."""
        for player in self.others if by is None else by:
            self.hear(self.requests(player, *changes, term=term), player)

    def evidence(self, term: int, *changes: Change, by: Iterable[int] | None = None) -> tuple[SignedRequest, ...]:
        """Requests that are evidence for a term: of these players, all others unless named."""
        return tuple(self.requests(player, *changes, term=term) for player in (self.others if by is None else by))

    def promised(
        self,
        player: int,
        *agree: Change,
        term: int | None = None,
        evidence: tuple[SignedRequest, ...] = (),
        secrets: Iterable[SignedEntry] = (),
        log: Log | None = None,
    ) -> Promised:
        """A player's promise, of our term unless another is named, on our log unless another is named."""
        log, secrets = self.log if log is None else log, tuple(secrets)
        term = self.term if term is None else term
        named = tuple(sorted(signed.entry.seat for signed in secrets))
        return Promised(self.hands.promise(log, player, *agree, term=term, secrets=named), evidence, secrets)

    def proposed(
        self, promises: Iterable[Promised], *changes: Change, log: Log | None = None, base: int | None = None
    ) -> Proposed:
        """What the coordinator of the promises' term proposes, right or not."""
        signed = tuple(sorted((one.signed for one in promises), key=lambda one: one.player))
        return self.hands.propose(self.log if log is None else log, changes, signed, base)

    def longer(self) -> Log:
        """A log of the others with one action more."""
        log = self.log.at_height(self.log.height)
        self.hands.fill(log)
        return log

    def show(self, log: Log, link: int | None = None) -> None:
        """Another player has a log: say so, and answer what the session fetches of it."""
        link = self.others[0] if link is None else link
        self.hear(Have(log.term, log.height, (0,) * len(self._counters)), link)
        for _ in range(4):
            self.tick(0.0)
            for fetch in self.take(Fetch):
                shown = [
                    item
                    for step in log.steps[fetch.first - 1 :]
                    for item in (*step.entries, *([step.proposed] if step.proposed else ()))
                ]
                packets = tuple(map(messages.encode, (*shown, *log.given.values())))
                self.hear(Chunk(fetch.first, log.term, log.height, packets), link)


def who_has_promised(players: int = 3, me: int = 0, kind: Kind = Kind.COMMITMENTS, *agree: Change) -> Alone:
    """A session that has promised term 1, since a quorum of others asks that its last player be absent."""
    table = Alone(players, me, kind)
    table.agree(*agree)
    gone = Change(ABSENT, players - 1)
    by = [player for player in table.others if player != players - 1][: table.hands.charter.quorum]
    if len(by) < table.hands.charter.quorum:
        table.agree(gone)
    table.ask(gone, term=1, by=by)
    assert table.term == 1
    table.mark()
    return table
