"""How answers of 2003 are typed, refused and foreseen."""

from __future__ import annotations

import re
from typing import Any

import pytest

from cli.classic import preview
from cli.classic.answers import ANSWERING
from cli.classic.setup import suggested, suggestion
from cli.classic.view import REVISED_VIEW
from cli.editions import view_named
from cli.i18n.texts import ENGLISH, speaking, term, tr, translated
from cli.mare.answers import gloss
from cli.mare.preview import chances
from cli.ui.screen.scene import Page
from cli.ui.screen.screen import Screen
from cli.ui.text.answering import stage
from cli.ui.text.dialogue import Dialogue
from cli.ui.text.staging import Plan
from cli.ui.view import Unclear
from core.classic.actions import Fight
from core.classic.battle import LandDice
from core.classic.deeds import set_turn, turn_of
from core.classic.rules import new_game
from core.classic.setup import SetupTurn
from core.classic.state import Options
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.editions import EDITIONS
from core.engine.errors import RuleError
from core.engine.event import Event, message_of
from core.engine.flow import Decision
from core.engine.game import Game
from core.mare.actions import Done
from core.mare.events import Built, Occupied, Pillaged
from core.mare.trade import Compensation
from tests.cli.consoles import TypedConsole
from tests.cli.screen.seats import Seat, silent_shell
from tests.core.classic.tables import Position, war_turn

THREE = "greece babylon carthage"


def asked(game: Any) -> tuple[int, Any]:
    """The seat that is asked something, and its answers."""
    assert isinstance(game.node, Decision)
    return game.node.seat, game.node.answers


def lines(game: Any, begun: str = "") -> list[str]:
    """The choices that go on from a line."""
    seat, answers = asked(game)
    return [choice.line for choice in ANSWERING.ways(game, seat, answers).after(begun)]


def notes(game: Any, begun: str = "") -> dict[str, str]:
    """What stands beside the choices that go on from a line."""
    seat, answers = asked(game)
    return {choice.line: choice.note for choice in ANSWERING.ways(game, seat, answers).after(begun)}


def refusal(game: Any, typed: str) -> str:
    """Why a line is no answer."""
    _, answers = asked(game)
    with pytest.raises(RuleError) as refused:
        ANSWERING.read(game, answers, ANSWERING.expand(answers, typed))
    return str(refused.value).removeprefix("notation: ")


def points() -> Game[Any]:
    """A setup with points in which Greece comes first."""
    game: Game[Any] = new_game(Options(3, ("greece", "babylon", "carthage"), start="points"), REVISED)
    game.settle((0,))
    return game


@pytest.mark.parametrize("variant", [ORIGINAL, REVISED])
def test_no_battle_is_foreseen_where_a_turn_ends_in_which_it_was_fought_before(variant: Variant) -> None:
    position = Position(THREE, variant).units("marmarica", carthage=1).units("heptanomis", neutral=1)
    position.units("pannonia", carthage=1).at_war_turn("carthage", "babylon")
    fought = 1 << position.board.provinces.index("heptanomis")
    set_turn(position.state, turn_of(position.state)._replace(fought=fought))
    game = position.table().game
    plan = Plan(game, asked(game)[0])
    plan.add("march marmarica heptanomis 1")
    assert "Battle in Heptanomis" in " ".join(ANSWERING.preview_of_steps(plan, plan.seat))
    assert ANSWERING.stakes(plan, plan.seat)
    plan.add("done")
    assert "Battle in Heptanomis" not in " ".join(ANSWERING.preview_of_steps(plan, plan.seat))
    assert ANSWERING.stakes(plan, plan.seat) == []


@pytest.fixture(scope="module")
def building() -> Any:
    """Greece builds, with four coins and four goods."""
    position = Position(THREE).control("greece", "macedonia").give("greece", "coin coin coin coin fish grain oil wine")
    return position.at_build_turn("greece", "carthage").table().game


def test_the_payment_that_leaves_most_stands_first(building: Any) -> None:
    # Coins can pay alone what goods are left over for, and two of them are kept.
    assert lines(building, "build legion achaia ")[0] == "build legion achaia with fish grain oil"
    assert lines(building, "build legion achaia with co") == ["build legion achaia with coin coin coin"]


def test_things_are_offered_in_the_order_in_which_one_thinks_of_them(building: Any) -> None:
    begun = [line for line in lines(building) if line.startswith("build")]
    assert begun[:2] == ["build control", "build caravan:fish"]
    assert begun.index("build legion") < begun.index("build fortress")


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("build legion achaia", "Add what you pay with, such as “with fish grain oil”."),
        ("build agamemnon", "4.2a: Agamemnon costs one set of 9"),
        ("build legion africa", "4.5a"),
        ("convert latium", "4.8a: "),
        (
            "exchange macedonia with fish grain oil",
            "“exchange” swaps a card with the bank; for a marker, use “convert”.",
        ),
        ("march achaia macedonia 1", "4.1b: “march” belongs to phase 3, Military; this is phase 2, Building."),
    ],
    ids=["no price", "too dear", "the rule in the way", "no marker", "no card", "another phase"],
)
def test_what_can_t_be_built_is_refused_for_its_own_reason(building: Any, typed: str, why: str) -> None:
    assert refusal(building, typed).startswith(why)


def test_a_fortress_scores_6_and_cancels_nothing() -> None:
    position = Position(THREE).units("achaia", carthage=2).fortress("achaia")
    table = war_turn(position, "carthage", "babylon")
    found = preview.on_land(table.state, table.state.board.provinces.index("achaia"), 2, 0)
    assert found.own == (0, 1, 0)
    assert (found.destroys, sum(found.enemy)) == (30 / 36, 36)


@pytest.mark.parametrize(("turn", "other"), [("greece", "babylon"), ("babylon", "greece")])
def test_support_is_told_what_it_makes_of_a_battle(turn: str, other: str) -> None:
    """7.2b, attack or defence: each ship adds 1 to the total."""
    position = Position("rome greece babylon").tiles("greece", "pericles").control("babylon", "asia")
    table = war_turn(position.units("asia", greece=2, babylon=3).fleet("mare_aegaeum", greece=2), turn, other)
    table.say(turn, f"fight {other} in asia")
    told = notes(table.game) | notes(table.game, "support ")
    battle = table.state.stack[-2]
    assert isinstance(battle, LandDice)
    found = [preview.with_support(table.state, battle, table.state.board.empires.index("greece"), n) for n in range(3)]
    assert [sum(odd.enemy[2:]) for odd in found] == [6, 10, 15]
    assert [told["done"], told["support mare_aegaeum 1"], told["support mare_aegaeum 2"]] == [*map(chances, found)]


def test_a_battle_is_foreseen() -> None:
    table = war_turn(Position(THREE).units("achaia", carthage=2).fortress("achaia"), "carthage", "babylon")
    seat, _ = asked(table.game)
    achaia = table.state.board.provinces.index("achaia")
    assert any(
        "83% to destroy all units of Greece" in line for line in ANSWERING.preview(table.game, seat, Fight(0, achaia))
    )


def test_triremes_in_dock_are_offered_to_sail() -> None:
    table = war_turn(Position(THREE).dock("achaia", greece=2), "greece", "babylon")
    assert "sail" in lines(table.game)[0]
    assert lines(table.game, "sail achaia mare_ionium ") == ["sail achaia mare_ionium 2", "sail achaia mare_ionium 1"]


@pytest.mark.parametrize("variant", [ORIGINAL, REVISED])
def test_the_suggestions_of_a_setup_come_to_the_printed_layout(variant: Any) -> None:
    game: Game[Any] = new_game(Options(3, ("greece", "babylon", "carthage"), start="points"), variant)
    game.settle((0,))
    printed = new_game(Options(3, ("greece", "babylon", "carthage")), variant).state
    while isinstance(turn := game.state.stack[-1], SetupTurn) and turn.empire == 0:
        proposal = suggestion(game.state, turn)
        if proposal is None:
            break
        game.apply(proposal)
    own = [(province.built, province.fortresses) for province in game.state.provinces if province.controller == 0]
    assert own == [(province.built, province.fortresses) for province in printed.provinces if province.controller == 0]


def test_the_suggestion_of_a_setup_says_whether_it_is_of_the_printed_layout() -> None:
    game = points()
    assert suggested(game.state, game.state.stack[-1]) == "Printed setup: place pericles"
    placed = "control thracia, control macedonia, control creta, city achaia, caravan:oil achaia, caravan:fish achaia"
    for piece in f"{placed}, caravan:iron macedonia, city creta, fortress achaia".split(", "):
        game.apply(game.parse(f"place {piece}"))
    # The hero is too dear now.
    assert suggested(game.state, game.state.stack[-1]) == "Suggestion: place market achaia"


@pytest.mark.parametrize("variant", [ORIGINAL, REVISED])
def test_a_battle_named_by_the_other_verb_is_told_its_own(variant: Any) -> None:
    at_sea = Position(THREE, variant).fleet("mare_ionium", carthage=1, greece=1)
    game = war_turn(at_sea, "carthage", "babylon").game
    for typed in ("fight", "fight greece", "fight mare_ionium"):
        assert refusal(game, typed) == "“fight” is for legions on land; at sea, use “attack”."
    on_land = Position(THREE, variant).units("creta", carthage=1, greece=1)
    game = war_turn(on_land, "carthage", "babylon").game
    for typed in ("attack", "attack greece", "attack creta"):
        assert refusal(game, typed) == "“attack” is for triremes at sea; on land, use “fight”."


def test_what_a_turn_of_war_takes_is_refused_by_its_own_rule() -> None:
    position = Position(THREE).units("achaia", carthage=1).fortress("achaia").fleet("mare_ionium", carthage=1)
    game = war_turn(position.units("creta", carthage=1), "carthage", "babylon").game
    for typed, why in (
        ("fight creta", "5.4b: No land units of others stand in Creta."),
        ("fight latium", "5.4b: You have no land units in Latium."),
        ("fight mare_ionium", "“fight” is for legions on land; at sea, use “attack”."),
        ("attack achaia", "“attack” is for triremes at sea; on land, use “fight”."),
        ("attack mare_ionium", "5.2c: No triremes of others lie in Mare Ionium."),
        ("pillage latium", "5.8a: You have no legion in Latium."),
        ("occupy achaia", "5.7b: Land units of others stand in Achaia."),
        ("assimilate creta", "5.8a: No other civilization's marker lies in Creta."),
    ):
        assert refusal(game, typed) == why


def test_a_conquest_that_names_no_building_is_told_one() -> None:
    position = Position(THREE).control("babylon", "cyprus", "syria").build("syria", "city", "market")
    game = war_turn(position.units("syria", carthage=2).units("cyprus", carthage=1), "carthage", "babylon").game
    assert refusal(game, "pillage cyprus") == "5.8c: No building stands in Cyprus."
    assert refusal(game, "occupy cyprus") == "5.8d: No building stands in Cyprus."
    assert refusal(game, "pillage syria") == "Type it in full, such as “pillage syria market”."


@pytest.mark.parametrize("typed", ["march 2 latium lombardia", "mar 2 legions lat lomb", "march lat lomb 2 legions"])
def test_how_many_move_may_stand_before_the_places(typed: str) -> None:
    position = Position("rome greece carthage").control("rome", "lombardia").units("latium", rome=2)
    _, answers = asked(war_turn(position, "rome", "greece").game)
    assert ANSWERING.expand(answers, typed) == "march latium lombardia 2"


def test_resources_are_counted_as_one_speaks() -> None:
    _, answers = asked(Position(THREE).give("greece", "coin coin coin").at_build_turn("greece").table().game)
    assert ANSWERING.expand(answers, "build legion achaia with 3 coins") == "build legion achaia with coin coin coin"


def test_an_occupation_is_told_what_it_pays() -> None:
    position = Position(THREE).control("babylon", "syria").build("syria", "caravan:wine", "caravan:fruit", "city")
    game = war_turn(position.units("syria", carthage=2), "carthage", "babylon").game
    told = notes(game, "occupy syria ")
    assert told["occupy syria city"] == "+1 coin while you stay"
    assert told["occupy syria caravan:wine"] == "+1 wine while you stay"
    assert told["occupy syria caravan:fruit"] == "+1 fruit while you stay"


@pytest.mark.parametrize("typed", ["occupy syria caravan:wine, caravan:fruit", "occupy syria wine , fruit"])
def test_buildings_that_are_occupied_may_be_listed_with_commas(typed: str) -> None:
    position = Position(THREE).control("babylon", "syria").build("syria", "caravan:wine", "caravan:fruit")
    _, answers = asked(war_turn(position.units("syria", carthage=2), "carthage", "babylon").game)
    assert ANSWERING.expand(answers, typed) == "occupy syria caravan:wine caravan:fruit"


def test_a_number_that_only_the_director_holds_is_told_to_mean_no_trade_k21() -> None:
    position = Position(THREE).leaders(trade="greece").give("greece", "wine oil").give("babylon", "wine")
    game = position.at_trade().table().game
    told = notes(game)
    assert told["announce 1"] == "2 players can take part"
    assert told["announce 2"] == "no trade: no other player holds so many"


def test_a_battle_against_one_of_several_is_told_whom() -> None:
    position = Position(THREE).units("syria", carthage=2, greece=1, babylon=1)
    game = war_turn(position, "carthage", "babylon").game
    assert refusal(game, "fight syria") == "Type it in full, such as “fight greece syria”."


def test_a_place_of_another_kind_is_told_for_what_it_is(building: Any) -> None:
    for word, why in (
        ("mare_aegaeum", "Mare Aegaeum is a sea; name a province."),
        ("egypt", "Egypt is not a place; its capital is Aegyptus Inferior."),
        ("babylon", "Babylon is not a place; its capital is Babylonia."),
        ("athenae", "Athenae is a city; its province is Achaia."),
    ):
        assert refusal(building, f"build legion {word} with fish grain oil") == why
    game = war_turn(Position(THREE).dock("achaia", greece=1), "greece", "babylon").game
    assert refusal(game, "sail achaia latium 1") == "Latium is a province; name a sea."


def test_triremes_in_dock_are_said_to_connect_nothing() -> None:
    position = Position(THREE).units("achaia", greece=1).dock("achaia", greece=1)
    marching = war_turn(position, "greece", "babylon").game
    assert "triremes in dock connect nothing" in refusal(marching, "march achaia asia 1")
    position = Position(THREE).control("greece", "achaia").dock("achaia", greece=1).give("greece", "coin coin coin")
    building = position.at_build_turn("greece", "carthage").table().game
    assert "triremes in dock connect nothing" in refusal(building, "build control asia with coin coin coin")


def test_what_is_built_already_is_refused_for_that_and_not_offered() -> None:
    position = Position(THREE).control("greece", "macedonia").give("greece", "coin coin coin fish grain oil")
    position.build("macedonia", "caravan:iron", "caravan:wine").build("achaia", "caravan:oil", "caravan:fish", "city")
    game = position.at_build_turn("greece", "carthage").table().game
    for typed, why in (
        ("build caravan macedonia", "4.5b: Macedonia already has its caravan:iron."),
        ("build car mac", "4.5b: Macedonia already has its caravan:iron."),
        ("build caravan achaia with 3 coin", "4.5b: Achaia already has its caravan:oil."),
        ("build caravan asia", "4.5a: Asia is uncontrolled; build only in provinces you control."),
        ("build caravan wine", "4.5b: Macedonia already has its caravan:wine."),
        ("build caravan", "4.5b: You have no free place for this: caravan."),
        ("build city", "4.5b: Achaia already has its city."),
        ("build grain", "4.5a: You control no province with an icon for this: caravan:grain."),
    ):
        assert refusal(game, typed) == why


def test_what_can_t_be_paid_anywhere_is_told_what_it_costs() -> None:
    position = Position(THREE).build("achaia", "caravan:oil", "city").give("greece", "coin coin coin")
    game = position.at_build_turn("greece", "carthage").table().game
    assert refusal(game, "build temple").startswith("4.2a: Temple costs one set of 6")


def test_a_building_placed_already_is_refused_for_that() -> None:
    game = points()
    for line in ("place control macedonia", "place caravan:wine macedonia", "place caravan:iron macedonia"):
        game.apply(game.parse(line))
    for typed, why in (
        ("place caravan macedonia", "4.5b: Macedonia already has its caravan:iron."),
        ("place caravan wine", "4.5b: Macedonia already has its caravan:wine."),
        ("place caravan asia", "1.4d: You have no marker in Asia."),
    ):
        assert refusal(game, typed) == why
    game.apply(game.parse("place caravan:oil achaia"))
    _, answers = asked(game)
    assert ANSWERING.expand(answers, "place caravan achaia") == "place caravan:fish achaia"


def test_no_caravan_is_offered_to_a_conqueror_where_none_stands() -> None:
    position = Position(THREE).control("babylon", "syria").build("syria", "city").units("syria", carthage=2)
    game = war_turn(position, "carthage", "babylon").game
    assert refusal(game, "pillage syria caravan") == "5.8c: There is no such building in Syria to pillage."
    assert refusal(game, "occupy caravan").startswith("5.8d: ")


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Built(0, "caravan:wine", 9, ()), "Greece builds a caravan of wine in Macedonia free of charge."),
        (Occupied(0, ("caravan:wine", "market"), 9), "Greece occupies caravan of wine, market in Macedonia."),
        (Pillaged(0, "city2", 9), "Greece pillages city in Macedonia."),
        (Pillaged(0, "legendary_city", 9), "Greece pillages legendary city in Macedonia."),
    ],
)
def test_what_is_built_and_conquered_is_told_in_words_and_not_in_notation(event: Event, told: str) -> None:
    assert translated(message_of(points().state.board, event)) == told


def test_an_answer_that_is_a_number_is_told_with_it_in_the_language_in_use() -> None:
    game = points()
    with speaking("ru"):
        assert gloss(game.rules, game.state, ["announce", "3"]) == "объявить: 3"
        assert ":" not in gloss(game.rules, game.state, ["march", "africa", "latium", "3"])
        assert gloss(game.rules, game.state, ["africa", "3"]) == ""


def test_a_caravan_is_told_in_the_language_in_use() -> None:
    with speaking("ru"):
        message = message_of(points().state.board, Pillaged(0, "caravan:wine", 9))
        assert translated(message).endswith("караван (вино).")


def test_the_points_that_are_left_are_said_to_be_lost() -> None:
    game = points()
    seat, _ = asked(game)
    assert "33 points are lost (1.4b)." in ANSWERING.preview(game, seat, Done())


def test_a_hero_of_one_s_own_is_said_to_be_owned() -> None:
    position = Position(THREE).control("greece", "achaia").tiles("greece", "pericles").give("greece", "coin coin coin")
    game = position.at_build_turn("greece", "carthage").table().game
    assert refusal(game, "build pericles with coin coin coin") == "4.7a: You already own Pericles."


def test_triremes_in_dock_count_among_what_one_sails_with() -> None:
    position = Position(THREE).dock("achaia", greece=1).fleet("mare_ionium", greece=1).leaders(military="greece")
    game = position.at_war().table().game
    told = notes(game)
    assert told["name greece"] == "you, with 0 legions, 2 triremes"


def test_one_resource_is_one() -> None:
    position = Position(THREE).control("babylon", "babylonia").tiles("babylon", "hammurabi").give("babylon", "coin")
    game = position.at_build_turn("babylon", "carthage").table().game
    assert isinstance(game.node, Decision)
    assert str(game.node.prompt.sentence).endswith("You have 1 resource.")


def test_a_marker_that_hammurabi_gives_is_offered_free() -> None:
    position = Position(THREE).control("babylon", "babylonia").tiles("babylon", "hammurabi")
    game = position.at_build_turn("babylon", "carthage").table().game
    told = notes(game)
    assert told["build control"].startswith("free · ")


def test_a_place_says_what_each_thing_costs_there() -> None:
    position = Position(THREE).tiles("babylon", "hammurabi").give("babylon", "coin coin coin")
    position.control("carthage", "creta").units("creta", babylon=1).occupy("creta", "babylon", "control")
    game = position.at_build_turn("babylon", "carthage").table().game
    seat, answers = asked(game)
    ways = ANSWERING.ways(game, seat, answers)
    told = {choice.line: choice.note for place in ("creta", "babylonia", "syria") for choice in ways.at(place)}
    assert told["build legion babylonia"] == "costs 3"
    assert told["build control syria"] == "free"
    assert told["convert creta"] == "costs 3"


def test_what_lies_open_nowhere_cannot_be_taken() -> None:
    position = Position(THREE).at_trade()
    for empire in THREE.split():
        position.give(empire, "coin wine")
    table = position.table()
    leader = table.state.board.empires[table.state.leaders[0]]
    table.say(leader, "announce 1")
    table.offers(**dict.fromkeys(THREE.split(), "coin"))
    assert refusal(table.game, "take wine").startswith("3.4a: ")


@pytest.mark.parametrize("typed", ["give wine", "wine"])
def test_what_one_does_not_hold_cannot_be_given(typed: str) -> None:
    position = Position(THREE).leaders(trade="greece").give("greece", "coin fish")
    game = position.at(1, Compensation(1)).table().game
    assert refusal(game, typed) == "3.6a: You have no wine."


async def test_place_is_an_answer_in_a_setup_and_shows_places_besides() -> None:
    console = TypedConsole()
    console.type("place latium", "place control mace")
    dialogue = Dialogue(console, points(), REVISED_VIEW, 0, {0: "Ada", 1: "Bela", 2: "Cleo"})
    assert await dialogue.conversation.ask() == "place control macedonia"
    assert "33 points left" in console.text
    assert "fortress, trireme, caravan, city; 6 market, temple; 9 Pericles." in " ".join(console.text.split())
    assert "Printed setup: place pericles" in " ".join(console.text.split())
    assert "Neutral 1 legion and" in console.text


@pytest.mark.parametrize("line", ["place control macedonia,asia", "place control Macedonia , Asia", "pl con mac, asi"])
async def test_a_list_of_places_is_a_marker_for_each(line: str) -> None:
    console = TypedConsole()
    console.type(line)
    dialogue = Dialogue(console, points(), REVISED_VIEW, 0, {0: "Ada", 1: "Bela", 2: "Cleo"})
    assert [await dialogue.conversation.ask(), await dialogue.conversation.ask()] == [
        "place control macedonia",
        "place control asia",
    ]


def test_a_list_of_places_is_foreseen_before_it_is_placed() -> None:
    seat = Seat(points(), 0, Screen(silent_shell(), points(), REVISED_VIEW, 0, {}))
    seat.conversation.begin_question()
    seat.type("place control macedonia,asia")
    assert seat.draft.legal
    assert seat.draft.trial is not None
    assert seat.draft.trial.steps == ["place control macedonia", "place control asia"]


@pytest.mark.parametrize("language", [ENGLISH, "hu", "ko", "ru"])
def test_the_help_of_a_table_without_rome_speaks_of_others(language: str) -> None:
    with speaking(language):
        game = new_game(Options(3, ("greece", "babylon", "carthage")), REVISED)
        console = TypedConsole()
        dialogue = Dialogue(console, game, REVISED_VIEW, 0, {0: "Ada", 1: "Bela", 2: "Cleo"})
        screen = Screen(silent_shell(), game, REVISED_VIEW, 0, {})
        screen.open(Page.HELP)
        assert term("Greece") in "\n".join(screen.scene.text)
        for told in (dialogue._help(), "\n".join(screen.scene.text)):
            shown = told.partition(tr("What you type, and what it means:"))[0]
            assert [name for name in ("Rome", "rome", term("Rome"), "R ", "Egypt") if name in shown] == []


@pytest.mark.parametrize("language", [ENGLISH, "hu", "ko", "ru"])
@pytest.mark.parametrize("edition", ["empires", "original", "revised"])
def test_cards_say_what_they_do_and_cite_no_ruling(language: str, edition: str) -> None:
    of = EDITIONS[edition]
    state = of.start(of.options(5, ("random",) * 5), of.standard_map())
    with speaking(language):
        for tile in state.board.tiles:
            told = "\n".join(view_named(edition).answering.preview_of_words(state, f"build {tile.id}"))
            assert told
            assert not re.search(r"\b[KR]\d|fills a gap|narrows the letter", told)


def test_a_misspelled_place_is_answered_with_the_one_that_is_meant() -> None:
    assert refusal(points(), "place control macedona").endswith("Did you mean “macedonia”?")


def test_commas_between_the_buildings_of_one_occupation_part_no_steps() -> None:
    assert not REVISED_VIEW.answering.lists("occupy")
    assert not REVISED_VIEW.answering.lists("offer")
    assert REVISED_VIEW.answering.lists("march")


async def test_a_misspelled_place_in_a_setup_is_refused_as_an_answer() -> None:
    console = TypedConsole()
    console.type("place mona africa", "place control mace")
    dialogue = Dialogue(console, points(), REVISED_VIEW, 0, {0: "Ada", 1: "Bela", 2: "Cleo"})
    assert await dialogue.conversation.ask() == "place control macedonia"
    assert "Nothing is called “mona africa” here. You can build control" in console.text
    assert "Name a province" not in console.text


def test_names_of_2003_are_typed_as_they_are_shown() -> None:
    position = Position(THREE).units("magna_graecia", greece=2).at_war_turn("greece")
    game = position.table().game
    _, answers = asked(game)
    assert ANSWERING.expand(answers, "march Magna Graecia latium 1") == "march magna_graecia latium 1"
    assert ANSWERING.as_typed(game.state.board, "buy Julius Caesar") == "buy caesar"


def test_names_that_are_cut_short_are_shown_as_people_write_them() -> None:
    board = Position(THREE).board
    for cut in range(len("aegyptus_"), len("aegyptus_inferior") + 1):
        shown = f"costs 6: {'Aegyptus Inferior'[:cut]}…"
        assert ANSWERING.in_words(board, f"costs 6: {'aegyptus_inferior'[:cut]}…") == shown
    assert ANSWERING.in_words(board, "some_word") == "some_word"


def test_a_player_without_heroes_and_wonders_is_said_to_have_none() -> None:
    shown = REVISED_VIEW.words.player_lines(points().state, 0, "Ada", own=True)
    assert "  heroes and wonders (0 of 4): none; the next costs 9" in shown


def test_small_words_of_a_refused_line_name_no_place() -> None:
    # “in” begins a part of “aegyptus_inferior”.
    game = war_turn(Position(THREE).fleet("syrtis", carthage=1), "carthage", "greece").game
    assert refusal(game, "attack greece in syrtis") == refusal(game, "attack greece syrtis")


def test_an_empire_that_does_not_play_is_refused_by_its_own_name() -> None:
    # “babylon” begins “babylonia”, which is a province.
    game = Position("rome greece carthage").at_war().table().game
    assert refusal(game, "name babylon") == "There is no civilization “babylon” in this game."


def test_a_step_past_the_last_point_is_told_that_nothing_is_left() -> None:
    game = points()
    seat, _ = asked(game)
    plan = Plan(game, seat)
    steps = ["pericles", *["legion achaia"] * 8, "trireme achaia"]
    with pytest.raises(Unclear, match="after “place legion achaia” there is nothing left that you can do"):
        stage(plan, "; ".join(f"place {step}" for step in steps), ANSWERING)
    assert plan.steps == []


@pytest.mark.parametrize(
    ("variant", "options", "typed", "said"),
    [
        (
            REVISED,
            {"blockade": True},
            "blockade syrtis",
            "8.1a: You may blockade when another player ships",
        ),
        (REVISED, {"blockade": True}, "ship by syrtis", "8.1e: You name the seas when you march legions"),
        (REVISED, {}, "blockade syrtis", "This table plays without blockades."),
        (ORIGINAL, {}, "blockade syrtis", "This table plays without blockades."),
    ],
)
def test_a_blockade_that_is_not_asked_for_is_told_when_it_is(
    variant: Any, options: dict[str, Any], typed: str, said: str
) -> None:
    game = new_game(Options(3, ("greece", "babylon", "carthage"), **options), variant)
    assert refusal(game, typed).startswith(said)
    war = Position(THREE, variant).agreed(**options).at_war().table().game
    assert refusal(war, typed).startswith(said)


def test_while_a_province_is_typed_only_the_caravans_that_match_are_named(building: Any) -> None:
    with pytest.raises(Unclear, match="“caravan” could mean caravan:iron or caravan:wine"):
        lines(building, "build caravan mac")


def crossing() -> Position:
    """Carthage could march over the Alps, and blockade what others ship over Mare Tyrrhenum."""
    position = Position("rome greece carthage").agreed(blockade=True, alps=True).tiles("carthage", "hannibal")
    position.control("carthage", "numidia").units("numidia", carthage=3).units("latium", rome=2)
    return position.fleet("mare_tyrrhenum", rome=1, carthage=2)


def test_a_march_over_the_alps_is_told_its_order_and_what_arrives() -> None:
    game = crossing().at_war_turn("carthage", "rome").table().game
    assert (
        refusal(game, "march numidia lombardia 3")
        == "5.3a: Lombardia is neither adjacent nor connected to Numidia; over the Alps you “cross NUMBER”."
        " From numidia you can go to africa."
    )
    told = notes(game, "cross ")
    assert told["cross 3"].startswith("2 arrive in Lombardia; ")


def test_a_blockade_is_offered_with_its_odds() -> None:
    game = crossing().at_war_turn("rome", "carthage").table().game
    game.apply(game.parse("march latium sardinia 2"))
    seat, answers = asked(game)
    assert isinstance(game.node, Decision)
    assert str(game.node.prompt.sentence).startswith("Rome ships 2 from Latium to Sardinia: ")
    (blockade, _) = ANSWERING.ways(game, seat, answers).after("")
    assert blockade.line == "blockade mare_tyrrhenum"
    assert blockade.note.startswith("win ")
