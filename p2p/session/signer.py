"""Everything that this program signs in a game: its identity, its chain, its secret, and what it answered in secret."""

from __future__ import annotations

from crypto import canonical
from crypto.beacon import Chain
from crypto.commitment import commit, opens, salt
from crypto.errors import EncodingError
from crypto.identity import Identity
from crypto.sealing import ChatKey
from crypto.secret import Secret, require_secret
from p2p.log.claims import Claim, SignedClaim, sign_claim
from p2p.log.keys import NewKey
from p2p.log.log import Log
from p2p.log.statements import SignedAck, SignedClosing, SignedEntry, sign_ack, sign_closing, sign_entry


class Signer(Secret):
    """One person's hand. It signs what it is asked to; the session asks for each thing once, and at its time."""

    def __init__(self, identity: Identity, chain: Chain, secret: bytes, chat: ChatKey) -> None:
        """The secret is 32 random bytes, made for this game only; so are the chain and the chat key of the charter."""
        require_secret(secret, "A game's secret")
        self.identity = identity
        self.chain = chain
        self.chat = chat
        self._secret = secret
        self._answers: dict[tuple[int, int], set[str]] = {}

    @classmethod
    def restore(cls, identity: Identity, secrets: bytes) -> Signer:
        """The hand that once gave these ``secrets``; raises ValueError for other bytes."""
        try:
            value = canonical.decode(secrets)
        except EncodingError:
            value = None
        match value:
            case (bytes(checkpoints), bytes(secret), bytes(chat)):
                return cls(identity, Chain.from_checkpoints(checkpoints), secret, ChatKey.from_seed(chat))
        raise ValueError("the secrets of a game are a chain, a secret and a chat key")

    def secrets(self) -> bytes:
        """What was made for this game, for the store of the person's own machine and nothing else.

        The identity is not among it.
        """
        return canonical.encode((self.chain.checkpoints(), self._secret, self.chat.reveal()))

    def claim(self, game: bytes, person: int) -> SignedClaim:
        """What asks for a person's seat, with the keys and the chain of this hand."""
        key = NewKey(self.identity.public.raw, self.chat.public, self.chain.tip, 1)
        return sign_claim(self.identity, Claim(game, person, key))

    def action(self, log: Log, seat: int, action: str) -> SignedEntry:
        """An answer to a Decision."""
        return sign_entry(self.identity, log.draft(seat, action))

    def commitment(self, log: Log, seat: int, answer: str) -> SignedEntry:
        """A commitment to an answer, which stays here until its opening is asked for."""
        (game, _, epoch), step = log.epoch, log.height + 1
        grain = salt(self._secret, epoch, step, seat)
        self.remember(step, seat, answer)
        return sign_entry(self.identity, log.draft(seat, commit(game, epoch, step, seat, grain, answer)))

    def opening(self, log: Log, seat: int) -> SignedEntry:
        """The opening of the commitment that the seat made; signed anew in every epoch, with the same salt.

        Raises ValueError where ``can_open`` says that the answer is not known.
        """
        opening = next(iter(self._openings(log, seat)), None)
        if opening is None:
            raise ValueError("what the seat has committed itself to is not known")
        return sign_entry(self.identity, log.draft(seat, opening))

    def can_open(self, log: Log, seat: int) -> bool:
        """Whether what a seat committed to is known: an old disk may lack it, and others have what was made since."""
        return bool(self._openings(log, seat))

    def _openings(self, log: Log, seat: int) -> list[tuple[bytes, str]]:
        """The salt and the answer to which a seat has committed itself, where they are known."""
        made = log.commitments
        grain = salt(self._secret, made.epoch, made.step, seat)
        answers = sorted(self._answers.get((made.step, seat), ()))
        place = (log.charter.id, made.epoch, made.step, seat, grain)
        return [(grain, answer) for answer in answers if opens(made.by_seat[seat], *place, answer)]

    def remember(self, step: int, seat: int, answer: str) -> None:
        """An answer in secret. In a new epoch there may be another one at that step, and the first still be due."""
        self._answers.setdefault((step, seat), set()).add(answer)

    def link(self, log: Log, person: int) -> SignedEntry:
        """The next link of the chain."""
        index = log.attempts + 1
        link = self.chain.link(log.keys[person].place_of(index))
        return sign_entry(self.identity, log.draft(person, (index, link)))

    def ack(self, log: Log, person: int, counter: int) -> SignedAck:
        """An acknowledgement of the log as it is, the person's with this number."""
        return sign_ack(self.identity, person, log.ack(counter))

    def closing(self, log: Log, person: int) -> SignedClosing:
        """The closing of a game that is over."""
        return sign_closing(self.identity, person, log.closing())
