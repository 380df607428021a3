"""Setting up a table of 2003: line-ups, the printed start, neutral pieces and what heroes bring (chapter 1)."""

from __future__ import annotations

from typing import Any

import pytest

from core.classic.edition import ORIGINAL_EDITION, REVISED_EDITION
from core.classic.rules import new_game
from core.classic.state import Options
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.edition import Edition
from core.engine.errors import DataError
from core.mare.resources import spread
from tests.core.classic.tables import FIVE, VARIANTS, Table

ADVISED = {3: "greece babylon carthage", 4: "rome greece egypt carthage", 5: FIVE}
EITHER = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.id)


def printed(line_up: str = FIVE, variant: Variant = REVISED) -> Table:
    """A table with the printed setup; seats in the order of the line-up."""
    empires = tuple(line_up.split())
    return table_of(Options(len(empires), empires, line_up=empires), variant)


def table_of(options: Options, variant: Variant) -> Table:
    game: Any = new_game(options, variant)
    return Table(game)


def titles(table: Table) -> list[str]:
    return [table.leader(track) for track in ("trade", "culture", "military")]


# ---------------------------------------------------------------------- 1.1 line-ups


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_advised_line_up_plays_where_none_is_named_k5(players: int) -> None:
    """1.1b."""
    game = new_game(Options(players, ("random",) * players), REVISED)
    assert game.state.board.empires == tuple(ADVISED[players].split())


def test_any_line_up_is_legal_k5() -> None:
    assert printed("rome babylon egypt").state.board.empires == ("rome", "babylon", "egypt")


def test_civilizations_are_dealt_by_lot_to_seats_that_chose_none_1_1a() -> None:
    table = table_of(Options(3, ("carthage", "random", "random")), REVISED)
    assert table.awaits_chance() == (2, 1)
    table.chance(1, 0)
    assert table.state.seats == (2, 1, 0)


@pytest.mark.parametrize("edition", [ORIGINAL_EDITION, REVISED_EDITION], ids=lambda edition: edition.id)
def test_a_table_may_agree_on_open_hands_k2(edition: Edition) -> None:
    """0.6: without this they are hidden."""
    option = next(option for option in edition.declared if option.name == "open_hands")
    assert (option.usual, option.read("yes", ())) == (False, True)


def test_only_the_revised_edition_has_options_8() -> None:
    options = Options(3, ("random",) * 3)
    for option, chosen in (("blockade", options._replace(blockade=True)), ("alps", options._replace(alps=True))):
        new_game(chosen, REVISED)
        with pytest.raises(DataError, match=option):
            new_game(chosen, ORIGINAL)


# ---------------------------------------------------------------------- 1.2, 1.3 the printed setup


@pytest.mark.parametrize(("players", "tokens"), [(3, [18, 8, 8, 4]), (4, [23, 10, 10, 5]), (5, [28, 12, 12, 6])])
def test_so_many_building_tokens_are_in_play_1_2(players: int, tokens: list[int]) -> None:
    table = printed(ADVISED[players])
    built = [building for province in table.board.provinces for building in table.buildings(province)]
    in_play = [
        table.left(kind) + sum(name.startswith(kind) for name in built)
        for kind in ("caravan", "city", "market", "temple")
    ]
    assert in_play == tokens


@EITHER
def test_pieces_stand_as_the_sheets_show_1_3a(variant: Variant) -> None:
    table = printed(variant=variant)
    assert table.buildings("latium") == ["caravan:wine", "city"]
    assert table.fortresses("latium") == 1
    assert [table.controller(name) for name in ("latium", "lombardia", "creta", "sicilia")] == [
        "rome",
        "rome",
        "greece",
        None,
    ]
    assert (table.supply("rome", "markers"), table.supply("rome", "fortresses")) == (9, 7)


@EITHER
def test_each_player_begins_with_their_hero_and_no_cards_but_income_1_3b(variant: Variant) -> None:
    """Worked example 2: in the first round everybody collects 5 cards."""
    table = printed(variant=variant)
    heroes = [table.tiles(empire) for empire in FIVE.split()]
    assert heroes == [["caesar"], ["pericles"], ["hammurabi"], ["cleopatra"], ["hannibal"]]
    incomes = {
        "rome": "coin grain iron wine fish",
        "greece": "coin coin oil fish iron",
        "babylon": "coin grain gems wine fruit",
        "egypt": "coin coin coin papyrus grain",
        "carthage": "coin fruit perfume fish slaves",
    }
    assert {empire: sorted(table.hand(empire).split()) for empire in incomes} == {
        empire: sorted(cards.split()) for empire, cards in incomes.items()
    }


@pytest.mark.parametrize(("variant", "number"), [(ORIGINAL, 0), (REVISED, 1)])
def test_hannibal_and_pericles_bring_a_unit_before_the_first_round_1_3c(variant: Variant, number: int) -> None:
    """1.3c, K6: in the capital, the trireme in its dock."""
    table = printed(variant=variant)
    assert table.legions("africa").get("carthage", 0) == number
    assert table.docked("achaia").get("greece", 0) == number


# ---------------------------------------------------------------------- 1.5 neutral civilizations


def test_neutral_pieces_stand_in_the_capital_and_around_it_1_5a() -> None:
    table = printed("greece babylon carthage")
    neutral = {name for name in table.board.provinces if table.controller(name) == "neutral"}
    assert neutral == {"latium", "lombardia", "magna_graecia", "aegyptus_inferior", "heptanomis", "marmarica"}
    assert all(table.legions(name) == {"neutral": 1} for name in neutral)
    assert {name for name in neutral if table.fortresses(name)} == {"latium", "aegyptus_inferior"}


def test_a_start_of_a_player_has_no_neutral_pieces_k12() -> None:
    """Palaestina borders on neutral Aegyptus Inferior, and Babylon begins there."""
    table = printed("greece babylon carthage")
    assert table.controller("palaestina") == "babylon"
    assert table.legions("palaestina") == {}


def test_neutral_pieces_collect_nothing_k11() -> None:
    table = printed("greece babylon carthage")
    assert sum(map(table.size, table.state.board.empires)) == 15


# ---------------------------------------------------------------------- 1.6 first titles


@EITHER
def test_the_sheets_give_the_first_titles_1_6a(variant: Variant) -> None:
    assert titles(printed(variant=variant)) == ["carthage", "egypt", "rome"]


def test_a_title_of_no_player_goes_by_count_to_one_who_has_none_1_6b() -> None:
    """K14: Greece has more cities than Babylon, which is left for the third title."""
    assert titles(printed("greece babylon carthage")) == ["carthage", "greece", "babylon"]


def test_ties_for_a_first_title_are_drawn_by_lot_1_6b() -> None:
    """Rome and Egypt hold titles; Greece counts 3 caravans and Babylon 4."""
    assert titles(printed("rome greece babylon egypt")) == ["babylon", "egypt", "rome"]
    table = printed("rome babylon carthage")
    assert titles(table) == ["carthage", "babylon", "rome"]
    table = printed("greece babylon egypt carthage", ORIGINAL)
    assert table.awaits_chance() == (2,)
    table.chance(1)
    assert titles(table) == ["carthage", "egypt", "babylon"]


def test_the_bank_and_the_hands_hold_all_cards_0_1c() -> None:
    table = printed()
    hands = sum(len(spread(player.hand)) for player in table.state.players)
    assert hands == 25
    assert sum(table.state.bank) + hands == 123


def test_so_many_cards_of_each_kind_there_are_0_1c() -> None:
    table = printed()
    hands = [table.hand(empire).split() for empire in FIVE.split()]
    cards = {token: table.banked(token) + sum(hand.count(token) for hand in hands) for token in table.board.tokens}
    many, some, few = "fish grain slaves", "oil wine livestock fruit iron", "perfume papyrus gold gems"
    goods = {**dict.fromkeys(many.split(), 11), **dict.fromkeys(some.split(), 7), **dict.fromkeys(few.split(), 5)}
    assert cards == {"coin": 35, **goods}


def test_so_many_pieces_each_player_has_1_2() -> None:
    """In the printed setup of the original edition three markers and one fortress of them are on the map."""
    table = printed(variant=ORIGINAL)
    for empire in FIVE.split():
        left = [table.supply(empire, piece) for piece in ("legions", "triremes", "fortresses", "markers")]
        assert left == [8, 5, 7, 9]


def test_every_common_hero_and_wonder_can_be_bought_from_the_start_0_1c() -> None:
    table = printed()
    shown = {table.board.tiles[tile].kind for tile in table.state.display}
    assert (len(table.state.display), shown) == (13, {"hero", "wonder", "pyramids"})
