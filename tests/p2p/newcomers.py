"""Tables at which a player loses the machine with all that was on it, and comes back with another key.

Machines have the numbers of links: those of the charter's players first, then those of newcomers, each with keys of its
own. The one before may go on, in the hands of its owner or of a thief.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import cast

from crypto.beacon import Chain
from crypto.identity import Identity
from crypto.sealing import ChatKey
from p2p.log import messages
from p2p.log.changes import ABSENT, KEY, Change
from p2p.log.charter import Charter
from p2p.log.keys import Claim, NewKey, SignedClaim
from p2p.session.events import Claimed, Output, Rekeyed
from p2p.session.session import Session
from p2p.session.signer import Signer
from tests.p2p.absences import Absences
from tests.p2p.tables import ShortChain, identity, seed
from tests.p2p.tables import signer as first_signer
from tests.p2p.wager import new_wager


def hand(number: int) -> Signer:
    """The hand of a machine: that of a player of the charter, or of a newcomer."""
    if number < 10:
        return first_signer(number)
    chain = cast(Chain, ShortChain(seed("chain", number)))
    chat = ChatKey.from_seed(seed("chat", number))
    return Signer(Identity.from_seed(seed("identity", number)), chain, seed("secret", number), chat)


def key_of(signer: Signer, first: int = 1) -> NewKey:
    """What a player with this hand asks for."""
    return NewKey(signer.identity.public.raw, signer.chat.public, signer.chain.tip, first)


def change(player: int, number: int) -> Change:
    """That a player is given the key of a newcomer's hand."""
    return Change(KEY, player, key_of(hand(number)))


def claim_of(charter: Charter, player: int, number: int) -> Claim:
    """What the newcomer of a number asks for."""
    return Claim(charter.id, player, key_of(hand(number)))


class Newcomers(Absences):
    """See the module; ``player`` has by machine whose it is, ``hands`` who signs there."""

    def __init__(self, of: Charter, seed: int = 0, answers: int = 0) -> None:
        super().__init__(of, seed, answers)
        self.player = {number: number for number in range(len(self.sessions))}
        self.hands = {number: first_signer(number) for number in self.player}
        self._again: list[int] = []
        self._apart: set[tuple[int, int]] = set()

    def newcomer(self, player: int, *, comes: bool = True) -> int:
        """A newcomer asks for a player's seat with a key of their own; their machine's number."""
        number = len(self.sessions)
        self.player[number] = player
        self.hands[number] = hand(10 + number)
        self.sessions.append(self._session(number))
        for kept in (self.events, self.sent, self.kept):
            kept.append([])
        for other in range(number):
            self._links[number, other] = deque()
            self._links[other, number] = deque()
        self.away.add(number)
        self._take(number, self.sessions[number].start())
        if comes:
            self.come(number)
        return number

    def asked_for(self, number: int) -> Change:
        """The change that a newcomer asks for."""
        return Change(KEY, self.player[number], key_of(self.hands[number]))

    def lose(self, player: int) -> None:
        """A machine is gone for good, and the others declare its player absent."""
        self.go(player)
        self.settle()
        self.agree(Change(ABSENT, self.player[player]), [n for n in self.here if self.player[n] != self.player[player]])
        self.settle()

    def give(self, number: int, *givers: int) -> None:
        """The others, or these of them, agree to give a newcomer the seat that they ask for."""
        others = [n for n in self.here if self.player[n] != self.player[number] and not self.sessions[n].asks]
        self.agree(self.asked_for(number), givers or others)
        self.settle()

    def claims_seen(self, number: int) -> list[Claimed]:
        return self.of(number, Claimed)

    def restart(self, number: int) -> None:
        """A machine's program is ended, and started again from its journal."""
        is_here = number not in self.away
        if is_here:
            self.go(number)
        self.sessions[number] = self._session(number)
        self.sessions[number].restore(list(self.kept[number]))
        self._take(number, self.sessions[number].start())
        if is_here:
            self.come(number)

    def _session(self, number: int) -> Session:
        of = Session(self.charter, new_wager, self.hands[number], self.player[number])
        of.measure_time(lambda: self.now)
        return of

    def _connect(self, pairs: Iterable[tuple[int, int]], *, connected: bool) -> None:
        for one, other in pairs:
            self._links[one, other].clear()
            if connected:
                self._apart.add((min(one, other), max(one, other)))
            else:
                self._apart.discard((min(one, other), max(one, other)))
                self._take(one, self.sessions[one].disconnected(other))
        if connected:
            self._meet()

    def _meet(self) -> None:
        """Connect those who let each other in now; who has not heard of an epoch does not know a new key yet."""
        for one, other in sorted(self._apart):
            if self._lets_in(one, other) and self._lets_in(other, one):
                self._apart.discard((one, other))
                for me, them in ((one, other), (other, one)):
                    self._take(me, self._connected(me, them))

    def _lets_in(self, one: int, other: int) -> bool:
        me, them, key = self.sessions[one], self.sessions[other], self.hands[other].identity.public
        if me.asks or them.asks:
            return not (me.asks and them.asks)
        return me.log.keys.player(key) is not None or me.log.keys.is_former(key)

    def _connected(self, one: int, other: int) -> list[Output]:
        """A machine is connected with another, as who that is to it by its log."""
        me, key = self.sessions[one], self.hands[other].identity.public
        if self.sessions[other].asks:
            return [*me.claimed(key, messages.encode(claimed(self.sessions[other]))), *me.connected(other, None, key)]
        player = me.log.keys.player(key)
        return me.connected(other, self.player[other] if me.asks and player is None else player, key)

    def _take(self, player: int, outputs: list[Output]) -> None:
        super()._take(player, outputs)
        for output in outputs:
            if isinstance(output, Rekeyed) and output.player == self.player[player]:
                self._again.append(player)

    def _happen(self) -> bool:
        while self._again:
            number = self._again.pop()
            if number not in self.away:
                self.go(number)
                self.come(number)
        self._meet()
        return super()._happen()


def claimed(asking: Session) -> SignedClaim:
    """What a session asks for a seat with."""
    assert asking.claim is not None
    return asking.claim


def stolen(player: int) -> Identity:
    """The identity that a player had first, in other hands."""
    return identity(player)
