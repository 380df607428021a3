"""The conversation at a table, from one person's side."""

from __future__ import annotations

from collections.abc import Callable

from crypto.canonical import Value
from crypto.errors import SealingError, SignatureError
from crypto.labels import Label
from crypto.sealing import seal
from p2p.errors import TableError
from p2p.log.charter import Charter
from p2p.log.log import Log
from p2p.log.talk import KEPT, SignedTalk, Talk, sign_talk
from p2p.session.events import Refused, Said
from p2p.session.outbox import Outbox
from p2p.session.signer import Signer
from p2p.wire.allowance import Allowance
from p2p.wire.text import shown

MAX_TALK = 512
"""Bytes, in UTF-8, of what is said at once."""

OFFERED = 32
"""What is offered of each person to a peer that connects: the newest."""

SAID_PER_SECOND = 0.5
SAID_AT_ONCE = 32
"""What a person may say; their own program refuses more, so no peer has to drop what an honest program has sent."""

HEARD_AT_ONCE = OFFERED + SAID_AT_ONCE
"""What is heard of a person at once: what was missed, and what they say just then."""


class TalkError(TableError):
    """Something that cannot be said; the message is one sentence."""


class Conversation:
    """What has been said, by person in the order in which he said it."""

    def __init__(self, me: int | None, signer: Signer | None, log: Log, outbox: Outbox) -> None:
        self._charter: Charter = log.charter
        self._log = log
        self._me = me
        self._signer = signer
        self._outbox = outbox
        self._said: list[list[SignedTalk]] = [[] for _ in log.charter.persons]
        self.clock: Callable[[], float] = lambda: 0.0
        self._saying = Allowance(SAID_PER_SECOND, SAID_AT_ONCE, 0.0)
        self._hearing = [Allowance(SAID_PER_SECOND, HEARD_AT_ONCE, 0.0) for _ in log.charter.persons]
        self._too_fast: set[int] = set()
        """The persons of whom we have told that they talk too fast, and who have not been quieter since."""
        self._wanted: dict[int, tuple[tuple[int, ...], bool]] = {}

    @property
    def counters(self) -> tuple[int, ...]:
        """By person: the number of the last thing heard from him."""
        return tuple(said[-1].content.counter if said else 0 for said in self._said)

    @property
    def due(self) -> bool:
        """Whether a flush would send what others have not heard."""
        return bool(self._wanted)

    def flush(self) -> None:
        """Offer over each link what was not heard there."""
        wanted, self._wanted = self._wanted, {}
        for link, (counters, private) in wanted.items():
            self._offer(link, counters, private=private)

    def disconnected(self, link: int) -> None:
        """Nothing can be offered over a link any more."""
        self._wanted.pop(link, None)

    def say(self, text: str, to: int | None = None) -> None:
        """Say something to all, or to one person alone; raises TalkError."""
        if self._signer is None or self._me is None:
            raise TalkError("Who only watches says nothing.")
        if to is not None and (to == self._me or not 0 <= to < len(self._charter.persons)):
            raise TalkError("There is nobody else like that at the table.")
        body = text.encode("utf-8", errors="replace")
        if not shown(body):
            raise TalkError("There is nothing to say in that.")
        if len(body) > MAX_TALK:
            raise TalkError("That is too long: at most {most} bytes can be said at once.", most=MAX_TALK)
        if not self._saying.has(self.clock()):
            raise TalkError("You talk too fast for the others, so this was not said. Wait a moment, then say it again.")
        counter = self.counters[self._me] + 1
        if to is not None:
            body = self._sealed(body, to, counter)
        self._saying.spend(self.clock())
        signed = sign_talk(self._signer.identity, self._me, Talk(self._charter.id, counter, to, body))
        self._keep(signed)
        self._outbox.keep(signed, own=True)
        self._outbox.show(Said(self._me, to, shown(text)))
        if to is None:
            self._outbox.broadcast(signed)
        else:
            self._outbox.broadcast(signed, guests=False)

    def take(self, source: int, signed: SignedTalk) -> None:
        """Hear something, and pass it on.

        What is beyond a person's limit is not shown, kept or passed on. A peer that has kept it offers it again.
        """
        person, talk = signed.person, signed.content
        if talk.counter <= self.counters[person]:
            return
        now = self.clock()
        if not self._may_be_heard(source, person, now):
            return
        try:
            self._log.keys.verify(person, None, signed.signature, Label.TALK, *talk)
        except SignatureError:
            self._outbox.show(Refused(source, "talk that was not signed by its person"))
            return
        self._hearing[person].spend(now)
        self._keep(signed)
        self._outbox.keep(signed)
        self._outbox.forward(signed, person, source, guests=talk.to is None)
        self._tell(signed)

    def _may_be_heard(self, source: int, person: int, now: float) -> bool:
        """Return whether a person is within the limit. Tell once that they are not, until they have been quieter."""
        hearing = self._hearing[person]
        if hearing.has(now, SAID_AT_ONCE):
            self._too_fast.discard(person)
        if hearing.has(now):
            return True
        if person not in self._too_fast:
            self._too_fast.add(person)
            self._outbox.show(Refused(source, f"talk of {self._charter.name(person)}, who talks too fast"))
        return False

    def restore(self, signed: SignedTalk) -> None:
        """Something was said or heard before this program was started again: it is told again, with what happened."""
        self._keep(signed)
        self._tell(signed)

    def forget(self, person: int) -> None:
        """A person has another key, and numbers what he says anew; what he said before is not passed on any more."""
        self._said[person] = []

    def heard(self, link: int, counters: tuple[int, ...], *, private: bool) -> None:
        """The other end of a link has heard this much: offer it the rest, what is sealed only where ``private``.

        That waits for the next flush, so that nobody gets many large answers for many small questions.
        """
        self._wanted[link] = counters, private

    def _offer(self, link: int, counters: tuple[int, ...], *, private: bool) -> None:
        for said, known in zip(self._said, counters, strict=True):
            for signed in said[-OFFERED:]:
                if signed.content.counter > known and (private or signed.content.to is None):
                    self._outbox.send(signed, link)

    def _keep(self, signed: SignedTalk) -> None:
        said = self._said[signed.person]
        said.append(signed)
        del said[:-KEPT]

    def _tell(self, signed: SignedTalk) -> None:
        if text := self._text(signed):
            self._outbox.show(Said(signed.person, signed.content.to, text))

    def _text(self, signed: SignedTalk) -> str:
        """What may be shown of it here: nothing of what is sealed for somebody else, or is no text."""
        person, talk = signed.person, signed.content
        if talk.to is None:
            return shown(talk.body[:MAX_TALK])
        if talk.to != self._me or self._signer is None:
            return ""
        try:
            return shown(self._signer.chat.open(talk.body, *self._context(person, talk.to, talk.counter)))
        except SealingError:
            return ""

    def _sealed(self, body: bytes, to: int, counter: int) -> bytes:
        """What only its receiver can read; TalkError where the receiver's key allows no secret."""
        try:
            return seal(self._log.keys[to].chat, body, *self._context(self._me or 0, to, counter))
        except SealingError:
            raise TalkError("Nothing can be sealed for {name}.", name=self._charter.name(to)) from None

    def _context(self, sender: int, receiver: int, counter: int) -> tuple[Value, ...]:
        return self._charter.id, sender, receiver, counter
