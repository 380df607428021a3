"""A lobby in which anything happens, in any order: what holds always."""

from __future__ import annotations

from contextlib import suppress

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from p2p.lobby.guest import GuestLobby
from p2p.lobby.host import SUPERSEDED, HostLobby
from p2p.lobby.model import (
    RANDOM,
    Agreed,
    Choose,
    Denied,
    Dismissed,
    Ended,
    GuestMessage,
    Join,
    Lend,
    Picture,
    Ready,
    Say,
    encode,
)
from p2p.log.charter import MAX_PLAYERS
from tests.p2p.lobbies import CHOICES, Hall, entrant

SEATS = 4
PEOPLE = 4

connections = st.integers(1, 12)
choices = st.sampled_from([*CHOICES, RANDOM, "mauve"])
wishes: st.SearchStrategy[GuestMessage] = st.one_of(
    choices.map(Choose),
    st.integers(0, 4).map(Lend),
    st.integers(0, 20).map(Ready),
    st.binary(min_size=1, max_size=8).map(Say),
    st.integers(0, 1).map(lambda player: Join(b"x", bytes([player]) * 32, bytes([player]) * 32, ())),
)


class AnyLobby(RuleBasedStateMachine):
    """Guests come, go and wish; some of their programs say what no honest one does."""

    def __init__(self) -> None:
        super().__init__()
        self.hall = Hall(SEATS)
        self.liars: set[int] = set()
        self.number = 0

    def lobby(self, connection: int) -> HostLobby | GuestLobby:
        """The lobby of a guest by their connection; the host's where there is no such guest."""
        return self.hall.guests.get(connection, self.hall.host)

    def wish(self, connection: int, name: str, *value: object) -> None:
        """An honest program passes on a wish, once it is in the lobby."""
        lobby = self.lobby(connection)
        if isinstance(lobby.picture, Picture) and not self.over(lobby):
            with suppress(Denied):
                outputs = getattr(lobby, name)(*value)
                self.hall.take(connection if connection in self.hall.guests else 0, outputs)

    @staticmethod
    def over(lobby: HostLobby | GuestLobby) -> bool:
        return lobby.closed if isinstance(lobby, HostLobby) else lobby.ended

    @rule(player=st.integers(1, PEOPLE))
    def come(self, player: int) -> None:
        self.number += 1
        self.hall.come(self.number, entrant(player))

    @rule(connection=connections)
    def go(self, connection: int) -> None:
        self.hall.go(connection)

    @rule(connection=connections, choice=choices)
    def choose(self, connection: int, choice: str) -> None:
        self.wish(connection, "choose", choice)

    @rule(connection=connections, bots=st.integers(0, 4))
    def lend(self, connection: int, bots: int) -> None:
        self.wish(connection, "lend", bots)

    @rule(connection=connections, ready=st.booleans())
    def be_ready(self, connection: int, ready: bool) -> None:
        self.wish(connection, "ready", ready)

    @rule(connection=connections)
    def say(self, connection: int) -> None:
        self.wish(connection, "say", b"hello")

    @rule()
    def fill_and_be_ready(self) -> None:
        self.hall.settle()
        picture = self.hall.host.picture
        self.wish(0, "lend", picture.seats - picture.taken)
        self.hall.settle()
        for connection in (*self.hall.guests, 0):
            self.wish(connection, "ready", True)

    @rule(connection=connections)
    def hear(self, connection: int) -> None:
        self.hall.now += 1
        self.hall.hear(connection)

    @rule(connection=connections)
    def tell(self, connection: int) -> None:
        self.hall.tell(connection)

    @rule(connection=connections, data=st.binary(max_size=20) | wishes.map(encode))
    def lie(self, connection: int, data: bytes) -> None:
        if connection in self.hall.up:
            self.liars.add(connection)
            self.hall.up[connection].append(data)

    @rule()
    @precondition(lambda self: self.number)
    def settle(self) -> None:
        self.hall.settle()

    @invariant()
    def the_table_has_room_for_all_and_nobody_has_what_anothers_is(self) -> None:
        picture = self.hall.host.picture
        assert len(picture.members) <= MAX_PLAYERS
        assert picture.taken <= picture.seats
        for one in ("key", "chat", "tip"):
            assert len({getattr(member, one) for member in picture.members}) == len(picture.members)
        chosen = [member.choice for member in picture.members if member.choice != RANDOM]
        assert len(set(chosen)) == len(chosen)
        assert set(chosen) <= set(CHOICES)

    @invariant()
    def only_who_lies_or_is_not_in_yet_is_dismissed(self) -> None:
        for event in self.hall.of(0, Dismissed):
            guest = self.hall.guests.get(event.guest)
            honest = event.guest not in self.liars and guest is not None and guest.picture is not None
            assert not honest or event.sentence is SUPERSEDED

    @invariant()
    def whoever_is_honest_signs_what_the_host_signs(self) -> None:
        if not self.hall.of(0, Agreed):
            return
        self.hall.settle()
        charter = self.hall.charter(0)
        keys = {player.key for player in charter.players}
        for connection, guest in self.hall.guests.items():
            if connection in self.liars:
                continue
            ends = [str(end.sentence) for end in self.hall.of(connection, Ended)]
            assert not any(sentence.startswith("The host") for sentence in ends)
            if guest.picture is not None and not ends:
                assert guest._me.key in keys
                assert self.hall.charter(connection).id == charter.id


TestAnyLobby = AnyLobby.TestCase
TestAnyLobby.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
