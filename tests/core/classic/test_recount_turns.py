"""The recount of 2003 gives what the rules' worked examples say: building, war and victory."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.core.classic.recount import battle, counts, purchases, victory, war
from tests.core.classic.recount.board import COIN, EDITIONS, MARKER, NEUTRAL, ORIGINAL, REVISED, board
from tests.core.classic.recount.position import Unit
from tests.core.classic.recount_examples import BOTH, cards, clear, enter, float_ships, mark, syria, table

# ---------------------------------------------------------------------- building


def test_example_10_sets() -> None:
    hand = cards("coin coin coin grain grain perfume livestock gold slaves")
    assert len(purchases.payments(hand, 3)) == 1 + 10
    assert victory.sets(hand, 3) == 3
    assert purchases.payments(hand, 6) == purchases.payments(hand, 9) == set()


def test_example_11_coins_and_goods_are_not_mixed() -> None:
    assert purchases.payments(cards("coin coin grain"), 3) == set()
    assert purchases.payments(Counter(coin=9), 9) == {("coin",) * 9}
    assert purchases.payments(Counter(coin=8, grain=1), 9) == set()
    goods = board(5).goods
    assert purchases.payments(Counter(goods), 12) == {tuple(sorted(goods))}


@BOTH
def test_example_12_markers(edition: str) -> None:
    position = table(edition)
    assert purchases.markable(position, "greece") == {"dalmatia", "dacia", "thracia"}
    position.provinces["achaia"].dock["greece"] += 1
    assert purchases.markable(position, "greece") == {"dalmatia", "dacia", "thracia"}
    float_ships(position, "greece", "mare_aegaeum")
    reached = {"dalmatia", "dacia", "thracia", "asia", "bithynia", "rhodus"}
    assert purchases.markable(position, "greece") == reached
    mark(position, "greece", "thracia")
    position.marked.add("thracia")
    assert purchases.markable(position, "greece") == reached - {"thracia"}
    assert not any(where == "thracia" for _, where, _ in purchases.on_sale(position, "greece"))


@BOTH
def test_example_13_a_new_marker_is_no_basis(edition: str) -> None:
    position = table(edition)
    mark(position, "", "macedonia")
    mark(position, "rome", "dalmatia")
    position.marked.add("dalmatia")
    assert "dacia" not in purchases.markable(position, "rome")
    mark(position, "rome", "pannonia")
    assert "dacia" in purchases.markable(position, "rome")


def test_example_14_the_mausoleum() -> None:
    things = ("market", "caravan", "city", "temple", "legion", "helen", "marker")
    for edition, marker in ((ORIGINAL, 3), (REVISED, 2)):
        position = table(edition)
        position.tiles["egypt"].add("mausoleum")
        assert [purchases.price(position, "egypt", thing) for thing in things] == [5, 2, 2, 5, 3, 9, marker]


def test_caesar_and_pericles_lower_prices_by_edition() -> None:
    """7.2a and 7.2b."""
    original, revised = table(ORIGINAL), table(REVISED)
    units = ("legion", "trireme", "fortress")
    assert [purchases.price(original, "rome", unit) for unit in units] == [2, 3, 2]
    assert [purchases.price(revised, "rome", unit) for unit in units] == [3, 3, 2]
    assert [purchases.price(original, "greece", unit) for unit in units] == [3, 2, 3]
    assert [purchases.price(revised, "greece", unit) for unit in units] == [3, 3, 3]


@pytest.mark.parametrize(
    ("edition", "expected"),
    [
        (ORIGINAL, {"", "oil", "wine"}),
        (REVISED, {"", "oil", "wine", "wine wine", "oil wine"}),
    ],
)
def test_example_15_what_the_gardens_keep(edition: str, expected: set[str]) -> None:
    position = table(edition)
    position.tiles["egypt"].add("hanging_gardens")
    position.hands["egypt"] = Counter(coin=4, wine=2, oil=1)
    assert {" ".join(kept).replace("coin", "").strip() for kept in purchases.kept(position, "egypt")} == expected
    assert all(kept.count("coin") == 2 for kept in purchases.kept(position, "egypt"))


def test_hammurabi_reaches_as_far_as_the_edition_allows() -> None:
    """7.2c and K48: with the Lighthouse and a legion on the marker of Heptanomis."""
    for edition in EDITIONS:
        position = table(edition)
        position.tiles["babylon"].add("lighthouse")
        position.provinces["heptanomis"].land.append(Unit("babylon", on=MARKER))
        free = purchases.free_markers(position, "babylon")
        far, exchange = ("mark", "corsica", MARKER), ("exchange", "heptanomis", MARKER)
        assert ("mark", "assyria", MARKER) in free
        assert (far in free, exchange in free) == ((False, False) if edition == REVISED else (True, True))
        assert far in purchases.on_sale(position, "babylon")


@BOTH
def test_enemy_legions_stop_builders_except_in_their_capital(edition: str) -> None:
    """4.6."""
    position = table(edition)
    assert "babylonia" in purchases.open_to_building(position, "babylon")
    enter(position, "rome", "syria")
    enter(position, "rome", "babylonia")
    assert purchases.open_to_building(position, "babylon") == {"babylonia", "palaestina"}


@BOTH
def test_example_25_an_exchange_takes_the_marker_and_forbids_building(edition: str) -> None:
    """4.8, 2.3b and 3.1e: until then the owner counts and collects."""
    position = table(edition)
    position.provinces["marmarica"].land.append(Unit("rome", on=MARKER))
    assert counts.due(position, "egypt")[COIN] == 3
    assert counts.counts(position, "egypt")["culture"] == 3
    assert purchases.on_sale(position, "rome")["exchange", "marmarica", MARKER] == 3
    mark(position, "rome", "marmarica")
    position.marked.add("marmarica")
    assert counts.counts(position, "rome")["culture"] == 2
    assert "marmarica" not in purchases.open_to_building(position, "rome")


@BOTH
def test_cleopatra_turns_a_good_into_a_coin_or_a_coin_into_a_good(edition: str) -> None:
    """7.2d and K49."""
    position = table(edition)
    position.hands["egypt"] = cards("coin grain")
    position.bank["gems"] = 0
    goods = set(position.board.goods) - {"gems"}
    assert purchases.cleopatra(position, "egypt") == {("grain", COIN), *((COIN, good) for good in goods)}


# ---------------------------------------------------------------------- war


@BOTH
def test_example_16_and_17_chains(edition: str) -> None:
    position = table(edition)
    enter(position, "greece", "achaia")
    assert {end for _, end in war.marches(position, "greece")} == {"macedonia"}
    float_ships(position, "greece", "mare_ionium")
    assert ("achaia", "sicilia") in war.marches(position, "greece")
    assert ("achaia", "latium") not in war.marches(position, "greece")
    float_ships(position, "greece", "mare_hadriaticum", "mare_aegaeum", "mare_aegyptum")
    float_ships(position, "egypt", "mare_aegyptum")
    assert {("achaia", "latium"), ("achaia", "aegyptus_inferior")} <= set(war.marches(position, "greece"))
    assert ("mare_ionium", "mare_hadriaticum") in war.chains(position, "greece", "achaia", "latium")


@BOTH
def test_example_18_a_battle(edition: str) -> None:
    position = table(edition)
    egypt, babylon = (
        battle.strength(position, "egypt", (4, 2, 5)),
        battle.strength(position, "babylon", (5,), fortresses=1),
    )
    assert (egypt, babylon) == (11, 11)
    assert (battle.losses(egypt, 2), battle.losses(babylon, 3)) == (2, 2)


def test_example_19_lone_fortresses() -> None:
    position = table(ORIGINAL)
    assert battle.losses(4, 1) == 0
    assert battle.losses(battle.strength(position, "babylon", (), fortresses=1), 2) == 1
    assert battle.losses(battle.strength(position, "babylon", (), fortresses=2), 2) == 2
    enter(position, "rome", "babylonia")
    assert war.duties(position, "babylon") == {"5.4e": {"babylonia"}}


@BOTH
def test_example_20_a_dock_hinders_no_one_and_must_be_left(edition: str) -> None:
    position = table(edition)
    mark(position, "egypt", "cyrenaica")
    position.provinces["cyrenaica"].buildings.add("city")
    position.provinces["cyrenaica"].dock["egypt"] = 1
    enter(position, "carthage", "cyrenaica", 2)
    assert war.pillages(position, "carthage") == {("cyrenaica", "city")}
    assert war.occupations(position, "carthage") == {("cyrenaica", frozenset({"city"}))}
    assert war.assimilations(position, "carthage") == {"cyrenaica"}
    assert war.sails(position, "egypt") == {("cyrenaica", "mare_africum"): {("", False, False, False): 1}}
    assert war.duties(position, "egypt") == {"5.2b": {"cyrenaica"}}


@BOTH
def test_example_23_two_enemies_are_chosen_between(edition: str) -> None:
    position = table(edition)
    for player, number in {"babylon": 2, "egypt": 2, "rome": 3}.items():
        enter(position, player, "syria", number)
    three = (Unit("rome"),) * 3
    assert war.fights(position, "rome") == {
        war.Fight("syria", "babylon", three, all=False),
        war.Fight("syria", "egypt", three, all=False),
    }
    position.provinces["syria"].land = [unit for unit in position.provinces["syria"].land if unit.side != "egypt"]
    assert war.fights(position, "rome") == {war.Fight("syria", "babylon", three, all=True)}


@BOTH
def test_example_24_units_that_have_attacked_and_moved_owe_nothing(edition: str) -> None:
    position = table(edition)
    clear(position, "syria")
    mark(position, "babylon", "cilicia")
    enter(position, "babylon", "cilicia")
    enter(position, "rome", "syria", 2, attacked=True)
    assert war.marches(position, "rome")["syria", "cilicia"] == {("", False, True, False): 2}
    enter(position, "rome", "cilicia", 2, moved=True, attacked=True)
    assert war.fights(position, "rome") == set()
    assert war.duties(position, "rome") == {}


def test_sea_battles_come_before_marches_in_the_revised_edition() -> None:
    """5.2d and K36."""
    for edition in EDITIONS:
        position = table(edition)
        float_ships(position, "rome", "mare_ionium")
        float_ships(position, "greece", "mare_ionium")
        assert len(war.fights(position, "rome")) == 1
        position.marched = True
        assert len(war.fights(position, "rome")) == (edition == ORIGINAL)


def test_example_27_hannibal() -> None:
    position = table(REVISED)
    assert battle.strength(position, "carthage", (2, 2, 4)) == 11
    assert battle.strength(position, "carthage", (2, 2, 4), fortresses=1) == 17
    assert battle.losses(11, 5) == 2


def test_example_28_pericles() -> None:
    revised, original = table(REVISED), table(ORIGINAL)
    float_ships(revised, "greece", "mare_aegaeum", "mare_aegaeum")
    revised.seas["mare_aegaeum"].append(Unit("greece", "trireme", supported=True))
    assert war.supports(revised, "greece", "asia", legions=2) == {"mare_aegaeum": 2}
    assert war.supports(revised, "greece", "asia", legions=0) == {}
    assert war.supports(original, "greece", "asia", legions=2) == {}
    assert battle.strength(revised, "greece", (4, 4), support=2) == 10
    assert battle.strength(original, "greece", (3, 5), at_sea=True) == 10
    assert battle.strength(revised, "greece", (3, 5), at_sea=True) == 8


@BOTH
def test_example_29_helen(edition: str) -> None:
    position = table(edition)
    position.tiles["greece"].add("helen")
    coming = [Unit("rome", moved=True)] * 2
    assert war.helen(position, "rome", "macedonia", coming) == {("", True, False, False)}
    assert war.helen(position, "rome", "syria", coming) == set()
    position.pieces["greece"]["legion"] = 0
    assert war.helen(position, "rome", "macedonia", coming) == set()


@BOTH
def test_example_30_a_neutral_capital(edition: str) -> None:
    position = table(edition, 3)
    assert battle.losses(battle.strength(position, "carthage", (3, 4, 6)), 2) == 2
    assert battle.losses(battle.strength(position, NEUTRAL, (2,), fortresses=1), 3) == 1
    position.provinces["latium"].land = [Unit("carthage")] * 2
    assert war.conquerable(position, "carthage") == {"latium"}
    assert (
        war.pillages(position, "carthage"),
        war.occupations(position, "carthage"),
        war.assimilations(position, "carthage"),
    ) == (set(), set(), set())
    position.provinces["lombardia"].land = [Unit("carthage")]
    assert war.assimilations(position, "carthage") == {"lombardia"}


def test_nebuchadnezzar_is_paid_by_edition() -> None:
    """7.3d and K51."""
    for edition in EDITIONS:
        position = syria(edition)
        position.tiles["rome"].add("nebuchadnezzar")
        assert war.pillage_pays(position, "rome", "syria", "city") == {COIN}
        assert war.pillage_pays(position, "rome", "syria", "caravan:wine") == {"wine"}
        market = {"wine", "fruit"} if edition == REVISED else set()
        assert war.pillage_pays(position, "rome", "syria", "market") == market


def test_example_33_a_blockade() -> None:
    position = table(REVISED)
    float_ships(position, "rome", "mare_tyrrhenum")
    float_ships(position, "carthage", "mare_tyrrhenum", "mare_tyrrhenum")
    assert war.blockaders(position, "rome", ["mare_tyrrhenum"]) == {}
    position.options = frozenset({"blockade"})
    assert war.blockaders(position, "rome", ["mare_tyrrhenum"]) == {"carthage": {"mare_tyrrhenum"}}
    assert battle.losses(battle.strength(position, "carthage", (3, 4), at_sea=True), 1) == 1


def test_example_34_the_alps() -> None:
    position = table(REVISED)
    position.options = frozenset({"alps"})
    enter(position, "carthage", "numidia")
    assert not war.alps(position, "carthage")
    enter(position, "carthage", "numidia", 2)
    assert war.alps(position, "carthage").total() == 3
    assert ("numidia", "lombardia") not in war.marches(position, "carthage")
    position.tiles["carthage"].clear()
    assert not war.alps(position, "carthage")


# ---------------------------------------------------------------------- victory


def test_example_32_a_lead_of_one() -> None:
    position = table(REVISED)
    position.tiles["rome"] |= {"helen", "solomon"}
    position.tiles["greece"] |= {"odysseus", "colossus"}
    position.hands["rome"] = Counter(coin=9)
    position.hands["greece"] = Counter(position.board.goods[:9])
    assert victory.contest_begins(position)
    position.edition = ORIGINAL
    assert not victory.contest_begins(position)
    order = position.players
    position.tiles["rome"].add("agamemnon")
    assert victory.winners(position) == {"rome"} == {victory.winner_of_contest(position, order)}
    position.tiles["greece"].add("mausoleum")
    assert victory.winner_of_contest(position, order) == ""
    position.tiles["rome"].add("statue_of_zeus")
    assert victory.winner_of_contest(position, order) == "rome"


def test_when_all_is_sold_the_first_to_build_of_those_with_the_most_wins_k45() -> None:
    position = table(REVISED)
    for player in position.players:
        position.tiles[player] = {position.board.starts[player]["hero"]}
    left = sorted(set(position.board.tiles) - {tile for owned in position.tiles.values() for tile in owned})
    position.tiles["rome"] |= set(left[:5])
    position.tiles["greece"] |= set(left[5:10])
    position.tiles["egypt"] |= set(left[11:])
    assert victory.winner_of_contest(position, ("egypt", "greece", "rome", "babylon", "carthage")) == ""
    position.tiles["egypt"].add(left[10])
    for order in (("egypt", "greece", "rome"), ("rome", "greece", "egypt")):
        first = next(player for player in order if player != "egypt")
        assert victory.winner_of_contest(position, (*order, "babylon", "carthage")) == first


def test_cleopatra_may_be_what_makes_a_player_able() -> None:
    """K44: nine kinds of goods for the fourth tile, one of them got for a coin."""
    position = table(REVISED)
    position.tiles["egypt"] |= {"helen", "solomon"}
    position.hands["egypt"] = Counter([COIN, *position.board.goods[:8]])
    assert victory.able(position, "egypt")
    position.used.add("cleopatra")
    assert not victory.able(position, "egypt")
