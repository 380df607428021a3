"""Everything that this program signs in a game, with its identity, its chain, its secret and its secret answers."""

from __future__ import annotations

from crypto import canonical
from crypto.beacon import Chain
from crypto.commitment import commit, opens, salt
from crypto.errors import EncodingError
from crypto.identity import Identity
from crypto.sealing import ChatKey
from crypto.secret import Secret, require_secret
from p2p.log.log import Log
from p2p.log.statements import SignedAck, SignedClosing, SignedEntry


class Signer(Secret):
    """One player's keys. It signs what the session asks for; the session asks for each thing once, when it is due."""

    def __init__(self, identity: Identity, chain: Chain, secret: bytes, chat: ChatKey) -> None:
        """The secret is 32 random bytes made for this game only; so are the chain and the chat key of the charter."""
        require_secret(secret, "A game's secret")
        self.identity = identity
        self.chain = chain
        self.chat = chat
        self._secret = secret
        self._answers: dict[tuple[int, int], set[str]] = {}

    @classmethod
    def restore(cls, identity: Identity, secrets: bytes) -> Signer:
        """Return the signer that once gave these ``secrets``; raise ValueError for other bytes."""
        try:
            value = canonical.decode(secrets)
        except EncodingError:
            value = None
        match value:
            case (bytes(checkpoints), bytes(secret), bytes(chat)):
                return cls(identity, Chain.from_checkpoints(checkpoints), secret, ChatKey.from_seed(chat))
        raise ValueError("the secrets of a game are a chain, a secret and a chat key")

    def secrets(self) -> bytes:
        """Return what was made for this game, without the identity. Only the player's own store may keep it."""
        return canonical.encode((self.chain.checkpoints(), self._secret, self.chat.reveal()))

    def action(self, log: Log, seat: int, action: str) -> SignedEntry:
        """Return an answer to a Decision."""
        return SignedEntry.by(self.identity, log.draft(seat, action))

    def commitment(self, log: Log, seat: int, answer: str) -> SignedEntry:
        """Return a commitment to an answer, which stays here until its opening is due."""
        (game, _, epoch), step = log.epoch, log.height + 1
        grain = salt(self._secret, epoch, step, seat)
        self.remember(step, seat, answer)
        return SignedEntry.by(self.identity, log.draft(seat, commit(game, epoch, step, seat, grain, answer)))

    def opening(self, log: Log, seat: int) -> SignedEntry:
        """Return the opening of the seat's commitment; each epoch has its own signature, with the same salt.

        Raises ValueError if ``can_open`` says that the answer is not known.
        """
        opening = next(iter(self._openings(log, seat)), None)
        if opening is None:
            raise ValueError("what the seat has committed itself to is not known")
        return SignedEntry.by(self.identity, log.draft(seat, opening))

    def can_open(self, log: Log, seat: int) -> bool:
        """Return whether a seat's committed answer is known: an old disk may lack answers that others have seen
        committed.
        """
        return bool(self._openings(log, seat))

    def _openings(self, log: Log, seat: int) -> list[tuple[bytes, str]]:
        """Return the known salts and answers that match a seat's commitment."""
        made = log.commitments
        grain = salt(self._secret, made.epoch, made.step, seat)
        answers = sorted(self._answers.get((made.step, seat), ()))
        place = (log.charter.id, made.epoch, made.step, seat, grain)
        return [(grain, answer) for answer in answers if opens(made.by_seat[seat], *place, answer)]

    def remember(self, step: int, seat: int, answer: str) -> None:
        """Keep a secret answer. A new epoch may add another one at the same step while the first is still due."""
        self._answers.setdefault((step, seat), set()).add(answer)

    def beacon_value(self, log: Log, player: int) -> SignedEntry:
        """Return the next value of the chain."""
        index = log.attempts + 1
        return SignedEntry.by(self.identity, log.draft(player, (index, self.chain.value(index))))

    def ack(self, log: Log, player: int, counter: int) -> SignedAck:
        """Return an acknowledgement of the log as it is, with this number."""
        return SignedAck.by(self.identity, player, log.ack(counter))

    def closing(self, log: Log, player: int) -> SignedClosing:
        """Return the closing of a game that is over."""
        return SignedClosing.by(self.identity, player, log.closing())
