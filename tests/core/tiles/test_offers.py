"""What heroes and wonders offer once a round at prices of their own (3.1.3a, R10, R11)."""

from __future__ import annotations

import pytest

from tests.core.positions import Position, Table


def turn(position: Position, empire: str = "rome") -> Table:
    """The build turn of an empire, with others still to come."""
    waiting = [other for other in ("rome", "greece", "egypt") if other != empire]
    return position.at_build_turn(empire, *waiting).table()


# ---------------------------------------------------------------------- Hammurabi


def babylon(hand: str = "") -> Position:
    """Babylon, whose hero is Hammurabi; Judea and Armenia beside it have no controller."""
    return Position().give("babylon", hand)


def test_hammurabi_places_a_marker_again_in_the_next_round() -> None:
    """3.1.3a: once a *round*."""
    table = turn(babylon().control("judea", "babylon"), "babylon")
    assert table.allows("build control armenia free")


def test_hammurabis_owner_need_not_use_the_hero() -> None:
    """3.1.3a: an offer."""
    table = turn(babylon(), "babylon")
    table.say("babylon", "done")
    assert table.asked() != "babylon"


@pytest.mark.parametrize("province", ["germania", "dacia", "achaia"])
def test_hammurabis_marker_follows_the_rules_of_markers(province: str) -> None:
    """3.1.3a: under 3.1.1: in reach, and controlled by no player."""
    turn(babylon(), "babylon").refused("babylon", f"build control {province} free", "3.1.1")


def test_hammurabis_marker_is_kept_out_by_an_opponents_units() -> None:
    """3.1.3a: under 3.1.1: with no opponent's units in it."""
    turn(babylon().units("judea", egypt=1), "babylon").refused("babylon", "build control judea free", "3.1.1")


def test_nothing_is_reached_from_hammurabis_new_marker() -> None:
    """3.1.1: since the start of the round, also for the province marked free. Cappadocia touches Armenia, not Judea."""
    table = turn(babylon("coin coin coin").control("cilicia", None), "babylon")
    table.say("babylon", "build control armenia free")
    table.refused("babylon", "build control cappadocia with coin coin coin", "3.1.1")


def test_hammurabi_gives_a_marker_that_is_in_supply() -> None:
    """0.5: nothing may be built that is not in supply."""
    position = babylon()
    for province in ("dacia", "germania", "dalmatia", "italia", "gallia"):
        position.control(province, "babylon")
    assert turn(position.give("babylon", "coin coin coin"), "babylon").legal("build control") == []


# ---------------------------------------------------------------------- Gilgamesh, Spartacus, the Lighthouse

OFFERS = {
    "gilgamesh": ("fortress italia", "marble", "fortress gallia"),
    "spartacus": ("legion latium", "gladiators", "legion latium"),
    "lighthouse": ("trireme mare_ionium", "wood", "trireme mare_ionium"),
}
"""By tile, what it offers Rome, the commodity it takes, and the same once more."""

tiles = pytest.mark.parametrize("tile", OFFERS)


@tiles
def test_it_costs_1_coin_or_1_commodity(tile: str) -> None:
    """3.1.3a: a fortress, a legion, a trireme for 1 coin or 1 marble, gladiator, wood."""
    thing, commodity, _ = OFFERS[tile]
    table = turn(Position().tiles("rome", tile).give("rome", f"coin {commodity} sheep"))
    assert table.legal(f"build {thing} with")[:2] == [f"build {thing} with coin", f"build {thing} with {commodity}"]
    table.refused("rome", f"build {thing} with sheep", "3.0a")
    table.refused("rome", f"build {thing} with coin coin", "3.0a")
    table.refused("rome", f"build {thing} free", "3.0a")
    table.say("rome", f"build {thing} with {commodity}")
    assert table.hand("rome") == "coin sheep"
    assert table.levels("rome")[2] == Position().table().levels("rome")[2] + 1


@tiles
def test_the_legendary_commodity_pays_as_well(tile: str) -> None:
    """0.2: a legendary commodity equals the ordinary one everywhere; it goes to the discard pile."""
    thing, commodity, _ = OFFERS[tile]
    table = turn(Position().tiles("rome", tile).give("rome", f"*{commodity}"))
    table.say("rome", f"build {thing} with *{commodity}")
    assert table.hand("rome") == ""
    assert sum(table.game.state.discard) == 1


@tiles
def test_which_token_of_a_kind_is_spent_the_owner_says(tile: str) -> None:
    """R1: where a player holds both tokens of a kind, the player says which to spend."""
    thing, commodity, _ = OFFERS[tile]
    table = turn(Position().tiles("rome", tile).give("rome", f"{commodity} *{commodity}"))
    assert table.legal(f"build {thing}") == [f"build {thing} with {commodity}", f"build {thing} with *{commodity}"]


@tiles
def test_it_is_offered_once_a_round(tile: str) -> None:
    """3.1.3a: once a round; the next one costs 3."""
    thing, commodity, again = OFFERS[tile]
    table = turn(Position().tiles("rome", tile).give("rome", f"coin coin coin coin {commodity}"))
    table.say("rome", f"build {thing} with coin")
    table.refused("rome", f"build {again} with {commodity}", "3.0a")
    table.say("rome", f"build {again} with coin coin coin")


@tiles
def test_paying_the_printed_price_leaves_the_offer_open(tile: str) -> None:
    """3.1.3a: the offer is one for 1; who pays 3 has not used it."""
    thing, commodity, again = OFFERS[tile]
    table = turn(Position().tiles("rome", tile).give("rome", f"coin coin coin {commodity}"))
    table.say("rome", f"build {thing} with coin coin coin", f"build {again} with {commodity}")
    assert table.hand("rome") == ""


@tiles
def test_no_one_else_has_the_offer(tile: str) -> None:
    """3.1.3a: the offer is its owner's."""
    thing, commodity, _ = OFFERS[tile]
    position = Position().tiles("greece", tile).give("rome", f"{commodity} coin coin coin")
    turn(position).refused("rome", f"build {thing} with {commodity}", "3.0a")


@pytest.mark.parametrize(("tile", "thing"), [(tile, offer[0]) for tile, offer in OFFERS.items()])
def test_the_offer_holds_in_the_turn_in_which_the_tile_is_bought(tile: str, thing: str) -> None:
    """R10: tiles act from the moment they are bought."""
    table = turn(Position().give("rome", " ".join(["coin"] * 8)))
    table.refused("rome", f"build {thing} with coin", "3.0a")
    table.say("rome", f"build {tile} with {' '.join(['coin'] * 7)}", f"build {thing} with coin")
    assert table.hand("rome") == ""


def test_gilgameshs_fortress_is_the_only_one_in_its_province() -> None:
    """3.1.2: at most 1 fortress in a province, whatever it costs."""
    turn(Position().tiles("rome", "gilgamesh").give("rome", "coin marble")).refused(
        "rome", "build fortress latium with marble", "3.1.2"
    )


def test_gilgameshs_fortress_must_be_in_supply() -> None:
    """0.5: nothing may be built that is not in supply."""
    position = Position().tiles("rome", "gilgamesh").give("rome", "coin")
    for province in ("germania", "dacia", "dalmatia", "asia"):
        position.control(province, "rome").fortress(province, "rome")
    assert turn(position.give("rome", "coin coin")).legal("build fortress") == []


@pytest.mark.parametrize("thing", ["fortress gallia", "legion gallia", "trireme mare_hadriaticum"])
def test_nothing_is_offered_in_a_province_at_war(thing: str) -> None:
    """3.1.2b: a province at war allows no building, and no triremes in its seas."""
    position = Position().tiles("rome", *OFFERS).give("rome", "coin coin coin").units("gallia", rome=1, egypt=1)
    position.control("latium", "rome").control("italia", None).units("italia", rome=0)
    rule = "3.1.2b"
    if thing.startswith("trireme"):
        # Latium, which lies on the same sea, is the capital's province and always lends it; Mare Ionium is Italia's.
        thing, rule = "trireme mare_ionium", "3.1.2a"
    turn(position).refused("rome", f"build {thing} with coin", rule)


def test_spartacus_builds_in_the_capitals_province_with_any_units_there() -> None:
    """4.3.5: in their own capital's province a player may always build."""
    position = Position().tiles("rome", "spartacus").give("rome", "gladiators").units("latium", rome=1, egypt=2)
    table = turn(position)
    table.say("rome", "build legion latium with gladiators")
    assert table.legions("latium") == {"rome": 2, "egypt": 2}


def lighthouse(hand: str = "wood") -> Position:
    """Rome with the Lighthouse; its provinces lie on Mare Tyrrhenum, Hadriaticum and Ionium."""
    return Position().tiles("rome", "lighthouse").give("rome", hand)


@pytest.mark.parametrize("sea", ["mare_africum", "mare_sardum", "mare_aegaeum"])
def test_the_lighthouses_trireme_lies_off_ones_own_coast(sea: str) -> None:
    """3.1.2a: in a sea next to a province the player controls."""
    turn(lighthouse()).refused("rome", f"build trireme {sea} with wood", "3.1.2a")


def test_enemy_triremes_do_not_keep_the_lighthouses_out() -> None:
    """3.1.2a: enemy triremes in the sea do not matter."""
    assert turn(lighthouse().fleet("mare_ionium", greece=3)).allows("build trireme mare_ionium with wood")


def test_the_lighthouse_lends_no_sea_of_an_occupied_province_unless_another_does() -> None:
    """3.1.2a, R9: Italia, where Egypt stands, does not lend Mare Ionium; Sicilia, if it is Roman, does."""
    position = lighthouse().units("italia", rome=0, egypt=1)
    turn(position).refused("rome", "build trireme mare_ionium with wood", "3.1.2a")
    assert turn(position.control("sicilia", "rome")).allows("build trireme mare_ionium with wood")


def test_the_lighthouse_builds_off_the_capitals_coast_with_any_units_there() -> None:
    """3.1.2a, 4.3.5: or next to the capital's province."""
    position = lighthouse().control("italia", None).control("gallia", None).units("latium", rome=0, egypt=2)
    table = turn(position.fortress("latium", None))
    assert table.legal("build trireme") == [
        "build trireme mare_tyrrhenum with wood",
        "build trireme mare_hadriaticum with wood",
    ]


def test_the_lighthouses_trireme_must_be_in_supply() -> None:
    """0.5: nothing may be built that is not in supply."""
    table = turn(lighthouse("coin coin coin wood").fleet("mare_ionium", rome=5))
    table.refused("rome", "build trireme mare_ionium with wood", "0.5")


def test_the_lighthouses_trireme_connects_in_the_same_turn() -> None:
    """3.1.1: connection is judged at that moment, so a trireme built this turn counts."""
    table = turn(lighthouse("coin coin coin wood"))
    table.refused("rome", "build control sicilia with coin coin coin", "3.1.1")
    table.say("rome", "build trireme mare_ionium with wood", "build control sicilia with coin coin coin")
    assert table.controller("sicilia") == "rome"


# ---------------------------------------------------------------------- Penthesilea


def penthesilea(**occupied: str) -> Position:
    """Rome with Penthesilea and no land units; an opponent's legion stands in each of the provinces named."""
    position = Position().disarm().tiles("rome", "penthesilea")
    for province, empire in occupied.items():
        position.units(province, **{empire: 1})
    return position


def free_legions(position: Position) -> int:
    """How many legions Rome can build free in Latium."""
    table = turn(position.give("rome", "coin coin coin"))
    before = table.legions("latium").get("rome", 0)
    while table.allows("build legion latium free"):
        table.say("rome", "build legion latium free")
    table.refused("rome", "build legion latium free", "3.0a")
    return table.legions("latium").get("rome", 0) - before


@pytest.mark.parametrize(
    ("occupied", "number"),
    [
        ({}, 0),
        ({"italia": "greece"}, 1),
        ({"italia": "greece", "gallia": "egypt"}, 2),
        ({"italia": "greece", "gallia": "egypt", "latium": "egypt"}, 3),
    ],
)
def test_penthesilea_gives_1_legion_for_each_occupied_province(occupied: dict[str, str], number: int) -> None:
    """3.1.3a, R11: 1 legion free for *each* of the player's provinces with an opponent's legion, the capital's too."""
    assert free_legions(penthesilea(**occupied)) == number


def test_provinces_not_legions_are_counted() -> None:
    """R11: each *province*, however many legions of however many opponents it holds."""
    assert free_legions(penthesilea().units("italia", greece=3, egypt=2)) == 1


def test_only_provinces_the_player_controls_are_counted() -> None:
    """R11: each province *under the owner's control*."""
    position = penthesilea(germania="greece", thracia="egypt").control("germania", None)
    assert free_legions(position) == 0


def test_only_opponents_are_counted() -> None:
    """R11: that holds an *opponent's* legion."""
    assert free_legions(penthesilea().units("italia", rome=2)) == 0


def test_only_legions_are_counted() -> None:
    """R11: that holds an opponent's *legion*; a fortress or a trireme off the coast is none."""
    assert free_legions(penthesilea().fortress("italia", "greece").fleet("mare_ionium", greece=2)) == 0


def test_a_province_at_war_is_counted() -> None:
    """R11: whether the player has units there as well or not."""
    assert free_legions(penthesilea(italia="greece").units("italia", rome=2)) == 1


def test_it_need_not_be_occupied_in_the_narrow_sense() -> None:
    """R11: that *holds* an opponent's legion, standing on something or not."""
    standing = penthesilea(gallia="egypt").occupy("gallia", "egypt", "caravan:grain")
    assert free_legions(standing) == free_legions(penthesilea(gallia="egypt")) == 1


def test_penthesileas_legions_come_to_the_capitals_province_at_war() -> None:
    """4.3.5: in the capital's province, with any units there."""
    table = turn(penthesilea(latium="egypt").units("latium", rome=1))
    table.say("rome", "build legion latium free")
    assert table.legions("latium") == {"rome": 2, "egypt": 1}


def test_penthesileas_legions_come_to_no_other_province() -> None:
    """3.1.3a, R11: *in the capital's province*."""
    elsewhere = turn(penthesilea(italia="greece").give("rome", "coin coin coin"))
    elsewhere.refused("rome", "build legion gallia free", "R11")
    table = turn(penthesilea(gallia="greece").give("rome", "coin coin coin"))
    table.refused("rome", "build legion italia free", "R11")
    assert table.legal("build legion") == [
        "build legion latium free",
        "build legion latium with coin coin coin",
        "build legion italia with coin coin coin",
    ]


def test_penthesileas_legions_must_be_in_supply() -> None:
    """0.5: nothing may be built that is not in supply."""
    table = turn(penthesilea(italia="greece", gallia="greece").units("germania", rome=7))
    table.say("rome", "build legion latium free")
    assert table.supply("rome", "legions") == 0
    # With nothing to build Rome's turn is over.
    assert table.asked() != "rome"


def test_penthesileas_legions_may_be_left() -> None:
    """3.1.3a: an offer; what is not used in a round is lost."""
    table = turn(penthesilea(italia="greece", gallia="greece"))
    table.say("rome", "build legion latium free", "done")
    assert table.legions("latium") == {"rome": 1}


def test_penthesilea_gives_legions_in_the_turn_in_which_she_is_bought() -> None:
    """R10: tiles act from the moment they are bought."""
    table = turn(Position().disarm().units("italia", greece=1).give("rome", " ".join(["coin"] * 7)))
    table.refused("rome", "build legion latium free", "3.0a")
    table.say("rome", "build penthesilea with coin coin coin coin coin coin coin", "build legion latium free")


def test_penthesilea_and_spartacus_do_not_get_in_each_others_way() -> None:
    """3.1.3a: each has an offer of its own; the price tells which is used."""
    position = penthesilea(italia="greece").tiles("rome", "spartacus").give("rome", "coin gladiators")
    table = turn(position)
    table.say("rome", "build legion latium with gladiators", "build legion latium free")
    assert table.legions("latium") == {"rome": 2}
    table = turn(position.give("rome", "coin coin coin"))
    table.say("rome", "build legion latium free")
    table.refused("rome", "build legion latium free", "3.0a")
    table.say("rome", "build legion gallia with coin")
    table.refused("rome", "build legion latium with gladiators", "3.0a")
