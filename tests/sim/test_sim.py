"""A fixed range of simulated evenings: everything that must hold does, with all faults and liars."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from core.editions import EDITIONS
from p2p.log.statements import Entry, SignedEntry
from p2p.log.steps import Kind, Step
from p2p.session.events import Completed
from tests.sim import keys
from tests.sim.breaks import BEHIND, BREAKS
from tests.sim.machine import Machine
from tests.sim.people import Human
from tests.sim.watch import InvariantViolation
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


@pytest.mark.parametrize("seed", [12, 16, 21])
def test_a_proof_stops_a_table_and_the_honest_players_end_the_game_at_another_one(seed: int) -> None:
    with keys.playing(real=True):
        counts = World(seed, Plan(rounds=2, real=True, game=WAGER)).run().counts
    assert counts["end: stopped with a proof"] == 1
    assert counts["end: the most points in the wager"] == 1


@pytest.mark.parametrize("seed", [5, 9, 37])
def test_a_game_comes_to_its_end_without_a_player_who_has_lost_their_machine(seed: int) -> None:
    with keys.playing(real=True):
        counts = World(seed, Plan(rounds=2, real=True, game=WAGER, lost=True)).run().counts
    assert counts["fault: machines lost for good"] == 1


@pytest.mark.parametrize(
    ("seed", "plan"),
    [
        pytest.param(232, Plan(game=WAGER), id="all who are left agree to be absent, and one must pay for the dice"),
        pytest.param(290, Plan(game=WAGER), id="an epoch that was put off at first is entered again after a restart"),
        pytest.param(306, Plan(game=WAGER), id="the change that all wait for needs a player whose promises come late"),
        pytest.param(90362, Plan(), id="a liar at dice has others put off every price while timers grow"),
        pytest.param(91620, Plan(), id="who has asked to resign promises nothing, and the others agree to the absence"),
        pytest.param(131047, Plan(game="original"), id="a step is to be taken back while the players act on"),
        pytest.param(
            149728, Plan(game="revised"), id="two programs without a person ask each other for what an epoch has made"
        ),
        pytest.param(7701935, Plan(), id="on slow ways each epoch comes when the next term is promised"),
        pytest.param(7705219, Plan(), id="the only thrower pays for dice in each term, and the liar comes back"),
        pytest.param(7707843, Plan(game="empires"), id="a liar promises a log that ends before an automatic step"),
        pytest.param(
            71, Plan(game="original"), id="an epoch stands on steps that a player has left for an epoch of their own"
        ),
        pytest.param(274, Plan(), id="an epoch that one alone has entered lies below what is final for the others"),
        pytest.param(
            13000105, Plan(game="original"), id="the record of the game that goes on reaches a player by another one"
        ),
        pytest.param(16000013, Plan(game="revised"), id="one player alone goes on with the game"),
        pytest.param(31000003, Plan(), id="four players, all on slow ways to one of them, take long"),
        pytest.param(33000299, Plan(), id="two players with two versions of a step never meet"),
        pytest.param(50002189, Plan(), id="who plays on alone loses a step in a crash"),
        pytest.param(60002924, Plan(), id="a game that goes on ends before it begins again"),
        pytest.param(72000508, Plan(), id="all who have the record crash before they keep it"),
        pytest.param(70005468, Plan(), id="an epoch below what is final has no entries above it"),
        pytest.param(76017807, Plan(), id="a player falls silent again to those who still ask to go on without them"),
        pytest.param(80006654, Plan(), id="who lacks a signature of the charter is shown a proof of a lie"),
        pytest.param(86002839, Plan(), id="the one who connected the others goes home with an old disk"),
        pytest.param(93039889, Plan(), id="a restored disk forgets the beginning, so that one player stays alone"),
        pytest.param(80014171, Plan(), id="the only one with a proof comes back after the other has closed the game"),
        pytest.param(
            793, Plan(lost=True, game="revised"), id="who was shown their own promise after a crash shows it again"
        ),
    ],
)
def test_what_the_table_or_the_simulator_once_stumbled_over_ends_no_game(seed: int, plan: Plan) -> None:
    with keys.playing(real=False):
        assert World(seed, plan).run().events > 0


def test_a_table_at_which_nobody_answers_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Human, "_answer", lambda human, seat: None)
    monkeypatch.setattr(Human, "_miss", lambda human: None)
    with keys.playing(real=False), pytest.raises(InvariantViolation, match="does not come to its end"):
        World(1, Plan(game=WAGER)).run()


def test_every_break_that_is_looked_at_twice_exists() -> None:
    assert [name for name, _ in BEHIND if name not in BREAKS] == []


@pytest.mark.parametrize("name", BREAKS)
def test_what_a_break_changes_is_there(name: str) -> None:
    with BREAKS[name].broken():
        pass


def test_the_breaks_that_the_protocol_names_are_found_here() -> None:
    page = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text("utf-8")
    named = re.findall(r"the\s+simulator's\s+`([a-z-]+)`", page)
    assert len(named) >= 3
    assert [name for name in named if name not in BREAKS] == []


def takes_link(machine: Machine, author: int, link: bytes) -> None:
    """A player's log gets a first step with this link of a player."""
    log = machine.session.log
    entry = Entry(*log.epoch, 1, author, (1, link), log.head, log.state, 1)
    signed = SignedEntry(entry, bytes(64))
    step = Step(1, Kind.BEACON, (signed,), (), None, None, log.head, log.state, log.game.round())
    machine.world.watch.sees(machine, Completed(step))


def test_who_lies_since_their_disk_is_an_old_one_owes_a_proof_only_to_who_was_honest_all_along() -> None:
    """The version that one alone had taken before is known to no other, so that no one can prove anything."""
    with keys.playing(real=False):
        world = World(0, Plan(game="revised"))
    author, one, other = world.machines[:3]
    assert not world.liars
    takes_link(author, author.player, bytes(32))
    takes_link(one, author.player, bytes([1] * 32))
    assert world.watch.has_split(author.player)
    world.restored(author)
    assert not world.watch.has_split(author.player)
    takes_link(other, author.player, bytes(32))
    assert world.watch.has_split(author.player)
    world.watch.forgets(one)
    assert not world.watch.has_split(author.player)


def test_who_went_home_with_one_version_owes_no_proof_to_who_came_later() -> None:
    """Both may have played on with one of a liar's two machines, and have never met."""
    with keys.playing(real=False):
        world = World(0, Plan(game="revised"))
    author, one, other = world.machines[:3]
    takes_link(one, author.player, bytes(32))
    takes_link(other, author.player, bytes([1] * 32))
    assert world.watch.has_split(author.player)
    one.end(None)
    assert not world.watch.has_split(author.player)
    world.watch.proven_at[author.player] = 0
    assert world.watch.has_split(author.player)
