"""A replay says of every event in which round and phase it happened, as the log of the live game does."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from cli.commands.show import told_at
from cli.editions import view_of
from cli.i18n.texts import translated
from cli.play.seating import Seating, card_of
from cli.table_game import new_game, opening, rules_of
from cli.ui.conversation.story import Story
from cli.ui.picture.page import page
from cli.ui.replay.replay import Replay, of_log
from core.editions import EDITIONS
from core.engine.event import Event
from p2p.log.log import Log
from tests.cli.games import PLAYERS, go_on
from tests.p2p.tables import signer

ROUNDS = 20

CHANGES = {"TileGained", "LeaderChanged", "Built", "Occupied", "Pillaged", "ControlTaken", "Released", "LegionLost"}
CHANGES |= {"PointsGained", "PointsLost"}
"""The events that can change a race."""

Told = list[tuple[str, str]]
"""What is told under which round and phase."""


class Played(NamedTuple):
    """A whole game: the log that its screens showed, and its replay."""

    live: dict[int, Told]
    replay: Replay


@cache
def played(edition: str) -> Played:
    """A game of an edition, played by chance to its end."""
    cards = tuple(card_of(f"Bot {number + 1}", signer(number), 0) for number in range(PLAYERS))
    of = EDITIONS[edition]
    options = of.options(players=PLAYERS, empires=("random",) * PLAYERS)._replace(max_rounds=ROUNDS)
    charter = Seating(of, options, cards).charter()
    log = Log(charter, new_game(charter.setup))
    rules: Any = rules_of(log.game)
    story = Story(view_of(rules))
    for event in opening(rules):
        story.add(rules.state, 0, event)

    def hear(event: Event) -> None:
        story.add(rules.state, log.height + 1, event)

    rules.listen(hear)
    go_on(log, lambda game: game.state.result is not None)
    live: dict[int, Told] = {}
    for line in story.lines:
        when = story.view.words.when(line.round, line.phase)
        live.setdefault(line.step, []).append((when, translated(line.text)))
    return Played(live, of_log(log, story.view, is_closed=True))


def shown(lines: list[str]) -> Told:
    """What `mare show --at` tells of a step, under its headings; sentences are folded."""
    found: Told = []
    for line in lines[: lines.index("")]:
        if line.startswith("  "):
            when, text = found[-1]
            found[-1] = (when, f"{text} {line.strip()}".strip())
        elif line.endswith(":"):
            found.append((line.removesuffix(":"), ""))
    return found


def joined(told: Told) -> Told:
    """The same with all that stands under one heading as one text."""
    found: Told = []
    for when, text in told:
        if found and found[-1][0] == when:
            found[-1] = (when, f"{found[-1][1]} {text}")
        else:
            found.append((when, text))
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_show_tells_every_event_under_the_round_and_phase_of_the_live_log(edition: str) -> None:
    live, replay = played(edition)
    several = 0
    for number, moment in enumerate(replay.moments):
        if wanted := joined(live.get(moment.step, [])):
            found = shown(told_at(replay, number, "game.mare"))
            if moment.state.result is not None and replay.ending not in wanted[-1][1]:
                wanted[-1] = (wanted[-1][0], f"{wanted[-1][1]} {replay.ending}")
            assert found == wanted
            several += len(wanted) > 1
    assert several > 0, "some steps end a phase and begin the next"


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_page_tells_every_step_under_its_rounds_and_phases(edition: str) -> None:
    replay = played(edition).replay
    log = page("Mare Nostrum", replay).partition('<ol id="log"')[2].partition("</ol>")[0]
    headings = [part.partition("<")[0] for part in log.split('<li class="round">')[1:]]
    wanted = [when for moment in replay.moments for when, _ in moment.by_phase()]
    assert headings == [when for number, when in enumerate(wanted) if number == 0 or wanted[number - 1] != when]


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_event_is_told_after_the_change_that_it_tells_of(edition: str) -> None:
    """So the event that changed the race is known; what changed it later in the step would have no event."""
    view, moments = played(edition).replay.view, played(edition).replay.moments
    told = [moment for moment in moments if moment.events]
    assert [moment.step for moment in told if moment.races[-1] != tuple(view.words.closeness(moment.state))] == []
    changes = [
        type(moment.lines[number].event).__name__
        for before, moment in pairwise(moments)
        for number, (was, now) in enumerate(pairwise([tuple(view.words.closeness(before.state)), *moment.races]))
        if was != now and before.state.seats
    ]
    assert set(changes) <= CHANGES
