"""Who acknowledges which digest of the log. The barrier, finality and proofs depend on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from p2p.log import statements
from p2p.log.charter import Charter
from p2p.log.statements import SignedAck, SignedPromise, Statement


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

    def counter(self, player: int) -> int:
        """Return the number of the player's newest acknowledgement, 0 if there is none."""
        newest = self._newest.get(player)
        return 0 if newest is None else newest.content.counter

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
