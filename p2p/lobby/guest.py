"""A guest's side of a lobby (see ``p2p.lobby.model``): it sends requests and checks what it is asked to sign."""

from __future__ import annotations

from collections.abc import Iterable

from crypto import canonical
from crypto.canonical import Value
from p2p.errors import TableError, Text
from p2p.lobby.model import (
    Agreed,
    Changed,
    Choose,
    Continued,
    Deliver,
    Denied,
    Ended,
    Entrant,
    GuestMessage,
    Here,
    HostMessage,
    Join,
    Lend,
    Member,
    MemberSaid,
    NewSecret,
    No,
    NotGranted,
    Output,
    Picture,
    Proposal,
    Ready,
    Renewed,
    Rules,
    Say,
    Spoken,
    charter_of,
    decode_host_message,
    encode,
)
from p2p.log.charter import MAX_NAME, Charter, CharterError
from p2p.net.connection import Refusal
from p2p.net.tls import TableSecret
from p2p.wire.codec import MessageError, is_line, value
from p2p.wire.text import shown

GONE = Text(
    "The host is gone, or the connection to the host; if the table is still open, you may come again by its newest"
    " invitation."
)


class _Mistrust(TableError):
    """The host does something that no honest host does; the message is one sentence."""


class GuestLobby:
    """A guest in a lobby. Each call returns its outputs in the order in which they happened."""

    def __init__(self, rules: Rules, me: Entrant, past: Continued | None = None) -> None:
        """``rules`` are those that the host has named first, and that this program can play.

        ``past`` is the game of their record, which this program has verified.
        """
        self._rules = rules
        self._past = past
        self._me = me
        self._bots = 0
        self._agreed: Picture | None = None
        self.picture: Picture | None = None
        """The newest lobby, None until the host has let this guest in."""
        self.ended = False

    def join(self) -> list[Output]:
        """Join the lobby; call this first."""
        me = self._me
        return _sending(Join(me.name, me.chat, me.tip, me.addresses))

    def receive(self, data: bytes) -> list[Output]:
        """Take a message of the host; once the guest's stay has ended, nothing happens."""
        if self.ended:
            return []
        try:
            return self._hear(decode_host_message(data))
        except MessageError as error:
            return self._end(Text("The host's program {error}.", error=error))
        except _Mistrust as reason:
            return self._end(Text("{reason} So you have left.", reason=reason))

    def lost(self) -> list[Output]:
        """The connection is gone."""
        return [] if self.ended else self._end(GONE)

    # ------------------------------------------------------------------ requests

    def choose(self, choice: str) -> list[Output]:
        """Ask to play something; raise Denied if that can't be chosen."""
        if not (0 < len(choice) <= MAX_NAME and is_line(choice)):
            raise Denied("Choose by a name in plain letters.")
        return _sending(Choose(choice))

    def lend(self, bots: int) -> list[Output]:
        """Lend this many bots; raise Denied for more than the table has seats."""
        if not 0 <= bots < self._shown().seats:
            raise Denied("{bots} bots have no room at a table of {seats}.", bots=bots, seats=self._shown().seats)
        self._bots = bots
        return _sending(Lend(bots))

    def ready(self, ready: bool) -> list[Output]:
        """Agree to the terms as shown, or withdraw that; raise Denied if the terms are not as they should be.

        A withdrawal may come too late: an agreement stands as long as the terms do.
        """
        if not ready:
            return _sending(Ready(0))
        picture = self._shown()
        if self._mine(picture).bots > self._bots:
            raise Denied(
                "The host has not yet heard that you lend {bots} bots; look again, and be ready then.", bots=self._bots
            )
        self._agreed = picture.terms
        return _sending(Ready(picture.number))

    def say(self, text: bytes) -> list[Output]:
        """Say something to all."""
        return _sending(Say(text))

    # ------------------------------------------------------------------ what the host says

    def _hear(self, message: HostMessage) -> list[Output]:
        match message:
            case Picture() as picture:
                self._check(picture)
                self.picture = picture
                return [Changed(picture)]
            case MemberSaid(member, text):
                if self.picture is None or member >= len(self.picture.members):
                    raise _Mistrust("The host passes on what no player in the lobby said.")
                return [Spoken(self.picture.name(member), shown(text))]
            case No(reason):
                return [NotGranted(reason)]
            case NewSecret(secret):
                return [Renewed(TableSecret(secret))]
            case Here():
                return []
            case Refusal(reason):
                return self._end(reason)
            case Proposal(charter):
                self._compare(charter)
                self.ended = True
                return [Agreed(charter)]

    def _check(self, picture: Picture) -> None:
        """Raise _Mistrust for a lobby that shows this guest differently than they are, or one player twice."""
        mine, me = self._mine(picture), self._me
        if (mine.name, mine.chat, mine.tip, mine.addresses) != (me.name, me.chat, me.tip, me.addresses):
            raise _Mistrust("The host shows you to the others with another name, chat key, tip or address than yours.")
        for one in ("key", "chat", "tip"):
            if len({getattr(member, one) for member in picture.members}) < len(picture.members):
                raise _Mistrust("The host shows two players with one key or beacon tip.")
        if picture.taken > picture.seats:
            raise _Mistrust("The host shows more players than seats.")

    def _mine(self, picture: Picture) -> Member:
        for member in picture.members:
            if member.key == self._me.key:
                return member
        raise _Mistrust("The host shows you a table at which you do not sit.")

    def _compare(self, charter: Charter) -> None:
        """Raise _Mistrust unless the charter follows from the terms that this guest agreed to and
        that are still shown.
        """
        if self._agreed is None or self.picture is None:
            raise _Mistrust("The host wants to begin before you are ready.")
        if encode(self._agreed) != encode(self.picture.terms):
            raise _Mistrust("The host wants to begin on terms that you have not agreed to.")
        try:
            expected = charter_of(self._rules, self._agreed, self._past)
        except CharterError as error:
            raise _Mistrust("What the host proposes cannot be signed: {error}", error=error) from None
        if charter.id != expected.id:
            part = _difference(charter, expected)
            raise _Mistrust("The charter that the host proposes has other {part} than you have agreed to.", part=part)

    def _shown(self) -> Picture:
        """Return the newest lobby; raise Denied if there is none."""
        if self.picture is None:
            raise Denied("You are not in the lobby yet.")
        return self.picture

    def _end(self, sentence: Text) -> list[Output]:
        self.ended = True
        return [Ended(sentence)]


def _sending(message: GuestMessage) -> list[Output]:
    return [Deliver(None, encode(message))]


def _difference(one: Charter, other: Charter) -> Text:
    """Return the first part in which two charters differ. Compares encodings, since True is not 1."""
    parts = (
        Text("engine"),
        Text("edition"),
        Text("release"),
        Text("edition data"),
        Text("options of the game"),
        Text("term about watching"),
        Text("players"),
        Text("seats"),
        Text("game that goes on"),
    )
    values = [(*value(charter)[1:9], tuple(charter.after)) for charter in (one, other)]
    pairs: Iterable[tuple[Text, Value, Value]] = zip(parts, *values, strict=True)
    return next(part for part, ours, theirs in pairs if canonical.encode((ours,)) != canonical.encode((theirs,)))
