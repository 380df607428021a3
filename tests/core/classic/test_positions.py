"""Positions of 2003: what they need not say, what is written of them, and what is wrong in one (1.1b, 1.4a)."""

from __future__ import annotations

from typing import Any

import pytest

from core.classic.position import dump_position, load_position, load_state
from core.classic.state import State
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.errors import DataError
from core.engine.state import NO_EMPIRE
from tests.core.classic.tables import VARIANTS


def test_the_civilizations_of_the_seats_play_k5() -> None:
    game = load_position(REVISED, 'seats = "egypt rome babylon"')
    assert game.state.board.empires == ("rome", "babylon", "egypt")
    assert game.state.seats == (1, 2, 0)
    assert load_position(REVISED, dump_position(game)).encode() == game.encode()


def test_seats_that_chance_fills_play_the_advised_line_up() -> None:
    game = load_position(REVISED, 'seats = "random random carthage"\nphase = "start"')
    assert game.state.board.empires == ("greece", "babylon", "carthage")


@pytest.mark.parametrize("seats", ["rome rome egypt", "rome egypt thule", "random rome egypt"])
def test_seats_that_no_line_up_has_are_refused(seats: str) -> None:
    with pytest.raises(DataError, match="seats"):
        load_position(REVISED, f'seats = "{seats}"')


def test_no_civilization_has_its_hero_before_it_has_spent_points_for_it() -> None:
    game = load_position(REVISED, 'start = "points"\nphase = "start"')
    assert [player.tiles for player in game.state.players] == [()] * 5
    game.settle((0,))
    game.apply(game.parse("place caesar"))
    assert "caesar" in dump_position(game)
    assert load_position(REVISED, dump_position(game)).encode() == game.encode()


def test_a_civilization_has_its_hero_in_other_positions() -> None:
    game = load_position(REVISED, 'start = "points"\nphase = "building"')
    assert game.state.players[0].tiles == (game.state.board.heroes[0],)


@pytest.mark.parametrize(
    "doing",
    [
        '{ what = "taking", taker = "egypt" }',
        '{ what = "offers", sizes = { rome = 0 } }',
        '{ what = "compensation", empire = "carthage" }',
    ],
)
def test_the_title_is_called_as_the_edition_calls_it(doing: str) -> None:
    with pytest.raises(DataError, match="the Great Navigator "):
        load_position(REVISED, f'phase = "commerce"\ndoing = [{doing}]\n')


def test_a_game_of_three_begins_without_the_neutrals_of_the_printed_start() -> None:
    bare = load_position(REVISED, 'seats = "greece babylon carthage"\nphase = "building"').state
    assert [province.controller for province in bare.provinces].count(bare.board.neutral) == 0
    text = 'seats = "greece babylon carthage"\nphase = "building"\npieces = "printed"'
    printed = load_position(REVISED, text).state
    assert [province.controller for province in printed.provinces].count(printed.board.neutral) == 6


def test_no_player_holds_a_title_before_the_first_round() -> None:
    assert load_state(REVISED, 'phase = "start"').leaders == (NO_EMPIRE,) * 3


@pytest.mark.parametrize("phase", ["commerce", "building", "military"])
def test_each_phase_may_be_beginning_once_titles_are_reviewed(phase: str) -> None:
    text = f'phase = "{phase}"\ndoing = [{{ what = "phase_start" }}]'
    assert load_state(REVISED, text).phase > 0


# ---------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("text", "line", "key", "problem"),
    [
        ('edition = "empires"', 1, "edition", "no position of the edition 'revised'"),
        ('phase = "lunch"', 1, "phase", "'lunch' is not known"),
        ("round = 0", 1, "round", "from 1 to 1000000"),
        ("max_rounds = 1001", 1, "max_rounds", "from 0 to 1000"),
        ('pieces = "none"', 1, "pieces", "'none' is not known"),
        ("supported = { mare_ionium = 6 }", 1, "supported.mare_ionium", "from 0 to 5"),
        (
            "supported = { mare_ionium = 2 }\n[seas]\nmare_ionium = { greece = 1, rome = 1 }",
            *(1, "supported.mare_ionium", "no player with Pericles"),
        ),
        ('leaders = { trade = "thule" }', 1, "leaders.trade", "no empire “thule”"),
        ('winners = "rome"', 1, "winners", "goes with the phase “over”"),
        ('seats = "random random carthage"', 1, "seats", "“dealt” must say"),
        ('phase = "building"\nseats = "random random carthage"', 2, "seats", "“dealt” must say"),
        # whose turn it is
        ('turn = "rome"', 1, "turn", "does not fit this phase"),
        ('phase = "start"\nwaiting = "rome"', 2, "waiting", "does not fit this phase"),
        ('phase = "building"\nwaiting = "rome"\ndid = {}', 3, "did", "does not fit this phase"),
        ('phase = "military"\nturn = "thule"', 2, "turn", "no empire “thule”"),
        ('phase = "military"\nturn = "rome"\nwaiting = "egypt rome"', 3, "waiting", "Rome has the turn now"),
        (
            'phase = "start"\ndoing = [{ what = "phase_start" }]',
            2,
            "doing[0]",
            "does not fit the phase, or the frame below it",
        ),
        (
            'phase = "commerce"\ndoing = [{ what = "announcing" }, { what = "obtaining", empire = "rome" }]',
            *(2, "doing[1]", "gives a good of choice (3.1f)"),
        ),
        (
            'phase = "building"\nturn = "rome"\ndoing = [{ what = "gift", tile = "lighthouse" }]',
            *(3, "doing[0]", "gives the player nothing (7.1a)"),
        ),
        (
            (
                'phase = "building"\nturn = "rome"\ndoing = [{ what = "gift", tile = "helen" }]\n'
                '[empires]\nrome = { tiles = "helen" }'
            ),
            *(3, "doing[0]", "gives the player nothing (7.1a)"),
        ),
        ('phase = "building"\nturn = "rome"\norder = "egypt"', 3, "order", "does not fit this phase"),
        ('phase = "building"\ncontest = true\norder = "egypt"', 3, "order", "does not fit this phase"),
        (
            'seats = "rome greece egypt"\nphase = "building"\ncontest = true\nturn = "rome"\norder = "egypt"',
            *(5, "order", "all who have had their turn in this phase"),
        ),
        (
            'phase = "building"\ncontest = true\ndoing = [{ what = "contest", order = "egypt rome" }]',
            *(3, "doing[0]", "must name all who have had their turn"),
        ),
        # hands and tiles
        ('[empires]\nrome = { tiles = "hannibal" }', 2, "empires.rome.tiles", "another civilization's hero (4.7b)"),
        ('[empires]\nrome = { tiles = "thule" }', 2, "empires.rome.tiles", "no hero or wonder “thule”"),
        (
            '[empires]\nrome = { tiles = "helen" }\negypt = { tiles = "helen" }',
            *(3, "empires.egypt.tiles", "another empire's already (4.7a)"),
        ),
        ('[empires]\nrome = { resources = "36 coin" }', 1, "empires", "1 coin too few for this (0.4a)"),
        (
            (
                'phase = "commerce"\n'
                'doing = [{ what = "taking", face_up = { egypt = "2 coin" }, taker = "carthage" }]\n'
                '[empires]\nrome = { resources = "34 coin" }'
            ),
            *(3, "empires", "1 coin too few for this (0.4a)"),
        ),
        # provinces
        ("[provinces]\nthule = {}", 2, "provinces.thule", "is not known here"),
        ('[provinces]\nlatium = { controller = "egypt" }', 2, "provinces.latium.controller", "(4.8b)"),
        ('[provinces]\ncreta = { buildings = "city" }', 2, "provinces.creta.buildings", "(4.5a)"),
        (
            '[provinces]\ncreta = { controller = "neutral", buildings = "city" }',
            *(2, "provinces.creta.buildings", "a player's marker"),
        ),
        ("[provinces]\ncreta = { fortresses = 1 }", 2, "provinces.creta.fortresses", "its owner's marker"),
        ("[provinces]\nlatium = { fortresses = 3 }", 2, "provinces.latium.fortresses", "from 0 to 2"),
        ("[provinces]\nbabylonia = { docks = { rome = 1 } }", 2, "provinces.babylonia.docks", "no coast (4.5d)"),
        # pieces in supply
        (
            "[provinces]\nlatium = { legions = { rome = 5 } }\ncreta = { legions = { rome = 4 } }",
            *(1, "provinces", "1 legion of Rome too few for this (0.4a)"),
        ),
        (
            "[provinces]\nlatium = { docks = { rome = 3 } }\n[seas]\nmare_ionium = { rome = 3 }",
            *(1, "provinces", "1 trireme of Rome too few for this (0.4a)"),
        ),
        # occupation
        (
            (
                '[provinces]\nlatium = { legions = { egypt = 1, babylon = 1 }, buildings = "city temple", '
                'occupied = { egypt = "city", babylon = "temple" } }'
            ),
            *(2, "provinces.latium.occupied", "one empire at most"),
        ),
        (
            (
                '[provinces]\nlatium = { legions = { egypt = 1 }, buildings = "city caravan:wine", '
                'occupied = { egypt = "city caravan:wine" } }'
            ),
            *(2, "provinces.latium.occupied", "each occupation needs a legion"),
        ),
        (
            '[provinces]\nlatium = { legions = { rome = 1 }, buildings = "city", occupied = { rome = "city" } }',
            *(2, "provinces.latium.occupied", "only another civilization's province"),
        ),
        (
            '[provinces]\ncreta = { legions = { rome = 1 }, occupied = { rome = "control" } }',
            *(2, "provinces.creta.occupied", "only another civilization's province"),
        ),
        (
            '[provinces]\nlatium = { legions = { egypt = 1 }, occupied = { egypt = "control" } }',
            *(2, "provinces.latium.occupied", "a capital is never assimilated"),
        ),
        (
            (
                '[provinces]\ncreta = { controller = "greece", buildings = "city", legions = { rome = 2 }, '
                'occupied = { rome = "control city" } }'
            ),
            *(2, "provinces.creta.occupied", "occupied or assimilated, not both"),
        ),
        (
            '[provinces]\ncreta = { controller = "greece", legions = { rome = 1 }, occupied = { rome = "city" } }',
            *(2, "provinces.creta.occupied", "only buildings that stand"),
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_key_and_line(text: str, line: int, key: str, problem: str) -> None:
    with pytest.raises(DataError) as refusal:
        load_position(REVISED, text)
    assert (refusal.value.line, refusal.value.key) == (line, key), str(refusal.value)
    assert problem in refusal.value.problem


@pytest.mark.parametrize(
    "text",
    [
        "[provinces]\nlatium = { fortresses = 2 }",
        "[provinces]\nbabylonia = { docks = { rome = 0 } }",
        '[empires]\nrome = { resources = "35 coin" }',
        "[provinces]\nlatium = { docks = { rome = 3 } }\n[seas]\nmare_ionium = { rome = 2 }",
        '[provinces]\ncreta = { controller = "neutral", legions = { rome = 1 }, occupied = { rome = "control" } }',
        'max_rounds = 1000\n[provinces]\nlatium = { legions = { egypt = 1 }, occupied = { rome = "" } }',
    ],
)
def test_what_just_fits_is_taken(text: str) -> None:
    assert load_state(REVISED, text).round == 1


ODYSSEUS = """
phase = "commerce"
{used}
leaders = {{ trade = "rome" }}
doing = [{{ {doing} }}]
[empires]
rome = {{ resources = "oil" }}
greece = {{ tiles = "odysseus", resources = "wine" }}
"""
OPEN = 'face_up = { greece = "wine", egypt = "oil" }'


def odysseus(variant: Variant, doing: str, *, used: bool) -> Any:
    return load_state(variant, ODYSSEUS.format(doing=doing, used="odysseus_used = true" if used else ""))


@pytest.mark.parametrize(
    ("variant", "doing", "used"),
    [
        (REVISED, f'what = "redirecting", {OPEN}, taker = "rome"', False),
        (ORIGINAL, f'what = "undoing", {OPEN}, taker = "egypt", last = "rome egypt", token = "oil"', False),
        (REVISED, f'what = "forced_take", {OPEN}, taker = "rome"', True),
        (ORIGINAL, f'what = "forced_take", {OPEN}, taker = "rome"', True),
    ],
)
def test_odysseus_speaks_once_as_the_edition_allows(variant: Variant, doing: str, used: bool) -> None:
    """7.3e: Odysseus undoes a take in the original edition and redirects one in the revised edition."""
    assert odysseus(variant, doing, used=used).odysseus_used is used
    with pytest.raises(DataError, match=r"doing.*7\.3e"):
        odysseus(variant, doing, used=not used)
    if "forced_take" not in doing:
        with pytest.raises(DataError, match=r"doing.*7\.3e"):
            odysseus(ORIGINAL if variant is REVISED else REVISED, doing, used=used)


@pytest.mark.parametrize(
    ("variant", "doing", "problem"),
    [
        (REVISED, f'what = "redirecting", {OPEN}, taker = "egypt", last = "rome egypt", before = "rome rome"', "twice"),
        (REVISED, f'what = "redirecting", {OPEN}, taker = "egypt"', "3.4a"),
        (REVISED, f'what = "redirecting", {OPEN}, taker = "greece", last = "rome greece"', "7.3e"),
        (REVISED, 'what = "redirecting", face_up = { egypt = "oil" }, taker = "rome"', "7.3e"),
        (ORIGINAL, f'what = "undoing", {OPEN}, taker = "egypt", last = "rome egypt", token = "gold"', "in the hand"),
        (ORIGINAL, f'what = "undoing", {OPEN}, taker = "greece", last = "rome greece", token = "oil"', "can't undo"),
        (ORIGINAL, f'what = "undoing", {OPEN}, taker = "rome", token = "oil"', "can't undo"),
        (ORIGINAL, f'what = "undoing", {OPEN}, taker = "greece", token = "oil"', "3.4a"),
    ],
)
def test_odysseus_speaks_of_takes_that_can_be(variant: Variant, doing: str, problem: str) -> None:
    with pytest.raises(DataError, match=f"doing.*{problem}"):
        odysseus(variant, doing, used=False)


@pytest.mark.parametrize(
    ("doing", "problem"),
    [
        (f'what = "forced_take", {OPEN}, taker = "greece"', "no other player has Odysseus"),
        ('what = "forced_take", face_up = { egypt = "oil" }, taker = "rome"', "an open card"),
    ],
)
def test_the_forced_take_is_from_the_owner_of_odysseus(doing: str, problem: str) -> None:
    with pytest.raises(DataError, match=f"doing.*{problem}"):
        odysseus(REVISED, doing, used=True)


SETTING_UP = """
phase = "start"
start = "{start}"
doing = [
  {{ what = "first_titles" }},
  {{ what = "free_units" }},
  {{ {doing} }},
]
"""


def test_a_player_who_sets_up_has_no_more_points_than_the_map_gives() -> None:
    """1.4a, K8: the capital's marker is paid."""
    doing = 'what = "setup_turn", empire = "rome", points = {}'
    turn: Any = load_state(REVISED, SETTING_UP.format(start="points", doing=doing.format(33))).stack[-1]
    assert turn.points == 33
    with pytest.raises(DataError, match=r"doing\[2\].*a player has 33 points at most"):
        load_state(REVISED, SETTING_UP.format(start="points", doing=doing.format(34)))


@pytest.mark.parametrize("doing", ['what = "first_to_set_up"', 'what = "setup_turn", empire = "rome", points = 1'])
def test_no_player_sets_up_where_the_sheets_say_how_all_begin(doing: str) -> None:
    with pytest.raises(DataError, match=r"doing\[2\].*with points"):
        load_state(REVISED, SETTING_UP.format(start="printed", doing=doing))


# ---------------------------------------------------------------------- what is written


WRITTEN = """\
edition = "revised"
seats = "greece carthage rome"
line_up = "rome greece carthage"
blockade = true
max_rounds = 7
round = 4
phase = "military"
waiting = "greece"
turn = "rome"
did = { ships = { mare_ionium = "spent" }, fortresses = { latium = 1 }, fought = "latium", marched = true }
leaders = { trade = "greece", culture = "rome", military = "carthage" }
supported = { mare_ionium = 1 }
helen_at = "achaia"
contest = true

[empires]
greece = { resources = "2 coin wine", tiles = "pericles helen" }
carthage = { tiles = "" }

[provinces]
latium = { buildings = "caravan:wine city", legions = { greece = 1 }, fortresses = 1 }
sicilia = { controller = "neutral", legions = { neutral = 1 }, fortresses = 1 }
achaia = { legions = { greece = 1 }, docks = { greece = 2 } }
creta = { controller = "greece", buildings = "city", legions = { rome = 2 }, occupied = { rome = "city" } }
africa = { pillaged = true }

[seas]
mare_ionium = { rome = 1, greece = 2 }
"""


def test_what_is_usual_is_left_out() -> None:
    """Seats, round, phase and titles are always said; of all else only what is there."""
    assert dump_position(load_position(REVISED, 'phase = "building"')) == (
        'edition = "revised"\n'
        'seats = "rome greece babylon egypt carthage"\n'
        "round = 1\n"
        'phase = "building"\n'
        'leaders = { trade = "carthage", culture = "egypt", military = "rome" }\n'
    )


def test_all_else_is_said() -> None:
    assert dump_position(load_position(REVISED, WRITTEN)) == WRITTEN


@pytest.mark.parametrize("order", ["egypt babylon", "babylon egypt"])
def test_a_contest_keeps_the_order_of_building_k45(order: str) -> None:
    """It is only said where it isn't the usual one, from the Political Leader on."""
    text = f'phase = "building"\ncontest = true\nturn = "rome"\nwaiting = "greece carthage"\norder = "{order}"\n'
    text += '[empires]\nrome = { resources = "3 coin" }'
    game = load_position(REVISED, text)
    written = dump_position(game)
    assert load_position(REVISED, written).digest() == game.digest()
    assert (f'order = "{order}"' in written) == (order == "babylon egypt")


def test_a_contest_is_written_with_its_whole_order_when_all_have_built_k45() -> None:
    doing = '[{ what = "contest", order = "greece egypt rome" }, { what = "keeping", empire = "egypt" }]'
    text = f'seats = "rome greece egypt"\nphase = "building"\ncontest = true\ndoing = {doing}\n'
    text += '[empires]\negypt = { resources = "2 wine", tiles = "hanging_gardens" }'
    game = load_position(REVISED, text)
    written = dump_position(game)
    assert '{ what = "contest", order = "greece egypt rome" }' in written
    assert load_position(REVISED, written).digest() == game.digest()


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)
@pytest.mark.parametrize("line_up", ["", 'line_up = "rome greece egypt"\n', 'line_up = "greece egypt carthage"\n'])
@pytest.mark.parametrize("setup", ["printed", "points"])
def test_a_printed_position_has_what_heroes_bring_before_the_first_round_1_3c(
    variant: Variant, line_up: str, setup: str
) -> None:
    """There is one source for a start: later phases begin with the pieces that a game's own start leads to."""
    options = f'{line_up}start = "{setup}"\npieces = "printed"\n'
    begun = load_position(variant, f'{options}phase = "building"\n').state
    doing = 'phase = "start"\ndoing = [{ what = "first_titles" }, { what = "free_units" }]\n'
    heroes = "".join(f'{empire} = {{ tiles = "{begun.board.tiles[hero].id}" }}\n' for empire, hero in _heroes(begun))
    start = load_position(variant, f"{options}{doing}[empires]\n{heroes}").state
    assert begun.provinces == start.provinces
    brought = variant is REVISED
    assert sum(sum(province.docks) for province in begun.provinces) - brought == _printed_docks(begun, setup)


def _heroes(state: State) -> list[tuple[str, int]]:
    return [*zip(state.board.empires, state.board.heroes, strict=True)]


def _printed_docks(state: State, setup: str) -> int:
    """The triremes in dock on the sheets."""
    if setup == "points":
        return 0
    units = [unit for start in state.board.starts for _, here in start.units for unit in here]
    return sum(number for unit, number in units if unit == "trireme")


def test_what_a_position_says_of_a_capital_holds_1_3c() -> None:
    text = 'pieces = "printed"\nphase = "building"\n[provinces]\nafrica = { legions = {} }\nachaia = { docks = {} }'
    state = load_position(REVISED, text).state
    capitals = [state.provinces[state.board.provinces.index(name)] for name in ("africa", "achaia")]
    assert [sum(capitals[0].legions), sum(capitals[1].docks)] == [0, 0]


def test_a_hero_that_no_player_owns_brings_nothing_1_3c() -> None:
    text = 'pieces = "printed"\nphase = "building"\n[empires]\ncarthage = { tiles = "" }'
    state = load_position(REVISED, text).state
    assert sum(state.provinces[state.board.provinces.index("africa")].legions) == 0
