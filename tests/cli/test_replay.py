"""A game as a row of moments."""

from __future__ import annotations

from cli.empires.view import EMPIRES_VIEW
from cli.play.seating import Seating, card_of
from cli.table_game import DEFAULT, new_game
from cli.ui.replay.replay import Replay, of_log, of_position
from cli.ui.text.entries import entry_lines
from core.empires.state import Options
from p2p.log.log import Log
from p2p.log.statements import ABSENT, BACK, TAKE_BACK, Change, SignedEntry
from tests.cli.games import replay, sessions
from tests.cli.map.positions import contested
from tests.p2p.hands import Hands
from tests.p2p.tables import signer


def test_every_moment_is_the_position_that_was_signed() -> None:
    log = sessions()[0].log
    assert [moment.game.digest() for moment in replay().moments] == [
        log.state_at(step) for step in range(log.height + 1)
    ]


def test_every_moment_says_what_happened() -> None:
    assert [moment.step for moment in replay().moments if not "".join(map(str, moment.told)).strip()] == []
    assert [str(said) for said in replay().moments[-1].told].count("The last round is over; there is no winner.") == 1
    assert replay().moments[-1].when == "Round 1, the end"


def test_what_the_rules_do_not_tell_is_told_in_words() -> None:
    told = [sentence for moment in replay().moments for sentence in moment.told]
    names = replay().moments[-1].state.board.empire_names
    assert any(
        str(sentence) == f"{one} gives the next turn to {other}."
        for sentence in told
        for one in names
        for other in names
    )
    assert any(sentence == f"{name} is done." for sentence in told for name in names)
    assert any(str(sentence).endswith("committed to their answers.") for sentence in told)


def test_the_players_are_named_by_seat() -> None:
    assert replay().names == ("Bot 1", "Bot 2", "Bot 3")


# ---------------------------------------------------------------------- votes


def voted() -> Log:
    """A log of Empires with an action taken back and answered anew, and one that the autopilot gave."""
    cards = tuple(card_of(name, signer(number), 0) for number, name in enumerate(("Ada", "Bo", "Cy")))
    charter = Seating(DEFAULT, Options(3, ("rome", "greece", "carthage")), cards).charter()
    log = Log(charter, new_game(charter.setup))

    def act(body: str) -> None:
        (slot,) = log.slots
        log.append(SignedEntry.by(signer(log.holder(slot)).identity, log.draft(slot, body)))

    act("announce 3")
    for change in (Change(TAKE_BACK, 0), Change(ABSENT, 2), Change(BACK, 2)):
        Hands(charter).change(log, change)
    return log


def test_what_was_voted_and_what_the_autopilot_did_is_replayed() -> None:
    log = voted()
    found = of_log(log, EMPIRES_VIEW)
    assert [moment.game.digest() for moment in found.moments] == [log.state_at(step) for step in range(log.height + 1)]
    assert [str(moment.told[-1]) for moment in found.moments[1:4]] == [
        "Carthage announces 3.",
        "Voted: the game goes back to step 1.",
        "Voted: the autopilot plays for Cy from now on.",
    ]
    assert "announces" in str(found.moments[4].told[-1])


def test_what_happens_before_the_first_step_is_told_at_the_beginning() -> None:
    """Where empires are not dealt, the first collection comes before anything is asked."""
    first = of_log(voted(), EMPIRES_VIEW).moments[0]
    assert [str(said).split(" collects ")[0] for said in first.told] == ["Carthage", "Rome", "Greece"]
    assert len(first.events) == 3


def test_promises_and_the_autopilot_stand_among_what_was_signed() -> None:
    log = voted()
    lines, proposed = entry_lines(log, 3), log.steps[2].proposed
    assert proposed is not None
    assert "  Voted: the autopilot plays for Cy from now on." in lines
    assert "  proposed   Cy" in lines
    assert f"  signature  {proposed.signed.signature.hex()}" in lines
    assert [line for line in lines if line.startswith("  promised")] == [
        "  promised   Ada",
        "  promised   Bo",
        "  promised   Cy",
    ]
    assert lines.count("  agrees     that the autopilot plays for Cy") == 3
    assert all(f"  signature  {one.signature.hex()}" in lines for one in proposed.promises)
    assert any(line.startswith("  autopilot  for Cy: announce ") for line in entry_lines(log, 4))


def test_what_a_majority_attests_is_final() -> None:
    log = voted()
    found = of_log(log, EMPIRES_VIEW)
    assert found.final == log.height - 1
    assert [found.is_tentative(moment.step) for moment in found.moments] == [False] * log.height + [True]
    assert not of_log(log, EMPIRES_VIEW, is_closed=True).is_tentative(log.height)
    assert not of_position(contested(), EMPIRES_VIEW).is_tentative(0)


def test_one_entry_of_one_person_makes_nothing_final() -> None:
    log = voted()
    log.go_back(1)
    assert of_log(log, EMPIRES_VIEW).final == 0


# ---------------------------------------------------------------------- positions and rounds


def test_a_position_is_a_single_moment() -> None:
    found = of_position(contested(), EMPIRES_VIEW)
    assert (found.last, len(found.moments), found.names) == (0, 1, ())
    assert found.moments[0].game.digest() == contested().digest()


def test_rounds_are_found_forwards_and_backwards() -> None:
    first, *rest = replay().moments
    second = of_position(contested(), EMPIRES_VIEW).moments[0]
    several = Replay((first, *rest[:2], second, second), (), EMPIRES_VIEW)
    assert several.rounds() == {1: 0, 4: 3}
    assert [several.turn(number, 1) for number in (0, 2, 3)] == [3, 3, 4]
    assert [several.turn(number, -1) for number in (4, 3, 2, 0)] == [3, 0, 0, 0]
