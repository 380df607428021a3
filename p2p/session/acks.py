"""Who vouches for which digest of the log: the ground for the barrier, for what is final, and for proofs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from p2p.log import statements
from p2p.log.charter import Charter
from p2p.log.promises import SignedPromise
from p2p.log.statements import SignedAck, Statement


class Acks:
    """By person: the greatest height at which he vouches for our log, and by height the statement that does so.

    Of what is vouched for beyond our own height only each person's newest acknowledgement is kept, to be
    compared when we get there.
    """

    def __init__(self, charter: Charter) -> None:
        self.final = 0
        self._charter = charter
        self._quorum = charter.quorum
        self._heights = [-1] * len(charter.persons)
        self._statements: list[dict[int, Statement]] = [{} for _ in charter.persons]
        self._newest: dict[int, SignedAck] = {}
        self._ahead: dict[int, tuple[int, SignedAck]] = {}
        self._foreign: dict[int, Statement] = {}
        self._elsewhere: dict[int, tuple[int, Statement]] = {}
        self._promises: dict[int, SignedPromise] = {}

    def begin_epoch(self) -> None:
        """Forget who vouches for what, since only what is said in the new epoch counts there; promises stay."""
        self._heights = [-1] * len(self._heights)
        self._statements = [{} for _ in self._statements]
        for kept in (self._newest, self._ahead, self._foreign, self._elsewhere):
            kept.clear()

    def went_back(self, height: int) -> None:
        """Our log is another one above this height: nothing there is final yet, whatever was of the one before."""
        self.final = min(self.final, height)

    def promised(self, signed: SignedPromise) -> None:
        """Keep a player's newest promise."""
        self._promises[signed.person] = signed

    def forget_promise(self, person: int) -> None:
        """A player's newest promise was signed with a key that they have no more."""
        self._promises.pop(person, None)

    def height(self, person: int) -> int:
        """The greatest height at which the person vouches for our log; -1 until he has signed the charter."""
        return self._heights[person]

    def reached_by(self, persons: Iterable[int], height: int) -> bool:
        """Whether these persons all vouch for our log at this height or above."""
        return all(self._heights[person] >= height for person in persons)

    def firm(self, liars: Collection[int]) -> int:
        """The greatest height for which a quorum vouches without these persons; -1 where there is none."""
        honest = sorted(height for person, height in enumerate(self._heights) if person not in liars)
        return honest[-self._quorum] if len(honest) >= self._quorum else -1

    def bars_nobody(self, present: Iterable[int], height: int) -> bool:
        """The barrier: whether all who are present, and a quorum, vouch for our log at this height or above."""
        reached = sum(known >= height for known in self._heights)
        return reached >= self._quorum and self.reached_by(present, height)

    def start(self, person: int) -> None:
        """The person signed the charter, whose hash is L(0)."""
        self._heights[person] = max(self._heights[person], 0)

    def add(self, person: int, height: int, statement: Statement) -> None:
        """A person's statement vouches for our log at a height; what a quorum vouches for is final."""
        self._statements[person].setdefault(height, statement)
        if isinstance(statement, SignedAck):
            self._newest[person] = statement
        if height > self._heights[person]:
            self._heights[person] = height
            self.final = max(self.final, sorted(self._heights)[-self._quorum])

    def newest(self) -> Iterator[SignedAck]:
        """Of each person his newest acknowledgement, of a height that we have reached.

        Whoever hears of a greater height from us fetches it from us, so we speak of none that we do not have.
        """
        yield from self._newest.values()

    def contradicting(self, person: int, statement: Statement) -> Statement | None:
        """An earlier statement of the person that nobody honest signs together with this one, if there is any."""
        earlier: list[Statement | None] = [
            self._statements[person].get(height) for height, _ in statements.attested(statement)
        ]
        earlier += [self._ahead[person][1]] if person in self._ahead else []
        if isinstance(statement, SignedPromise):
            earlier.append(self._statements[person].get(self._heights[person]))
        for known in (*earlier, self._foreign.get(person), self._promises.get(person)):
            if known is not None and statements.contradict(self._charter, known, statement):
                return known
        return None

    def keep_foreign(self, link: int, statement: Statement) -> None:
        """Keep the first and the newest of what a person signed of another log than ours."""
        person = statements.author(self._charter, statement)
        if person is not None:
            self._foreign.setdefault(person, statement)
            self._elsewhere[person] = link, statement

    def elsewhere(self) -> dict[int, list[tuple[int, Statement]]]:
        """By person, with its link, the newest of what he signed of another log, or of a height beyond ours."""
        found: dict[int, list[tuple[int, Statement]]] = {}
        for kept in (self._elsewhere, self._ahead):
            for person, linked in kept.items():
                found.setdefault(person, []).append(linked)
        return found

    def foreign(self, person: int) -> Statement | None:
        """What the person signed of another log than ours."""
        return self._foreign.get(person)

    @property
    def with_other_logs(self) -> set[int]:
        """The persons who have signed another log than ours."""
        return set(self._foreign)

    @property
    def ahead(self) -> set[int]:
        """The persons who have vouched for a height that we have not reached."""
        return set(self._ahead)

    def keep_ahead(self, link: int, ack: SignedAck) -> None:
        """Keep a statement about a height that we have not reached, and over which link it came."""
        newest = self._ahead.get(ack.person)
        if newest is None or newest[1].content.height < ack.content.height:
            self._ahead[ack.person] = link, ack

    def take_reached(self, height: int) -> Iterator[tuple[int, SignedAck]]:
        """What was kept of heights that are reached now, each with its link; it is kept no longer."""
        for person, (link, ack) in list(self._ahead.items()):
            if ack.content.height <= height:
                del self._ahead[person]
                yield link, ack
