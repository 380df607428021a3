"""The built-in players: legal, deterministic, quick to win; and what the Planner's judgements rest on."""

from __future__ import annotations

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import Chance
from core.empires.battle import FORTRESS_BONUS
from core.empires.bots import Planner, planner
from core.empires.bots.threats import Side, Threats, side_of
from core.empires.bots.trading import DENIAL, Trader
from core.empires.bots.worth import SpendingPlan, View, budget_of, payment, plans, small_sets, spend, ways_to_pay
from core.empires.building import BuildTurn
from core.empires.rules import FLOW, empires_board
from core.empires.state import Game
from core.engine.action import Action
from core.engine.answers import Answers, Below
from core.engine.flow import Question, Secret
from core.engine.policy import Policy, RandomPlayer, questions
from core.mare.actions import Announce
from core.mare.odds import FACES, PIPS_PER_HIT
from core.mare.payment import PLAIN, SetForm, Sets, can_pay_all, most_payable
from core.mare.resources import Hand, minus
from tests.core.play import empires, play
from tests.core.positions import Position, Table

TABLES = [(players, display) for players in (3, 4, 5) for display in ("open", "short")]


def never(below: int) -> int:
    """Chance that gives 0."""
    return 0


# ---------------------------------------------------------------------- whole games


@pytest.mark.parametrize("seed", range(12))
def test_five_planners_end_a_game_by_a_real_victory_within_20_rounds(seed: int) -> None:
    assert play(seed, empires(5, max_rounds=20), [Planner()] * 5).winners


@pytest.mark.parametrize(("players", "display"), TABLES)
def test_planners_end_a_game_at_every_table(players: int, display: str) -> None:
    assert play(100, empires(players, display, max_rounds=20), [Planner()] * players).winners


def test_a_planner_beats_four_random_players() -> None:
    won = 0
    for seed in range(15):
        seats: list[Policy] = [RandomPlayer() for _ in range(5)]
        seats[seed % 5] = Planner()
        won += seed % 5 in play(seed, empires(5), seats).winners
    assert won >= 9


def test_the_same_chance_gives_the_same_game() -> None:
    first, second = (play(1, empires(5), [Planner()] * 5).digest for _ in range(2))
    assert first == second


class Watched:
    """A Planner whose decisions must be legal as they are, and must leave the game as it is."""

    def __init__(self) -> None:
        self.asked: list[type] = []

    def decide(self, game: Game, seat: int, answers: Answers, below: Below) -> Action:
        before = game.encode()
        frame = game.state.stack[-1]
        view = View(game.state, game.state.seats.index(seat), below)
        action = planner.DECISIONS[type(frame)](view, frame, answers)
        answers.check(action)
        assert game.encode() == before
        self.asked.append(type(frame))
        return action


@pytest.mark.parametrize("seed", range(6))
def test_whatever_others_do_the_planner_says_only_what_is_legal(seed: int) -> None:
    watched = Watched()
    players, display = TABLES[seed]
    play(seed, empires(players, display), [watched, RandomPlayer(), *[watched] * (players - 2)])
    assert BuildTurn in watched.asked


def test_the_planner_knows_every_question_of_the_rules() -> None:
    asking = {frame for frame, handler in FLOW.items() if isinstance(handler, Question | Secret)}
    assert set(planner.DECISIONS) == asking


def test_no_one_is_asked_anything_where_chance_is_awaited() -> None:
    position = Position().control("judea", "egypt").build("judea", "legendary_city")
    game = position.at_collect().game()
    assert isinstance(game.node, Chance)
    assert questions(game.node) == {}


# ---------------------------------------------------------------------- what the Planner does not know


def test_a_question_it_does_not_know_is_answered_by_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planner, "DECISIONS", {})
    game = Position().at_trade().give("carthage", "coin coin coin").game()
    [(seat, answers)] = questions(game.node).items()
    assert Planner().decide(game, seat, answers, never) == answers.draw(never)


def test_where_a_rule_forbids_the_plan_the_planner_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planner, "DECISIONS", {BuildTurn: lambda view, frame, answers: Announce(5)})
    table = Position().give("rome", "coin coin coin").at_build_turn("rome", "greece").table()
    assert decided(table) == "done"


# ---------------------------------------------------------------------- what the player goes for


def decided(table: Table, below: Below = never) -> str:
    """What a Planner says to the question that a table waits with."""
    [(seat, answers)] = questions(table.game.node).items()
    return table.game.text(Planner().decide(table.game, seat, answers, below))


def play_turn(table: Table, empire: str) -> None:
    """An empire's questions are answered by a Planner until another player is asked, or chance, or the game is over."""
    while table.asked() == empire:
        table.say(empire, decided(table))


def test_a_player_who_can_pay_for_the_pyramids_builds_them() -> None:
    """6.1: whatever else the player could buy."""
    table = Position().give("rome", "coin " * 12 + "grain wine oil").at_build_turn("rome", "greece").table()
    assert decided(table) == "build pyramids with" + " coin" * 12


def test_a_player_who_can_pay_for_the_fifth_hero_buys_it() -> None:
    """6.2: with four on the mat and 10 coins the player wins when all have built."""
    position = Position().tiles("rome", "circe", "gilgamesh", "hamilcar").give("rome", "coin " * 10)
    table = position.at_build_turn("rome").table()
    play_turn(table, "rome")
    assert (table.winners(), table.victory()) == (("rome",), "heroes_and_wonders")


def test_perseus_wins_before_all_others() -> None:
    """R13: the owner goes first and wins, with two still to buy."""
    position = Position().tiles("rome", "perseus", "circe").give("rome", "coin " * 19)
    table = position.leaders(culture="greece").at_build().table()
    play_turn(table, "rome")
    assert (table.winners(), table.victory()) == (("rome",), "heroes_and_wonders")


def near_four_cities(**guards: int) -> Position:
    """Rome holds Roma, Syracusae and Troia, and has two legions that can sail to Egypt's Hierosolyma."""
    position = Position().disarm().control("sicilia", "rome").build("sicilia", "legendary_city")
    position.control("asia", "rome").build("asia", "legendary_city").units("asia", rome=2).fleet("mare_cyprium", rome=1)
    return position.control("judea", "egypt").build("judea", "legendary_city").units("judea", **guards)


def legions_in_judea(table: Table) -> int:
    return table.game.state.provinces[table.board.provinces.index("judea")].legions[0]


def test_an_unguarded_fourth_great_city_is_taken() -> None:
    """6.3: its legions occupy the city itself, and when the phase ends Rome has won."""
    table = near_four_cities().at_war_turn("rome").table()
    play_turn(table, "rome")
    assert (table.winners(), table.victory()) == (("rome",), "capitals_and_legendary_cities")


def test_no_one_attacks_without_any_chance() -> None:
    """4.2: two legions can't destroy six and a fortress."""
    table = near_four_cities(egypt=6).fortress("judea", "egypt").at_war_turn("rome").table()
    play_turn(table, "rome")
    assert legions_in_judea(table) == 0


@pytest.mark.parametrize(("number", "said"), [(1, "occupy gallia control"), (6, "occupy gallia caravan:sheep market")])
def test_early_a_marker_pays_and_late_what_stands_already(number: int, said: str) -> None:
    """4.3.2, 4.3.3: Greece in Gallia, beside Germania, which it controls."""
    position = Position().disarm().control("gallia", "rome").build("gallia", "caravan:grain", "caravan:sheep", "market")
    position.control("germania", "greece").units("gallia", greece=2).units("latium", rome=8)
    table = position.round(number).at_war_turn("greece").table()
    while not decided(table).startswith("occupy"):
        table.say("greece", decided(table))
    assert decided(table) == said


def test_who_earns_most_is_struck_at() -> None:
    """What Babylon has in Armenia is worth more to Greece the more Babylon has elsewhere."""

    def prize(*more: str) -> int:
        position = Position().disarm().control("dacia", "babylon").build("dacia", "caravan:wine", "market")
        for province in more:
            position.control(province, "babylon").build(province, "market")
        position.units("macedonia", greece=2)
        threats = Threats(View(position.at_war_turn("greece").game().state, 1, never))
        dacia = position.province("dacia")
        return next(target.prize for target in threats.targets if target.province == dacia)

    assert prize("garamantia", "libya", "phasania") > prize()


def test_a_great_city_is_converted_unless_it_wins_now() -> None:
    """4.3.3, 6.3: Rome's third one is in Judea, beside Cilicia, which it controls; however late it is."""
    third = near_four_cities().control("cilicia", "rome").raze("asia", "legendary_city").units("judea", rome=1)
    table = third.units("aegyptus", egypt=8).round(8).at_war_turn("rome").table()
    while not decided(table).startswith("occupy"):
        table.say("rome", decided(table))
    assert decided(table) == "occupy judea control"


def test_of_heroes_and_wonders_the_colossus_comes_first() -> None:
    """1.3: a commodity of choice in each round is worth more than six levels."""
    position = Position().give("rome", "coin " * 7).face_up("hercules", "colossus", "temple_of_artemis", "pyramids")
    assert decided(position.at_build_turn("rome").table()).startswith("build colossus")


def test_peace_is_kept() -> None:
    """R14: no legions where the partner of the peace controls."""
    table = near_four_cities().peace("egypt", "rome").at_war_turn("rome").table()
    play_turn(table, "rome")
    assert legions_in_judea(table) == 0


def test_a_province_is_not_left_to_an_enemy_beside_it() -> None:
    """The two legions that guard Troia stay, for Babylon, which has three great cities, stands next to it."""
    position = near_four_cities(egypt=1).units("cilicia", babylon=2).control("creta", "babylon")
    for province in ("sicilia", "judea"):
        position.control(province, "babylon")
    table = position.at_war_turn("rome").table()
    play_turn(table, "rome")
    assert table.game.state.provinces[table.board.provinces.index("asia")].legions[0] == 2


def test_a_winning_hand_is_kept_out_of_the_trade() -> None:
    """2.1: with the Pyramids in hand the Trade Leader announces the smallest number."""
    position = (
        Position().leaders(trade="rome").give("rome", "coin " * 12 + "grain grain wine").give("greece", "oil " * 5)
    )
    assert decided(position.at_trade().table()) == "announce 0"


def test_duplicates_are_offered() -> None:
    """2.1: what makes no set."""
    position = Position().leaders(trade="greece").give("greece", "coin oil wine").exchange("2/1")
    position.give("rome", "coin coin coin sheep sheep sheep sheep grain wine")
    table = position.at_trade().table()
    table.say("greece", "announce 2")
    answers = questions(table.game.node)[0]
    assert table.game.text(Planner().decide(table.game, 0, answers, never)) == "offer sheep sheep"


def rival_of_rome(coins: int) -> Trader:
    """Rome, in a trade with Greece, which has so many coins."""
    game = Position().give("rome", "oil wine").give("greece", "coin " * coins).at_trade().game()
    return Trader(View(game.state, 0, never))


def test_what_a_rival_lacks_for_the_pyramids_is_kept_from_them() -> None:
    """6.1: the twelfth coin is worth more to one who can take it away from Greece."""
    coin, grain = 0, 9
    near, far = rival_of_rome(11), rival_of_rome(10)
    assert near.take_value(coin) == far.take_value(coin) + DENIAL
    assert near.take_value(grain) == far.take_value(grain)


def test_the_holder_of_a_title_keeps_it_in_a_tie() -> None:
    """5.1: at the start Rome and Carthage are equal in trade, Greece and Egypt in culture, Rome and Greece in arms."""
    table = Position().at_leadership().table()
    for empire, title in (("carthage", "trade"), ("egypt", "culture"), ("rome", "military")):
        assert decided(table) == f"award {title} to {empire}"
        table.say(empire, decided(table))


def test_a_title_is_given_to_the_holder_of_the_fewest() -> None:
    """5.1: Rome, equal to Carthage in trade, is Military Leader already."""
    table = Position().leaders(trade="babylon").at_leadership().table()
    assert decided(table) == "award trade to carthage"


def test_the_culture_leader_builds_last() -> None:
    """3.0: when all others have shown what they go for, the nearest to victory first."""
    assert decided(near_four_cities().leaders(culture="greece").at_build().table()) == "name rome"


def test_the_military_leader_moves_first() -> None:
    """4.0: before anybody else has moved."""
    table = near_four_cities().control("creta", "babylon").leaders(military="egypt").at_war().table()
    assert decided(table) == "name egypt"


def test_a_whim_decides_between_equals() -> None:
    """Nothing but the player's own chance differs."""
    position = Position().give("rome", "coin coin coin grain wine oil metal sheep").at_build_turn("rome")
    spoken = {decided(position.table(), random.Random(luck).randrange) for luck in range(20)}
    assert len(spoken) > 1


# ---------------------------------------------------------------------- what a hand can buy

CLEOPATRA = SetForm(coins_among_goods=1, goods_among_coins=1)
HANNIBAL = SetForm(doubled_kinds=1)
FORMS = st.sampled_from([PLAIN, CLEOPATRA, HANNIBAL, CLEOPATRA.joined(HANNIBAL)])


def counted(tokens: list[int]) -> Hand:
    return bytes(tokens.count(token) for token in range(27))


HANDS = st.lists(st.integers(0, 26), max_size=24).map(counted)
SMALL_HANDS = st.lists(st.integers(0, 10), max_size=13).map(counted)


@given(HANDS, FORMS, st.integers(2, 12))
def test_there_is_a_way_to_pay_whatever_can_be_paid(hand: Hand, form: SetForm, cost: int) -> None:
    """3.0a, with the exceptions of Cleopatra and Hannibal."""
    assert bool(ways_to_pay(budget_of(hand), form, cost)) == (cost <= most_payable(hand, form))


@given(HANDS, FORMS, st.integers(2, 12))
def test_every_way_to_pay_is_legal(hand: Hand, form: SetForm, cost: int) -> None:
    """3.0a; and what is left of the hand is what was reckoned with."""
    for way in ways_to_pay(budget_of(hand), form, cost):
        tokens = payment(hand, way)
        Sets(hand, cost, form).check(tokens, "A thing")
        assert budget_of(minus(hand, tokens)) == spend(budget_of(hand), way)


@given(SMALL_HANDS, FORMS)
def test_sets_of_three_are_counted_right(hand: Hand, form: SetForm) -> None:
    """3.0a: the most sets into which a hand can be split."""
    sets = small_sets(budget_of(hand), form)
    assert can_pay_all(hand, (3,) * sets, form)
    assert not can_pay_all(hand, (3,) * (sets + 1), form)


@given(SMALL_HANDS, FORMS)
def test_every_plan_can_be_paid(hand: Hand, form: SetForm) -> None:
    """3.0a: with one hand."""
    ladder = (7, 8)
    for plan in plans(budget_of(hand), form, ladder, 6):
        assert can_pay_all(hand, (*ladder[: plan.tiles], *(6,) * plan.large, *(3,) * plan.small), form)


def test_a_plan_is_never_worse_than_another_in_everything() -> None:
    hand = counted([0, 0, 0, 0, 1, 3, 5, 7, 9, 11, 13])
    assert plans(budget_of(hand), PLAIN, (7,), 6) == (
        SpendingPlan(0, 0, 3, 1),
        SpendingPlan(0, 1, 1, 1),
        SpendingPlan(1, 0, 1, 1),
    )


# ---------------------------------------------------------------------- odds


def chance_to_hit(dice: int, bonus: int, hits: int) -> int:
    """In percent, by rolling every roll."""
    rolls = list(product(range(1, FACES + 1), repeat=dice))
    return 100 * sum((sum(roll) + bonus) // PIPS_PER_HIT >= hits for roll in rolls) // len(rolls)


@pytest.mark.parametrize("dice", range(5))
@pytest.mark.parametrize("legions", range(4))
@pytest.mark.parametrize("fortress", [0, 1])
def test_odds_are_exact(dice: int, legions: int, fortress: int) -> None:
    """4.2, 4.2a: every full 5 is a hit; a fortress takes one and cancels one."""
    attack = Side(dice, 0, dice, bonus=2)
    defence = Side(legions, fortress, legions, FORTRESS_BONUS * fortress)
    assert attack.destroys(defence) == chance_to_hit(dice, 2, legions + 2 * fortress)


def test_heroes_are_reckoned_with() -> None:
    """4.2a, R16: Caesar's legions, Ramses's die, Nebuchadnezzar's province, and the fortress."""
    board = empires_board(5)
    heroes = [board.tiles[board.tile_of[name]] for name in ("caesar", "ramses", "nebuchadnezzar")]
    assert side_of(heroes, 3, 1, own_turn=True, controls=True) == Side(3, 1, 4, 5 + 3 + 5)
    assert side_of(heroes, 3, 0, own_turn=False, controls=False) == Side(3, 0, 4, 0)
