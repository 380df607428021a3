"""The talk at a table, from one player's side."""

from __future__ import annotations

from collections.abc import Callable

from crypto.canonical import Value
from crypto.errors import SealingError
from crypto.sealing import seal
from p2p.errors import TableError
from p2p.log.charter import Charter
from p2p.log.log import Log
from p2p.log.messages import KEPT, SignedTalk, Talk
from p2p.session.events import Said, Whisper, encode_item
from p2p.session.peers import Outbox
from p2p.session.signer import Signer
from p2p.wire.frames import Allowance
from p2p.wire.text import shown

MAX_TALK = 512
"""The most bytes of one message, in UTF-8."""

OFFERED = 32
"""How many messages of each player are offered to a new peer: the newest."""

SAID_PER_SECOND = 0.5
SAID_AT_ONCE = 32
"""How many messages a player may send at once. Their own program refuses more, so peers never drop honest messages."""

HEARD_AT_ONCE = OFFERED + SAID_AT_ONCE
"""How many messages of a player are heard at once: missed ones and new ones."""


class TalkError(TableError):
    """A message can't be sent; the text is one sentence."""


class Conversation:
    """All messages so far, by player, in the order in which they sent them."""

    def __init__(self, me: int | None, signer: Signer | None, log: Log, outbox: Outbox) -> None:
        self._charter: Charter = log.charter
        self._log = log
        self._me = me
        self._signer = signer
        self._outbox = outbox
        self._said: list[list[SignedTalk]] = [[] for _ in log.charter.players]
        self._whispers: dict[int, bytes] = {}
        self.clock: Callable[[], float] = lambda: 0.0
        self._saying = Allowance(SAID_PER_SECOND, SAID_AT_ONCE, 0.0)
        self._hearing = [Allowance(SAID_PER_SECOND, HEARD_AT_ONCE, 0.0) for _ in log.charter.players]
        self._too_fast: set[int] = set()
        """The players whom we reported as talking too fast, and who have not slowed down since."""
        self._wanted: dict[int, tuple[tuple[int, ...], bool]] = {}

    @property
    def counters(self) -> tuple[int, ...]:
        """Return by player the number of the last message heard from them."""
        return tuple(said[-1].content.counter if said else 0 for said in self._said)

    @property
    def due(self) -> bool:
        """Return whether a flush would send messages that others have not heard."""
        return bool(self._wanted)

    def flush(self) -> None:
        """Offer over each link what was not heard there."""
        wanted, self._wanted = self._wanted, {}
        for link, (counters, private) in wanted.items():
            self._offer(link, counters, private=private)

    def disconnected(self, link: int) -> None:
        """Forget a link that has ended."""
        self._wanted.pop(link, None)

    def say(self, text: str, to: int | None = None) -> None:
        """Send a message to all, or to one player alone; raise TalkError if that is impossible."""
        if self._signer is None or self._me is None:
            raise TalkError("Spectators cannot talk.")
        if to is not None and (to == self._me or not 0 <= to < len(self._charter.players)):
            raise TalkError("There is no other player like that at the table.")
        body = text.encode("utf-8", errors="replace")
        if not shown(body):
            raise TalkError("There is nothing to say in that.")
        if len(body) > MAX_TALK:
            raise TalkError("That is too long: at most {most} bytes can be said at once.", most=MAX_TALK)
        if not self._saying.has(self.clock()):
            raise TalkError("You talk too fast for the others, so this was not said. Wait a moment, then say it again.")
        counter = self.counters[self._me] + 1
        if to is not None:
            whisper, body = Whisper(counter, body), self._sealed(body, to, counter)
            self._outbox.keep_secret(encode_item(whisper))
        self._saying.spend(self.clock())
        signed = SignedTalk.by(self._signer.identity, self._me, Talk(self._charter.id, counter, to, body))
        self._keep(signed)
        self._outbox.keep(signed, own=True)
        self._outbox.show(Said(self._me, to, shown(text)))
        if to is None:
            self._outbox.broadcast(signed)
        else:
            self._outbox.broadcast(signed, guests=False)

    def take(self, source: int, signed: SignedTalk) -> None:
        """Take a message, and pass it on.

        A message beyond a player's limit is not shown, kept or passed on. A peer that has kept it offers it again.
        """
        player, talk = signed.player, signed.content
        if talk.counter <= self.counters[player]:
            return
        now = self.clock()
        if not self._may_be_heard(source, player, now):
            return
        if not signed.is_signed(self._charter):
            self._outbox.refuse(source, "talk that was not signed by its player")
            return
        self._hearing[player].spend(now)
        self._keep(signed)
        self._outbox.keep(signed)
        self._outbox.forward(signed, player, source, guests=talk.to is None)
        self._tell(signed)

    def _may_be_heard(self, source: int, player: int, now: float) -> bool:
        """Return whether a player is within the limit. Report once that they aren't, until they have slowed down."""
        hearing = self._hearing[player]
        if hearing.has(now, SAID_AT_ONCE):
            self._too_fast.discard(player)
        if hearing.has(now):
            return True
        if player not in self._too_fast:
            self._too_fast.add(player)
            self._outbox.refuse(source, f"talk of {self._charter.name(player)}, who talks too fast")
        return False

    def restore(self, item: SignedTalk | Whisper) -> None:
        """Show again a message from before this program was restarted."""
        if isinstance(item, Whisper):
            self._whispers[item.counter] = item.body
            return
        self._keep(item)
        self._tell(item)

    def heard(self, link: int, counters: tuple[int, ...], *, private: bool) -> None:
        """Offer what the other end of a link lacks, given the numbers that it has heard; sealed messages only if
        ``private``.

        The answer waits for the next flush, so that no peer gets many large answers for many small questions.
        """
        self._wanted[link] = counters, private

    def _offer(self, link: int, counters: tuple[int, ...], *, private: bool) -> None:
        for said, known in zip(self._said, counters, strict=True):
            for signed in said[-OFFERED:]:
                if signed.content.counter > known and (private or signed.content.to is None):
                    self._outbox.send(signed, link)

    def _keep(self, signed: SignedTalk) -> None:
        said = self._said[signed.player]
        said.append(signed)
        del said[:-KEPT]

    def _tell(self, signed: SignedTalk) -> None:
        if text := self._text(signed):
            self._outbox.show(Said(signed.player, signed.content.to, text))

    def _text(self, signed: SignedTalk) -> str:
        """Return the text that may be shown here: empty if others sealed it for another player, or it is no text."""
        player, talk = signed.player, signed.content
        if talk.to is None:
            return shown(talk.body[:MAX_TALK])
        if player == self._me:
            return shown(self._whispers.pop(talk.counter, b""))
        if talk.to != self._me or self._signer is None:
            return ""
        try:
            return shown(self._signer.chat.open(talk.body, *self._context(player, talk.to, talk.counter)))
        except SealingError:
            return ""

    def _sealed(self, body: bytes, to: int, counter: int) -> bytes:
        """Return the body sealed for its receiver; raise TalkError if the receiver's key allows no secret."""
        try:
            return seal(self._charter.players[to].chat, body, *self._context(self._me or 0, to, counter))
        except SealingError:
            raise TalkError("Nothing can be sealed for {name}.", name=self._charter.name(to)) from None

    def _context(self, sender: int, receiver: int, counter: int) -> tuple[Value, ...]:
        return self._charter.id, sender, receiver, counter
