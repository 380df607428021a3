"""For tests/p2p/session: what an epoch has made is asked for no more, by people or programs."""

from cli.play.seating import Seating, card_of
from cli.table_game import DEFAULT, new_game
from core import Options
from p2p.log.changes import TAKE_BACK, Change
from p2p.session.session import Session
from tests.cli.test_votes import CLOCK, deliver, flush
from tests.p2p.tables import signer


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
