"""What the full screen shows of a game of 2003, and what external programs are told."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest

from cli.classic.view import ORIGINAL_VIEW, REVISED_VIEW
from cli.classic.words import WORDS, ClassicChronicle
from cli.ui.conversation.story import Line, heading
from cli.ui.screen.look import UNICODE
from cli.ui.screen.rows import Size, plain
from cli.ui.screen.scene import Page
from cli.ui.screen.screen import Screen
from core.classic.build import BuildEnd
from core.classic.data import classic_toml
from core.classic.events import Placed
from core.classic.rules import load_map, new_game
from core.classic.state import Options, State
from core.classic.variant import ORIGINAL, REVISED
from core.classic.victory import Contest
from core.engine.flow import Chance, Decision, Simultaneous
from core.mare.events import LegionLost
from core.mare.kinds import CULTURE
from core.mare.rounds import Turns
from core.mare.state import Round
from tests.cli.map.positions import war_of_2003
from tests.cli.screen.seats import Seat, silent_shell
from tests.core.classic.tables import Position, war_turn


def seat_at(game: Any, seat: int, view: Any = ORIGINAL_VIEW) -> Seat:
    """A player before the screen of a game of 2003."""
    names = {other: f"Bot {other + 1}" for other in range(5)}
    return Seat(game, seat, Screen(silent_shell(), game, view, seat, names))


def told(state: State, place: str, empire: int = 0) -> str:
    """All that the screen says of a place."""
    parts = (ORIGINAL_VIEW.panes.facts, ORIGINAL_VIEW.panes.rights)
    return " ".join(plain([row for part in parts for row in part(state, place, empire, 60, UNICODE)]).split())


def test_a_place_tells_of_docks_neutrals_assimilation_and_pillage() -> None:
    state = war_of_2003()
    assert "Greece 2 legions, fortress and 2 triremes in dock" in told(state, "achaia")
    assert "Controlled by Neutral." in told(state, "latium")
    assert "A legion of Greece stands on the control marker (5.8e)." in told(state, "sicilia")
    assert "Pillaged" in told(state, "sicilia")
    assert "Babylon 1 legion; Carthage 2 legions" in told(state, "syria")


def test_a_place_tells_what_is_forbidden_and_why() -> None:
    position = Position("greece babylon carthage").give("greece", "coin coin coin").at_build_turn("greece")
    state = position.table().state
    assert "✓ place a control marker" in told(state, "macedonia")
    assert "4.4a: Sicilia is neither adjacent nor connected" in told(state, "sicilia")


def test_a_place_tells_who_may_march_in_and_what_may_become_of_it() -> None:
    position = Position("greece babylon carthage").control("babylon", "syria", "palaestina").build("syria", "city")
    position = position.units("syria", greece=1).units("palaestina", babylon=1)
    state = war_turn(position, "greece", "babylon").state
    assert "✓ pillage, occupy buildings, assimilate it" in told(state, "syria")
    assert "✗ march in: 5.3a: no adjacent legions" in told(state, "syria")
    assert "✓ march in from Syria (1)" in told(state, "palaestina")
    assert "✗ assimilate it: 5.8a: You have no legion in Palaestina." in told(state, "palaestina")
    assert "pillage" not in told(state, "palaestina")
    later = position.at_build_turn("greece").table().state
    assert "when your legions can move (5.3a)" in told(later, "palaestina")
    assert "when you have a military turn (5.8a)" in told(later, "syria")


def test_what_a_place_allows_in_this_phase_stands_first() -> None:
    position = Position("greece babylon carthage").units("achaia", greece=1).give("greece", "coin coin coin")
    building, war = position.at_build_turn("greece").table().state, war_turn(position, "greece", "babylon").state
    for state, first in ((building, "place a control marker"), (war, "march in from Achaia (1)")):
        _, allowed, *_ = plain(ORIGINAL_VIEW.panes.rights(state, "macedonia", 0, 60, UNICODE)).splitlines()
        assert first in allowed


def test_the_suggestion_of_a_setup_stands_before_the_prices() -> None:
    game: Any = new_game(Options(3, ("greece", "babylon", "carthage"), start="points"), REVISED)
    game.settle((0,))
    assert "Printed setup: place" in seat_at(game, 0, REVISED_VIEW).shown(Size(80, 24))


def test_a_city_stands_for_its_province() -> None:
    state = new_game(Options(3, ("carthage", "greece", "babylon")), ORIGINAL).state
    assert WORDS.place_named(state, "Roma") == "latium"
    assert WORDS.place_named(state, "rom") == ""


def test_tracks_are_called_what_the_book_of_2003_calls_them() -> None:
    game = new_game(Options(3, ("carthage", "greece", "babylon")), ORIGINAL)
    assert WORDS.player_table(game.state, [])[0].split()[:3] == ["commerce", "politics", "military"]
    seat = seat_at(game, 0)
    seat.screen.open(Page.HELP)
    assert "com commerce, pol politics, mil military; ★ leads." in seat.shown(Size(160, 100))


def test_the_goal_names_how_many_tiles_win_on_the_map() -> None:
    game_map = load_map(classic_toml().replace("tiles = 4", "tiles = 3"), ORIGINAL)
    state = new_game(Options(3, ("carthage", "greece", "babylon")), ORIGINAL, game_map).state
    assert str(WORDS.goal(state.board)) == "To win, build the Pyramids, or own 3 heroes and wonders."
    won = ORIGINAL_VIEW.ending(state.board, "heroes_and_wonders", ["Greece (Ada)"])
    assert won == "Greece (Ada) wins with 3 heroes and wonders."


def test_a_seat_plays_a_civilization() -> None:
    shown = seat_at(new_game(Options(3, ("random",) * 3), ORIGINAL), 0).shown(Size(120, 35))
    assert "Your civilization is dealt when the game begins." in shown
    assert "empire" not in shown


def test_only_what_comes_before_the_first_phase_stands_under_the_setup() -> None:
    lines = [Line(round=1, phase=0, step=1, text=""), Line(round=1, phase=1, step=2, text="")]
    assert [heading(ORIGINAL_VIEW.words, line, "·") for line in lines] == ["Setup · The table", "Round 1 · Commerce"]


def test_neutrals_are_no_players() -> None:
    state = war_of_2003()
    assert [line.split()[0] for line in WORDS.player_table(state, [])[1:]] == ["Greece", "Babylon", "Carthage"]
    assert "Neutral:" in WORDS.board_lines(state)


def test_external_programs_are_told_all_of_a_position() -> None:
    state = war_of_2003()
    position = json.loads(json.dumps(WORDS.state_facts(state)))
    assert position["provinces"]["latium"]["legions"] == {"neutral": 1}
    assert position["provinces"]["achaia"]["docks"] == {"greece": 2}
    assert position["provinces"]["sicilia"]["occupied"] == {"greece": ["control"]}
    board = json.loads(json.dumps(WORDS.board_facts(state.board)))
    assert (board["edition"], board["tiles_to_win"]) == ("original", 4)


@pytest.mark.parametrize(("variant", "view", "seed"), [(ORIGINAL, ORIGINAL_VIEW, 2), (REVISED, REVISED_VIEW, 5)])
def test_every_question_of_a_game_fits_screens_of_all_sizes(variant: Any, view: Any, seed: int) -> None:
    chance, shown, chronicle = random.Random(seed), set(), ClassicChronicle()
    game: Any = new_game(Options(3, ("random",) * 3, start="points", max_rounds=3), variant)
    game.listen(chronicle.hear)
    while game.state.result is None:
        node = game.node
        if isinstance(node, Chance):
            game.settle(tuple(map(chance.randrange, node.bounds)))
            continue
        seats = node.answers if isinstance(node, Simultaneous) else {node.seat: node.answers}
        kind = type(game.state.stack[-1]).__name__
        if kind not in shown:
            shown.add(kind)
            for size in (Size(80, 24), Size(120, 35), Size(160, 50)):
                text = seat_at(game, next(iter(seats)), view).shown(size)
                assert max(map(len, text.splitlines())) <= size.width
        if isinstance(node, Decision):
            game.apply(node.answers.draw(chance.randrange))
        else:
            game.reveal({seat: answers.draw(chance.randrange) for seat, answers in seats.items()})
    assert {"SetupTurn", "BuildTurn", "WarTurn"} <= shown
    assert chronicle.turn(game.state)


@pytest.mark.parametrize("size", [Size(80, 24), Size(160, 50)])
def test_the_race_of_2003_is_for_four_heroes_and_wonders_6_1(size: Size) -> None:
    position = Position("greece babylon carthage").tiles("greece", "helen", "agamemnon", "archimedes")
    shown = seat_at(war_turn(position, "greece", "babylon").game, 0).shown(size)
    assert re.search("heroes ▰▰▰▱!|Greece.* 3!", shown)
    assert re.search("heroes ▱▱▱▱|Babylon.* 0", shown)
    assert "titles" not in shown
    beside = " ".join(" ".join(line.split("│")[-1] for line in shown.splitlines()).split())
    assert "You win with one more hero or wonder." in beside


def test_where_all_is_sold_no_player_is_told_to_win_with_one_more_k45() -> None:
    position = Position("greece babylon carthage").tiles("greece", "helen", "agamemnon", "archimedes", "odysseus")
    position.tiles("babylon", "colossus", "mausoleum", "lighthouse", "solomon")
    position.state.contest, position.state.display = True, ()
    state = position.state.copy()
    state.stack = [Round(2), Contest((1,)), BuildEnd(), Turns(CULTURE, (0, 2))]
    assert WORDS.near(state) == ["Babylon wins at the end of “Building” if nothing changes."]


def test_of_what_neutrals_lose_the_digest_says_nothing() -> None:
    state = war_of_2003()
    neutral = len(state.board.empires)
    events = [LegionLost(neutral, 1, 0), LegionLost(1, 1, 0), Placed(2, "city", 0)]
    names = state.board.province_names
    assert WORDS.digest(state, events, 0) == [(1, f"lost 1 legion in {names[0]}"), (2, f"city in {names[0]}")]
