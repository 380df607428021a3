"""Any connected graph of players will do: what is good and new is passed on, and what is not, is not."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import pytest

from crypto import canonical
from crypto.labels import Label
from p2p.log import messages
from p2p.log.charter import Charter
from p2p.log.messages import CharterSignature, Fetch, Have, Message, Presence, SignedPresence, SignedTalk, Status
from p2p.log.statements import RESIGN, Change, Closing, SignedAck, SignedClosing
from p2p.log.steps import Kind
from p2p.session.events import Event, Keep, MessageRefused, Missed, Output, Reached, Send, Stopped
from p2p.session.session import Session
from p2p.session.state import Phase
from p2p.wire.codec import MessageError
from tests.crypto import edwards
from tests.p2p import liars, lies, tables
from tests.p2p.absences import Absences
from tests.p2p.alone import Alone
from tests.p2p.changes import away, quiet
from tests.p2p.liars import Lies, once, to_some
from tests.p2p.tables import Liar, Table, beside, charter, follow, identity, sent, session
from tests.p2p.wager import new_wager

CHAIN = tuple(pairwise(range(5)))
STAR = tuple((0, leaf) for leaf in range(1, 5))
RING = (*CHAIN, (4, 0))
GRAPHS = [CHAIN, STAR, RING]


@pytest.mark.parametrize("graph", GRAPHS, ids=["chain", "star", "ring"])
@pytest.mark.parametrize("seed", range(2))
def test_all_finish_with_the_same_record_however_they_are_connected(
    graph: tuple[tuple[int, int], ...], seed: int
) -> None:
    table = Table(charter(5), seed, seed, graph)
    table.play()
    assert {of.phase for of in table.sessions} == {Phase.FINISHED}
    assert len({of.record() for of in table.sessions}) == 1
    assert [event for player in range(5) for event in table.of(player, MessageRefused)] == []


@pytest.mark.parametrize(
    ("graph", "liar"),
    [(CHAIN, once(lies.illegal_action)), (STAR, once(lies.wrong_opening)), (RING, once(lies.later_link))],
    ids=["chain", "star", "ring"],
)
def test_a_proof_of_a_breach_reaches_everybody(graph: tuple[tuple[int, int], ...], liar: Lies) -> None:
    assert_all_convict_the_last(table_with_a_lie(graph, liar))


@pytest.mark.parametrize(
    "liar",
    [
        to_some(liars.another_action),
        to_some(lies.another_commitment),
        to_some(lies.no_link),
        to_some(lies.another_log_acknowledged),
    ],
)
def test_two_versions_that_go_round_a_ring_in_two_directions_meet(liar: Lies) -> None:
    assert_all_convict_the_last(table_with_a_lie(RING, liar))


def table_with_a_lie(graph: tuple[tuple[int, int], ...], liar: Lies) -> Table:
    """Return the first table whose last player has a turn in which to lie, after its play.

    The liar cuts no one off. A relay that censors cannot be convicted, only gone round.
    """
    for seed in range(50):
        table = Table(charter(5, rounds=4), seed, seed, graph)
        lie = table.lie(liar, 4)
        table.play()
        assert isinstance(lie, liars.LiesOnce)
        if lie.truth is not None:
            return table
    raise AssertionError("At none of 50 tables the last player has a turn in which to lie.")


def assert_all_convict_the_last(table: Table) -> None:
    for player in table.honest:
        assert [end.player for end in table.of(player, Stopped) if end.is_proven] == [4]


def test_what_comes_twice_is_passed_on_once() -> None:
    of = charter(3)
    ada = beside(session(of, 0), 1, 2)
    signature = messages.encode(CharterSignature(of.id, 1, of.sign(identity(1))))
    assert [output.links for output in ada.receive(1, signature) if isinstance(output, Send)] == [(2,)]
    assert ada.receive(2, signature) == []


def test_what_is_forged_is_not_passed_on() -> None:
    table = Table(charter(3), graph=((0, 1), (0, 2)))
    table.lie(liars.Forges, 1)
    table.play()
    assert {of.phase for of in table.sessions} == {Phase.FINISHED}
    assert table.of(2, MessageRefused) == []


def test_who_is_connected_with_the_author_is_spared_what_we_could_pass_on() -> None:
    of = charter(3)
    ada = beside(session(of, 0), 1, 2)
    for player, neighbours in ((1, (0, 2)), (2, (0, 1))):
        presence = SignedPresence.by(identity(player), player, Presence(of.id, 1, int(Status.HERE), neighbours, ()))
        ada.receive(player, messages.encode(presence))
    signature = messages.encode(CharterSignature(of.id, 1, of.sign(identity(1))))
    assert [output for output in ada.receive(1, signature) if isinstance(output, Send)] == []


def test_who_says_that_they_have_lost_the_author_is_passed_on_to_again() -> None:
    of = charter(3)
    ada, bo = beside(session(of, 0), 1, 2), beside(session(of, 1), 0)
    onward: list[list[tuple[int, ...]]] = []
    for player, counter, neighbours in ((1, 1, (0, 2)), (2, 1, (0, 1)), (2, 2, (0,))):
        presence = Presence(of.id, counter, int(Status.HERE), neighbours, ())
        ada.receive(player, messages.encode(SignedPresence.by(identity(player), player, presence)))
        (said,) = sent(bo.say("Hello!"))
        outputs = ada.receive(1, messages.encode(said))
        onward.append([output.links for output in outputs if isinstance(output, Send)])
    assert onward == [[(2,)], [], [(2,)]]


class SkipsOne(Liar):
    """Keeps from one player, at throws, what they sign and what could be fetched from them."""

    def says(self, to: int, message: Message) -> Iterable[Message]:
        if to != 2 or self.session.log.kind is not Kind.BEACON or isinstance(message, Have):
            yield message


def test_what_its_author_keeps_from_one_player_the_others_offer_while_that_one_stands_still() -> None:
    table = Absences(charter(4, rounds=2))
    table.lie(SkipsOne, 3)
    table.begin()
    table.go_on()
    stood = 0
    while not table.sessions[2].ended:
        assert stood < 20
        table.keep_alive()
        stood += 1
    assert stood > 0
    assert {of.phase for of in table.sessions} == {Phase.FINISHED}


def test_who_says_often_that_they_stand_still_is_offered_no_more() -> None:
    of = charter(3)
    ada = beside(session(of, 0), 1)
    ada.measure_time(lambda: 100.0)
    have = messages.encode(Have(0, 0, (0, 0, 0)))
    said = [message for _ in range(9) for message in sent(ada.receive(1, have) + ada.flush())]
    assert [type(message) for message in said].count(Have) == 1


def test_who_says_in_turns_that_they_are_in_our_epoch_and_before_it_is_offered_once_what_counts_there() -> None:
    table = quiet(4, Kind.ACTION)
    table.agree(away(3), [0, 1, 2])
    table.settle()
    ada = table.sessions[0]
    ada.connected(9, 1)
    said: list[Message] = []
    for _ in range(9):
        for term in (0, ada.log.term):
            said += sent(ada.receive(9, messages.encode(Have(term, ada.log.height, (0,) * 4))))
    assert ada.log.term == 1
    assert [type(message) for message in said].count(Have) == 1


def test_where_a_connection_has_ended_what_may_have_been_lost_is_offered_again_but_not_in_a_flood() -> None:
    of, now = charter(3), [0.0]
    ada = beside(session(of, 0), 1, 2)
    ada.measure_time(lambda: now[0])
    signature = CharterSignature(of.id, 1, of.sign(identity(1)))
    ada.receive(1, messages.encode(signature))
    ada.flush()
    times = []
    for counter in range(1, 100):
        now[0] = counter / 10
        neighbours = (0, 2) if counter % 2 else (0,)
        presence = SignedPresence.by(identity(1), 1, Presence(of.id, counter, int(Status.HERE), neighbours, ()))
        assert signature not in sent(ada.receive(1, messages.encode(presence)))
        offered = [output for output in ada.flush() if isinstance(output, Send) and 2 in output.links]
        times += [now[0]] * (signature in [messages.decode(output.data) for output in offered])
    assert times == [4.0, 8.0]


def test_messages_reach_a_player_who_is_connected_with_one_we_are_connected_with() -> None:
    of = charter(3)
    ada = session(of, 0)
    assert Reached(1) in ada.connected(1, 1)
    outputs: list[Output] = []
    for player, neighbours in ((1, (0, 2)), (2, (1,))):
        presence = SignedPresence.by(identity(player), player, Presence(of.id, 1, int(Status.HERE), neighbours, ()))
        outputs += ada.receive(1, messages.encode(presence))
    assert Reached(2) in outputs
    assert [event for event in ada.disconnected(1) if isinstance(event, Missed)] == [Missed(1), Missed(2)]


def test_who_has_been_given_up_is_not_reached_again() -> None:
    ada = beside(session(charter(3), 0), 1)
    ada.disconnected(1)
    ada.lost(1, "cannot be reached")
    assert [event for event in ada.connected(7, 1) if isinstance(event, Reached)] == []


def test_a_connection_counts_only_where_both_say_so() -> None:
    of = charter(3)
    ada = beside(session(of, 0), 1)
    presence = SignedPresence.by(identity(1), 1, Presence(of.id, 1, int(Status.HERE), (0, 2), ()))
    ada.receive(1, messages.encode(presence))
    assert ada.unreachable == (2,)


class WithGuest(Table):
    """A table that a guest follows, connected with the first player."""

    def __init__(self, of: Charter) -> None:
        super().__init__(of)
        self.guest = Session(of, new_wager, None)
        self.guest_events: list[Event] = []
        self._guest_link = len(of.players)

    def _take(self, player: int, outputs: list[Output]) -> None:
        super()._take(player, outputs)
        for output in outputs:
            if player == 0 and isinstance(output, Send) and self._guest_link in output.links:
                self._tell(self.guest.receive(0, output.data))

    def _tell(self, outputs: list[Output]) -> None:
        """What the guest says goes to the first player, who answers."""
        for output in outputs:
            if isinstance(output, Send):
                super()._take(0, answers := self.sessions[0].receive(self._guest_link, output.data))
                for answer in answers:
                    if isinstance(answer, Send) and self._guest_link in answer.links:
                        self._tell(self.guest.receive(0, answer.data))
            elif not isinstance(output, Keep):
                self.guest_events.append(output)

    def welcome(self) -> None:
        """The guest comes."""
        self._tell(self.guest.connected(0, 0))
        self._take(0, self.sessions[0].connected(self._guest_link, None))
        while self.guest.due:
            self._tell(self.guest.flush())


def test_a_guest_follows_the_game_and_signs_nothing() -> None:
    table = WithGuest(charter(2))
    table.welcome()
    table.play()
    while table.guest.due:
        table._tell(table.guest.flush())
    assert table.guest.phase is Phase.FINISHED
    assert table.guest.record() == table.sessions[0].record()


def test_a_guest_may_come_at_any_moment_and_come_again() -> None:
    """Who says more than guests may is disconnected."""
    table = Table(charter(2))
    table.play()
    guest, player = Session(table.charter, new_wager, None), table.sessions[0]
    for _ in range(2):
        follow(guest, player)
        assert guest.record() == player.record()
        guest.disconnected(0)
        player.disconnected(9)


def test_a_guest_offers_nothing_when_two_players_are_no_longer_connected() -> None:
    of = charter(3)
    guest = Session(of, new_wager, None)
    guest.connected(0, 0)
    outputs: list[Output] = []
    for counter, neighbours in ((1, (0, 2)), (2, (0,))):
        presence = SignedPresence.by(identity(1), 1, Presence(of.id, counter, int(Status.HERE), neighbours, ()))
        outputs += [*guest.receive(0, messages.encode(presence)), *guest.flush()]
    assert {type(message) for message in sent(outputs)} <= {Have, Fetch}


def test_a_guest_follows_a_change_of_epoch_and_only_fetches() -> None:
    """The players disconnect a guest who passes on the proposal that began the epoch."""
    table = WithGuest(charter(3))
    table.welcome()
    table.begin()
    table.agree(Change(RESIGN, 1))
    table.go_on()
    while table.guest.due:
        table._tell(table.guest.flush())
    assert table.guest.log.absent == {1}
    assert table.guest.record() == table.sessions[0].record()


def test_a_guest_who_says_anything_but_what_guests_may_say_is_disconnected() -> None:
    ada = session(charter(2), 0)
    ada.connected(7, None)
    presence = SignedPresence.by(identity(1), 1, Presence(ada.charter.id, 1, int(Status.HERE), (0,), ()))
    with pytest.raises(MessageError, match="only a player may send"):
        ada.receive(7, messages.encode(presence))


@pytest.mark.parametrize("player", [1, None], ids=["player", "guest"])
def test_who_asks_for_the_talk_many_times_over_gets_it_once_a_flush(player: int | None) -> None:
    of = session(charter(2), 0)
    for word in range(3):
        of.say(f"word {word}")
    of.connected(9, player)
    asked = messages.encode(Have(0, 0, (0, 0)))
    told = [message for _ in range(50) for message in sent(of.receive(9, asked))]
    assert of.due
    told += sent(of.flush())
    assert len([message for message in told if isinstance(message, SignedTalk)]) == 3


def test_talk_asked_for_over_a_connection_that_has_ended_is_not_sent() -> None:
    of = session(charter(2), 0)
    of.say("word")
    of.connected(9, 1)
    of.receive(9, messages.encode(Have(0, 0, (0, 0))))
    of.disconnected(9)
    assert not [message for message in sent(of.flush()) if isinstance(message, SignedTalk)]


def test_a_height_that_a_player_only_boasts_of_is_not_claimed_to_others() -> None:
    """Else a third player would fetch it from us again and again, until we refuse to serve them."""
    of = beside(session(charter(3), 0), 1)
    boast = SignedAck.by(identity(1), 1, of.log.ack(1)._replace(height=10**6))
    of.receive(1, messages.encode(boast))
    assert boast not in sent(of.connected(2, 2))


def test_a_closing_of_a_game_that_goes_on_is_passed_on_to_no_one() -> None:
    """It closes an end that our log may come to, and is passed on then."""
    of = beside(session(charter(3), 0), 1, 2)
    closing = messages.encode(SignedClosing.by(identity(1), 1, Closing(*of.log.epoch, 0, of.log.head, of.log.state)))
    assert of.receive(1, closing) == []
    assert of.closings == {}


def test_a_second_signature_of_a_closing_is_passed_on_to_no_one() -> None:
    """Else a liar could sign one closing in many ways, and two of these would go round between honest programs."""
    table = Alone(kind=Kind.OVER, rounds=1)
    table.acknowledge(1)
    end = table.log.closing()
    point = edwards.multiply(7, edwards.BASE)
    scalar, public = edwards.secret_scalar(tables.seed("identity", 1))[0], identity(1).public.raw
    again = edwards.sign_with(scalar, public, 7, point, canonical.encode((Label.CLOSING, *end)))
    table.hear(SignedClosing.by(identity(1), 1, end), 1)
    table.mark()
    table.hear(SignedClosing(1, end, again), 1)
    assert (table.sent, table.refused) == ([], [])
    assert table.of.closings[1] != again
