"""A fixed range of simulated evenings: everything that must hold does, whatever goes wrong and whoever lies."""

from __future__ import annotations

import pytest

from core.editions import EDITIONS
from p2p.log.statements import Entry, SignedEntry
from p2p.log.steps import Kind, Step
from p2p.session.events import Completed
from tests.sim import keys
from tests.sim.machine import Machine
from tests.sim.world import WAGER, Plan, World


@pytest.mark.parametrize("seed", range(12))
def test_whatever_goes_wrong_the_game_comes_to_its_end(seed: int) -> None:
    with keys.playing(real=True):
        assert World(seed, Plan(rounds=1, real=True, game=WAGER)).run().events > 0


@pytest.mark.parametrize("game", EDITIONS)
@pytest.mark.parametrize("seed", [1, 2])
def test_editions_from_the_start_and_from_late_positions_come_to_their_end_too(seed: int, game: str) -> None:
    with keys.playing(real=True):
        assert World(seed, Plan(rounds=1, real=True, game=game)).run().events > 0


@pytest.mark.parametrize("seed", [5, 46, 62])
def test_who_loses_his_machine_plays_on_with_another_key_and_the_game_comes_to_its_end(seed: int) -> None:
    with keys.playing(real=True):
        counts = World(seed, Plan(rounds=2, real=True, game=WAGER, lost=True)).run().counts
    assert counts["vote: key"] > 0


@pytest.mark.parametrize(
    ("seed", "to_end"),
    [
        pytest.param(91, True, id="two whose links are missing are bound by a vote that the other two did not sign"),
        pytest.param(
            1218, False, id="one who is bound, and one who says nothing, keep the quorum from the dice of two"
        ),
        pytest.param(43, True, id="three are bound by ballots of two terms, and the fourth wishes in a lower one"),
        pytest.param(2124, False, id="who goes over to a shorter log has nothing final above where it parts"),
        pytest.param(51, True, id="who is absent takes back what he wished for before he had acknowledged the dice"),
    ],
)
def test_votes_that_came_to_nothing_at_open_dice_end_no_game(seed: int, *, to_end: bool) -> None:
    with keys.playing(real=True):
        assert World(seed, Plan(real=True, game="empires", to_end=to_end)).run().events > 0


@pytest.mark.parametrize(
    ("seed", "game"),
    [
        pytest.param(21822, WAGER, id="the end is final to one by a liar's word alone, and the other is bound"),
        pytest.param(
            20802, "empires", id="one has another end than the others, made by a restored disk in two majorities"
        ),
        pytest.param(20683, WAGER, id="a liar's wish is far above all terms"),
    ],
)
def test_what_liars_do_to_votes_and_ends_keeps_no_game_from_its_end(seed: int, game: str) -> None:
    with keys.playing(real=False):
        assert World(seed, Plan(game=game)).run().events > 0


def test_who_has_lawfully_left_a_log_may_vote_below_what_he_vouched_for_upon_it() -> None:
    with keys.playing(real=True):
        assert World(81, Plan(real=True, game="empires", to_end=True)).run().events > 0


def takes_link(machine: Machine, author: int, link: bytes) -> None:
    """Somebody's log gets a first step with this link of a person."""
    log = machine.session.log
    entry = Entry(*log.epoch, 1, author, (1, link), log.head, log.state, 1)
    signed = SignedEntry.of(entry, bytes(64))
    step = Step(1, Kind.LINKS, (signed,), (), None, None, log.head, log.state, log.game.round())
    machine.world.watch.sees(machine, Completed(step))


def test_who_lies_since_his_disk_is_an_old_one_owes_a_proof_only_to_who_was_honest_all_along() -> None:
    """The version that he alone had taken before is known to nobody else, so that nobody can prove anything."""
    with keys.playing(real=False):
        world = World(0, Plan())
    author, one, other = world.machines[:3]
    assert not world.liars
    takes_link(author, author.person, bytes(32))
    takes_link(one, author.person, bytes([1] * 32))
    assert world.watch.has_split(author.person)
    world.restored(author)
    assert not world.watch.has_split(author.person)
    takes_link(other, author.person, bytes(32))
    assert world.watch.has_split(author.person)
