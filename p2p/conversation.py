"""The conversation at a table, from one person's side."""

from __future__ import annotations

from crypto.canonical import Value
from crypto.errors import SealingError, SignatureError
from crypto.labels import Label
from crypto.sealing import seal
from p2p.charter import Charter
from p2p.errors import Explained
from p2p.events import Refused, Said
from p2p.log import Log
from p2p.outbox import Outbox
from p2p.signer import Signer
from p2p.talk import SignedTalk, Talk
from p2p.text import shown

MAX_TALK = 512
"""Bytes, in UTF-8, of what is said at once."""

AT_ONCE = 32
"""What a person may say between two flushes, and what is offered of each to whoever connects; more is dropped."""

KEPT = 1000
"""What is kept of each person: the newest."""


class TalkError(Explained):
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
        self._lately: dict[int, int] = {}
        self._wanted: dict[int, tuple[tuple[int, ...], bool]] = {}

    @property
    def counters(self) -> tuple[int, ...]:
        """By person: the number of the last thing heard from him."""
        return tuple(said[-1].content.counter if said else 0 for said in self._said)

    @property
    def due(self) -> bool:
        """Whether a flush would let anybody say more, or send what others have not heard."""
        return bool(self._lately or self._wanted)

    def flush(self) -> None:
        """Let everybody say more, and offer over each link what was not heard there."""
        self._lately.clear()
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
        counter = self.counters[self._me] + 1
        if to is not None:
            body = self._sealed(body, to, counter)
        signed = self._signer.talk(Talk(self._charter.id, counter, to, body), self._me)
        self._keep(signed)
        self._outbox.keep(signed, own=True)
        self._outbox.show(Said(self._me, to, shown(text.encode("utf-8", errors="replace"))))
        if to is None:
            self._outbox.broadcast(signed)
        else:
            self._outbox.broadcast(signed, guests=False)

    def take(self, source: int, signed: SignedTalk) -> None:
        """Hear something, and pass it on."""
        person, talk = signed.person, signed.content
        if talk.counter <= self.counters[person]:
            return
        if self._lately.get(person, 0) >= AT_ONCE:
            self._outbox.show(Refused(source, f"talk of {self._charter.name(person)}, who talks too fast"))
            return
        try:
            self._log.keys.verify(person, None, signed.signature, Label.TALK, *talk)
        except SignatureError:
            self._outbox.show(Refused(source, "talk that was not signed by its person"))
            return
        self._lately[person] = self._lately.get(person, 0) + 1
        self._keep(signed)
        self._outbox.keep(signed)
        self._outbox.forward(signed, person, source, guests=talk.to is None)
        self._tell(signed)

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
            for signed in said[-AT_ONCE:]:
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
