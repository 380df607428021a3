"""The host's side of a lobby (see ``p2p.lobby.model``): it keeps the members and grants requests in order of arrival.

A guest's messages can harm only that guest. The host's own bots only fill free seats: a new guest takes the seat of a
bot if no other is free, and the bot returns if a member leaves. The program around it gives every connection a number,
tells the time in seconds of a steady clock, and closes the connections of dismissed guests.
"""

from __future__ import annotations

from collections.abc import Sequence

from crypto import canonical
from crypto.canonical import Value
from crypto.identity import PublicKey
from p2p.errors import TableError, Text
from p2p.lobby.model import (
    RANDOM,
    Agreed,
    Changed,
    Choose,
    Continued,
    Deliver,
    Denied,
    Dismissed,
    Entrant,
    GuestMessage,
    Here,
    HostMessage,
    Join,
    Lend,
    LobbyEvent,
    Member,
    MemberSaid,
    NewSecret,
    No,
    Offer,
    Output,
    Picture,
    Place,
    Proposal,
    Ready,
    Renewed,
    Rules,
    Say,
    Spoken,
    charter_of,
    decode_guest_message,
    encode,
    not_full,
)
from p2p.log.charter import MAX_PLAYERS, Charter
from p2p.net.connection import Refusal
from p2p.net.tls import TableSecret
from p2p.wire.codec import MessageError
from p2p.wire.frames import Allowance, Quota
from p2p.wire.text import shown

JOINS_PER_SECOND = 0.2
JOINS_AT_ONCE = 16
"""How often guests of one network may join, since everyone sees each coming and going, and must then agree anew."""

REQUESTS_PER_SECOND = 2.0
REQUESTS_AT_ONCE = 30
"""The most requests of one guest at once, since each may be sent to everyone."""

SPEECHES_PER_SECOND = 0.5
SPEECHES_AT_ONCE = 6

SENT_AWAY = Text("The host has sent you away from the table; you may come again by the same invitation.")
"""The reason for a guest whom the host has sent away."""

CLOSED = Text(
    "This lobby is closed: the game begins, or the host has ended the table. Ask the host for another invitation."
)
"""The reason for a guest who comes after that."""

ENDED = Text("The host has closed the table.")
"""The reason for everyone if the host closes the lobby."""

VOID = Text("The invitation with which you came opens nothing any more: ask the host for the new one.")
"""The reason for a guest who has not joined before the host makes a new invitation."""

SUPERSEDED = Text("You have come in again by another connection, which takes the place of this one.")
"""The reason for the older of two connections of one key."""


TOO_OFTEN = Text("Too many have come to this table from where you are; try again in a minute.")
"""The reason for a guest whose network has used up its joins."""


class _Unwelcome(TableError):
    """A guest can't stay; the message is one sentence, for both ends."""


class _Guest:
    """A connection, and what its other end may still do."""

    def __init__(self, number: int, key: PublicKey, network: bytes, now: float) -> None:
        self.number = number
        self.key = key
        self.network = network
        self.requests = Allowance(REQUESTS_PER_SECOND, REQUESTS_AT_ONCE, now)
        self.speeches = Allowance(SPEECHES_PER_SECOND, SPEECHES_AT_ONCE, now)
        self.joined = False
        self.name = b""
        """The guest's name, once they have said it."""
        self.answered = 0
        """The newest number for which the guest has been ready."""


class HostLobby:
    """The lobby itself. Each call returns its outputs in the order in which they happened."""

    def __init__(
        self, offer: Offer, me: Entrant, returning: Sequence[Place] = (), past: Continued | None = None
    ) -> None:
        """``returning`` are the places of those who come back from another game, in the order of their seats.

        ``past`` is the game of the record in the offer's rules, if the table continues one.
        """
        self._offer = offer
        self._past = past
        self._me = me.key
        self._guests: dict[int, _Guest] = {}
        self._joins = Quota(JOINS_PER_SECOND, JOINS_AT_ONCE)
        self._places = {place.key: (rank, place.choice) for rank, place in enumerate(returning)}
        self._named = {place.name: place.choice for place in reversed(returning) if place.name}
        self._outputs: list[Output] = []
        self._bots = 0
        """How many bots the host lends, as long as there is room for them."""
        self.picture = Picture(1, offer.seats, offer.options, offer.watch, (self._member(me, ()),))
        self.closed = False

    @property
    def offer(self) -> Offer:
        """Return what the table plays, with the current options."""
        return self._offer

    # ------------------------------------------------------------------ guests

    def arrive(self, guest: int, key: PublicKey, now: float, network: bytes = b"") -> list[Output]:
        """Open a connection with this number, whose other end has proven this key and is in this network.

        The guest has no place before they join. How many may be here without one is for the program around this to say.
        """
        self._guests[guest] = _Guest(guest, key, network, now)
        if self.closed:
            self._dismiss(guest, CLOSED)
        else:
            self._post(guest, self._offer.rules)
        return self._take()

    def has_joined(self, guest: int) -> bool:
        """Return whether a guest is a member."""
        return guest in self._guests and self._guests[guest].joined

    def receive(self, guest: int, data: bytes, now: float) -> list[Output]:
        """Take a message of a guest; for a guest who is no longer here, nothing happens."""
        who = self._guests.get(guest)
        if who is None or self.closed:
            return []
        try:
            self._hear(who, data, now)
        except Denied as denied:
            self._post(guest, No(denied.text))
        except _Unwelcome as reason:
            self._dismiss(guest, reason.text)
        return self._take()

    def leave(self, guest: int) -> list[Output]:
        """A guest's connection is gone."""
        who = self._guests.pop(guest, None)
        if who is not None and who.joined and not self.closed:
            self._remove(who.key)
        return self._take()

    # ------------------------------------------------------------------ the host himself

    def choose(self, choice: str) -> list[Output]:
        """Choose what to play; raise Denied if that is impossible."""
        self._choose(self._me, choice)
        return self._take()

    def lend(self, bots: int) -> list[Output]:
        """Lend this many bots; raise Denied if there is no room."""
        self._lend(self._me, bots)
        return self._take()

    def ready(self, ready: bool) -> list[Output]:
        """Be ready for a game on the current terms, or no longer; raise Denied if that is impossible."""
        self._ready(self._me, self.picture.number if ready else 0)
        return self._take()

    def change(self, options: Value, choices: tuple[str, ...]) -> list[Output]:
        """Play by other options, which allow these choices; any other choice becomes random."""
        self._offer = self._offer._replace(options=options, choices=choices)
        known = (RANDOM, *choices)
        members = (
            member if member.choice in known else member._replace(choice=RANDOM) for member in self.picture.members
        )
        if canonical.encode((options,)) != canonical.encode((self.picture.options,)):
            self.picture = self.picture._replace(options=options)
            self._change(tuple(members))
        return self._take()

    def say(self, text: bytes) -> list[Output]:
        """Say something to all."""
        self._say(self._me, text)
        return self._take()

    def dismiss(self, member: int) -> list[Output]:
        """Send away the member at this index of the newest lobby, who may come again; raise
        Denied if that is impossible.
        """
        key = self.picture.members[member].key
        if key == self._me:
            raise Denied("You are the host; “quit” closes the table.")
        self._dismiss(next(guest for guest, who in self._guests.items() if who.joined and who.key == key), SENT_AWAY)
        return self._take()

    def renew(self, secret: TableSecret) -> list[Output]:
        """Give the table another secret. The members keep their seats and hear it; all others must go.

        Raises Denied once the game begins, since its players must have one secret.
        """
        if self.closed:
            raise Denied("The game begins, so the invitation stays as it is.")
        for guest in [guest for guest, who in self._guests.items() if not who.joined]:
            self._dismiss(guest, VOID)
        self._post_all(NewSecret(secret.reveal()))
        self._show(Renewed(secret))
        return self._take()

    def close(self) -> list[Output]:
        """Send everyone away."""
        self.closed = True
        for guest in list(self._guests):
            self._dismiss(guest, ENDED)
        return self._take()

    # ------------------------------------------------------------------ requests

    def _hear(self, who: _Guest, data: bytes, now: float) -> None:
        try:
            asked = decode_guest_message(data)
        except MessageError as error:
            raise _Unwelcome("Your program {error}.", error=error) from None
        if isinstance(asked, Ready) and who.answered < asked.number <= self.picture.number:
            # Free once for each number, so that frequent changes of the terms don't use up other members' requests.
            who.answered = asked.number
        elif not who.requests.spend(now):
            raise _Unwelcome("Your program asks for things faster than a player can.")
        if who.joined is isinstance(asked, Join):
            raise _Unwelcome("Your program does not join once, and before anything else.")
        if isinstance(asked, Say) and not who.speeches.spend(now):
            raise Denied("You say too much at once; wait a moment.")
        self._grant(who, asked, now)

    def _grant(self, who: _Guest, asked: GuestMessage, now: float) -> None:
        match asked:
            case Join():
                self._join(who, asked, now)
            case Choose(choice):
                self._choose(who.key, choice)
            case Lend(bots):
                self._lend(who.key, bots)
            case Ready(number):
                self._ready(who.key, number)
            case Say(text):
                self._say(who.key, text)
            case Here():
                pass  # that it came is all that it says

    def _join(self, who: _Guest, join: Join, now: float) -> None:
        who.name = join.name
        if who.key == self._me:
            raise _Unwelcome("You are the host of this table yourself; to sit down twice, use a second profile.")
        joins = self._joins.of(who.network, now)
        if not joins.has(now):
            raise _Unwelcome(TOO_OFTEN)
        for older in list(self._guests.values()):
            # The guest may have lost the older connection, which we notice late.
            if older.joined and older.key == who.key:
                self._dismiss(older.number, SUPERSEDED)
        if any(member.chat == join.chat or member.tip == join.tip for member in self.picture.members):
            raise _Unwelcome("Another player at this table has your chat key or your beacon tip.")
        if self._free == 0 and self._of(self._me).bots == 0:
            raise _Unwelcome("The table is full: all of its {seats} seats are taken.", seats=self._offer.seats)
        if len(self.picture.members) >= MAX_PLAYERS:
            raise _Unwelcome("The table is full: {most} players are there.", most=MAX_PLAYERS)
        joins.spend(now)
        who.joined = True
        entrant = Entrant(who.key, join.name, join.chat, join.tip, join.addresses)
        others = self._making_way(who.key, join.name)
        members = [*others, self._member(entrant, others)]
        # Python's sort is stable, so newcomers stand in the order of their arrival, after those who have come back.
        members.sort(key=lambda member: self._places.get(member.key, (len(self._places), ""))[0])
        self._change(tuple(members))

    def _member(self, entrant: Entrant, others: tuple[Member, ...]) -> Member:
        """Return an entrant as a new member, with the choice of their former place if it is free.

        A newcomer's is that of a player of the same name. In a game that goes on, all have a seat from the start.
        """
        key, name, chat, tip, addresses = entrant
        _, choice = self._places.get(key, (0, self._named.get(name, RANDOM)))
        if choice not in self._free_choices(others):
            choice = RANDOM if self._past is None else self._free_choices(others)[0]
        return Member(key, name, chat, tip, choice, 0, False, addresses)

    def _making_way(self, key: PublicKey, name: bytes) -> tuple[Member, ...]:
        """Return the members, of whom a newcomer to a game that goes on has left the seat that had this key, or name.

        Who had a place there themselves keeps the seat, by their key or by their name.
        """
        members = self.picture.members
        _, place = self._places.get(key, (0, self._named.get(name, RANDOM)))
        if self._past is None:
            return members
        free = [choice for choice in self._free_choices(members) if choice != place]
        return tuple(
            member._replace(choice=free[0])
            if member.choice == place and member.key not in self._places and member.name not in self._named
            else member
            for member in members
        )

    def _free_choices(self, members: tuple[Member, ...]) -> list[str]:
        """Return what can be chosen and is chosen by none of these; first what no former player may come back to."""
        chosen, former = {member.choice for member in members}, {place for _, place in self._places.values()}
        return sorted((one for one in self._offer.choices if one not in chosen), key=lambda one: one in former)

    def _choose(self, key: PublicKey, choice: str) -> None:
        if choice != RANDOM:
            if choice not in self._offer.choices:
                choices = ", ".join(self._offer.choices)
                raise Denied(
                    "{choice!r} cannot be chosen at this table; choose {choices} or {random}.",
                    choice=choice,
                    choices=choices,
                    random=RANDOM,
                )
            for index, member in enumerate(self.picture.members):
                if member.choice == choice and member.key != key:
                    raise Denied("{choice!r} is taken: player {number} was first.", choice=choice, number=index + 1)
        self._replace(self._of(key)._replace(choice=choice))

    def _lend(self, key: PublicKey, bots: int) -> None:
        member = self._of(key)
        if bots > self._free + member.bots:
            raise Denied(
                "There is no room for that many bots of yours ({bots}); seats that are free besides: {free}.",
                bots=bots,
                free=self._free,
            )
        if key == self._me:
            self._bots = bots
        self._replace(member._replace(bots=bots))

    def _ready(self, key: PublicKey, number: int) -> None:
        member = self._of(key)
        if number == 0:
            self._set_ready(member, False)
        elif self._free:
            raise not_full(self._free, self._offer.seats)
        elif number == self.picture.number:
            self._set_ready(member, True)
        # Other numbers mean terms that have changed since; the new terms are on their way to the member.

    def _set_ready(self, member: Member, ready: bool) -> None:
        if member.ready != ready:
            members = (
                member._replace(ready=ready) if other.key == member.key else other for other in self.picture.members
            )
            self._tell(self.picture._replace(members=tuple(members)))
            if all(member.ready for member in self.picture.members):
                self._begin(charter_of(self._offer.rules, self.picture, self._past))

    def _say(self, key: PublicKey, text: bytes) -> None:
        index = next(index for index, member in enumerate(self.picture.members) if member.key == key)
        self._post_all(MemberSaid(index, text))
        self._show(Spoken(self.picture.name(index), shown(text)))

    # ------------------------------------------------------------------ changes

    @property
    def _free(self) -> int:
        return self._offer.seats - self.picture.taken

    def _of(self, key: PublicKey) -> Member:
        return next(member for member in self.picture.members if member.key == key)

    def _replace(self, member: Member) -> None:
        """Replace a member, if that changes anything."""
        if member != self._of(member.key):
            self._change(tuple(member if other.key == member.key else other for other in self.picture.members))

    def _remove(self, key: PublicKey) -> None:
        self._change(tuple(member for member in self.picture.members if member.key != key))

    def _change(self, members: tuple[Member, ...]) -> None:
        """Set new terms, to which no member has agreed yet."""
        picture = self.picture._replace(number=self.picture.number + 1, members=members)
        self._tell(self._with_bots(picture).terms)

    def _with_bots(self, picture: Picture) -> Picture:
        """Return the picture with the host's bots, as many as the host lends and as there is room for."""
        host = next(member for member in picture.members if member.key == self._me)
        room = picture.seats - picture.taken + host.bots
        fitting = host._replace(bots=min(self._bots, room))
        return picture._replace(members=tuple(fitting if one is host else one for one in picture.members))

    def _tell(self, picture: Picture) -> None:
        self.picture = picture
        self._post_all(picture)
        self._show(Changed(picture))

    def _begin(self, charter: Charter) -> None:
        self._post_all(Proposal(charter))
        self.closed = True
        for guest in [guest for guest, who in self._guests.items() if not who.joined]:
            self._dismiss(guest, Text("The game has begun without you."))
        self._show(Agreed(charter))

    def _dismiss(self, guest: int, sentence: Text) -> None:
        """Send a guest away, with the reason as the last message; if they had joined, the others see them leave."""
        who = self._guests.pop(guest)
        self._post(guest, Refusal(sentence))
        self._show(Dismissed(guest, sentence, who.name))
        if who.joined and not self.closed:
            self._remove(who.key)

    # ------------------------------------------------------------------ outputs

    def _post(self, guest: int, word: Rules | HostMessage) -> None:
        self._outputs.append(Deliver(guest, encode(word)))

    def _post_all(self, message: HostMessage) -> None:
        data = encode(message)
        self._outputs += [Deliver(guest, data) for guest, who in self._guests.items() if who.joined]

    def _show(self, event: LobbyEvent) -> None:
        self._outputs.append(event)

    def _take(self) -> list[Output]:
        outputs, self._outputs = self._outputs, []
        return outputs
