"""For tests/p2p/session: what an epoch has made is asked for no more, by people or programs."""

from cli.play.seating import Seating, card_of
from cli.table_game import DEFAULT, new_game
from core.empires.state import Options
from p2p.log.statements import TAKE_BACK, Change, Request, SignedRequest
from p2p.log.steps import Kind
from p2p.session.requests import Requests
from p2p.session.session import Session
from tests.cli.test_votes import CLOCK, deliver, flush
from tests.p2p.hands import Hands
from tests.p2p.tables import charter, identity, signer


def test_a_game_that_is_taken_back_is_taken_back_once() -> None:
    cards = tuple(card_of(name, signer(number), 0) for number, name in enumerate(("Ada", "Bo", "Cy")))
    charter = Seating(DEFAULT, Options(3, ("rome", "greece", "carthage")), cards).charter()
    sessions = tuple(Session(charter, new_game, signer(player), agreeable=player > 0) for player in range(3))
    for session in sessions:
        session.measure_time(CLOCK)
    for player, session in enumerate(sessions):
        for other in {0, 1, 2} - {player}:
            deliver(sessions, player, session.connected(other, other))
    for player, session in enumerate(sessions):
        deliver(sessions, player, session.start())
    deliver(sessions, 2, sessions[2].answer(2, "announce 1"))
    flush(sessions)
    deliver(sessions, 0, sessions[0].agree(Change(TAKE_BACK, 0)))
    flush(sessions)
    assert [session.log.height for session in sessions] == [2] * 3
    assert [session.requests for session in sessions] == [{}] * 3


def test_what_an_epoch_has_made_counts_again_only_once_the_player_has_withdrawn_it() -> None:
    """The player may not know of the epoch when they sign. Two programs without a person would ask it of each other."""
    hands = Hands(charter(3))
    log = hands.to(Kind.ACTION)
    back = Change(TAKE_BACK, log.height)
    hands.fill(log)
    requests = Requests(0, log)

    def asked(counter: int, *changes: Change) -> SignedRequest:
        return SignedRequest.by(identity(1), 1, Request(log.charter.id, counter, 0, changes))

    requests.take(asked(1, back))
    assert requests.by_player == {1: (back,)}
    requests.epoch_began((), {back}, 0.0)
    requests.take(asked(2, back))
    assert requests.by_player == {}
    requests.take(asked(3))
    requests.take(asked(4, back))
    assert requests.by_player == {1: (back,)}
