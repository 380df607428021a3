"""Deals of 2003: what a bot agrees to, what it can't hold and refuses, and that it keeps its word."""

from __future__ import annotations

from typing import Any

import pytest

from cli.bots.minds import Chosen, built_in
from cli.classic.deals import ClassicJudge
from cli.classic.view import ORIGINAL_VIEW, REVISED_VIEW
from cli.i18n.texts import speaking
from cli.mare.talking import TalkingBot
from cli.ui.view import Utterance
from core.classic.actions import Build, March, Sail
from core.classic.kinds import dock_of
from core.classic.variant import ORIGINAL
from core.engine.game import Game
from core.engine.policy import questions
from tests.core.classic.tables import FIVE, VARIANTS, Position, board_of

BOARD = board_of(FIVE, ORIGINAL)
ROME, GREECE, EGYPT, CARTHAGE = (BOARD.empires.index(name) for name in ("rome", "greece", "egypt", "carthage"))
EVERYBODY: list[tuple[int, ...]] = [(seat,) for seat in range(5)]
AGREED = [Utterance("Rome: Agreed, Greece.", GREECE)]
REFUSED = [Utterance("Rome: No deal, Greece.", GREECE)]
DEAL = "I leave Macedonia alone if you stay out of Thracia"


def never(below: int) -> int:
    """Chance that gives 0."""
    return 0


def province(name: str) -> int:
    return BOARD.provinces.index(name)


def sea(name: str) -> int:
    return BOARD.seas.index(name)


def borders(variant: Any = ORIGINAL) -> Position:
    """Greece could take rich Roman Macedonia; Rome could take Greek Thracia. Nothing guards either."""
    return (
        Position(FIVE, variant)
        .control("rome", "dacia", "dalmatia", "macedonia")
        .build("macedonia", "caravan:iron", "caravan:wine", "market")
        .control("greece", "thracia")
        .units("achaia", greece=3)
        .units("dacia", rome=2)
    )


def at_war(variant: Any = ORIGINAL) -> Game[Any]:
    """Rome is to march."""
    return borders(variant).at_war_turn("rome", "greece").table().game


def talker(game: Game[Any]) -> TalkingBot:
    """The bot of Rome."""
    return TalkingBot(ClassicJudge, game, ROME, EVERYBODY, never)


def answers_of(game: Game[Any]) -> Any:
    [answers] = questions(game.node).values()
    return answers


# ---------------------------------------------------------------------- answers


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_that_ends_a_danger_is_agreed_to(variant: Any) -> None:
    bot = talker(at_war(variant))
    assert bot.heard(GREECE, DEAL, alone=True) == AGREED
    assert len(bot.promises) == 2


@pytest.mark.parametrize(
    "deal",
    [
        # Nothing of Rome's lies in Asia.
        "I leave Asia alone if you stay out of Thracia",
        # Its own province Rome does not stay out of, nor does Greece out of its own.
        "I leave Macedonia alone if you stay out of Dalmatia",
        "I leave Achaia alone if you stay out of Thracia",
        # Longer than a bot binds itself.
        f"{DEAL} until the end of round 9",
    ],
)
def test_a_deal_that_is_worth_nothing_or_makes_no_sense_is_refused(deal: str) -> None:
    bot = talker(at_war())
    assert bot.heard(GREECE, deal, alone=True) == REFUSED
    assert bot.promises == ()


def test_a_prey_that_is_dearer_than_the_danger_is_not_given_up() -> None:
    game = (
        borders()
        .build("thracia", "city", "temple")
        .units("macedonia", rome=3)
        .at_war_turn("rome", "greece")
        .table()
        .game
    )
    assert talker(game).heard(GREECE, DEAL, alone=True) == REFUSED


@pytest.mark.parametrize("where", ["thracia", "macedonia"])
def test_who_stands_in_a_province_can_t_leave_it_alone(where: str) -> None:
    stands = {"thracia": "rome", "macedonia": "greece"}[where]
    game = borders().units(where, **{stands: 1}).at_war_turn("rome", "greece").table().game
    assert talker(game).heard(GREECE, DEAL, alone=True) == REFUSED


LEAVES_AEGAEUM = "I leave Mare Aegaeum alone if you stay out of Mare Hadriaticum"


def at_sea(**docked: str) -> Position:
    """Greek triremes lie beside a Roman one in the Aegean."""
    position = borders().fleet("mare_aegaeum", rome=1).fleet("mare_ionium", greece=2)
    for empire, where in docked.items():
        position.dock(where, **{empire: 1})
    return position


def test_a_deal_on_seas_is_agreed_to_where_ships_are_in_danger() -> None:
    game = at_sea().at_war_turn("rome", "greece").table().game
    assert talker(game).heard(GREECE, LEAVES_AEGAEUM, alone=True) == AGREED


@pytest.mark.parametrize("docked", [{"rome": "dalmatia"}, {"greece": "asia"}])
def test_who_must_sail_into_a_sea_can_t_leave_it_alone(docked: dict[str, str]) -> None:
    """From these docks no other sea can be reached (5.2b)."""
    game = at_sea(**docked).at_war_turn("rome", "greece").table().game
    assert talker(game).heard(GREECE, LEAVES_AEGAEUM, alone=True) == REFUSED


def docked_alone() -> Game[Any]:
    """Rome has nothing to move but two triremes in dock in Dalmatia."""
    position = Position(FIVE, ORIGINAL).control("rome", "dalmatia").dock("dalmatia", rome=2)
    return position.at_war_turn("rome", "greece").table().game


# ---------------------------------------------------------------------- deeds


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("strength", ["random", "novice", "steady", "strong"])
async def test_every_bot_keeps_its_word(variant: Any, strength: str) -> None:
    game = at_war(variant)
    bot, mind = talker(game), built_in(Chosen(strength, nodes=100))
    mind.bind(bot)
    await mind.begin(game, ROME, never)
    bot.heard(GREECE, DEAL, alone=True)
    kept = await mind.answer()
    assert kept in answers_of(game)
    assert not isinstance(kept, March) or kept.target != province("thracia")


async def test_a_steady_bot_would_attack_without_its_word() -> None:
    """Macedonia is held, or the legions would march home."""
    position = borders().build("thracia", "city").units("macedonia", rome=3)
    game = position.at_war_turn("rome", "greece").table().game
    mind = built_in(Chosen())
    await mind.begin(game, ROME, never)
    attack = await mind.answer()
    assert isinstance(attack, March)
    assert attack.target == province("thracia")


async def test_a_bot_with_two_seas_before_its_dock_sails_into_the_one_it_may() -> None:
    game = at_sea(rome="latium").at_war_turn("rome", "greece").table().game
    mind, bot = built_in(Chosen()), talker(game)
    await mind.begin(game, ROME, never)
    freely = await mind.answer()
    assert isinstance(freely, Sail)
    said = LEAVES_AEGAEUM.replace("Mare Hadriaticum", BOARD.sea_names[freely.target])
    assert bot.heard(GREECE, said, alone=True) == AGREED
    mind.bind(bot)
    kept = await mind.answer()
    assert isinstance(kept, Sail)
    assert kept.source == dock_of(BOARD.capitals[ROME])
    assert kept.target != freely.target


def test_no_trireme_is_built_that_could_only_break_a_promise() -> None:
    position = at_sea().give("rome", "coin coin coin")
    game = position.at_build_turn("rome", "greece").table().game
    bot, answers = talker(game), answers_of(game)
    payment = (0, 0, 0)
    in_dalmatia, in_latium = (Build("trireme", province(name), payment) for name in ("dalmatia", "latium"))
    assert in_dalmatia in answers
    assert bot.heard(GREECE, LEAVES_AEGAEUM, alone=True) == AGREED
    assert in_dalmatia not in bot.faithful(answers)
    assert in_latium in bot.faithful(answers)


async def test_a_word_that_can_t_be_kept_leaves_an_answer() -> None:
    """Triremes that came into the dock without the bot must sail, even so (5.2b)."""
    before = at_sea().at_war_turn("rome", "greece").table().game
    bot, mind = talker(before), built_in(Chosen())
    assert bot.heard(GREECE, LEAVES_AEGAEUM, alone=True) == AGREED
    before.restore(docked_alone().state)
    mind.bind(bot)
    await mind.begin(before, ROME, never)
    forced = await mind.answer()
    assert isinstance(forced, Sail)
    assert forced.target == sea("mare_hadriaticum")


@pytest.mark.parametrize(
    "deed", ["sail mare_ionium mare_aegaeum 1", "attack rome in mare_aegaeum", "blockade mare_aegaeum"]
)
def test_who_sails_attacks_or_blockades_there_breaks_a_deal_on_a_sea(deed: str) -> None:
    bot = talker(at_sea().at_war_turn("rome", "greece").table().game)
    bot.heard(GREECE, LEAVES_AEGAEUM, alone=True)
    assert bot.acted(GREECE, "attack carthage in mare_aegaeum") == []
    assert bot.acted(GREECE, deed) == [Utterance("Rome: Greece has broken our deal on Mare Aegaeum.")]


def test_a_march_over_the_alps_breaks_a_deal_on_where_it_leads() -> None:
    assert BOARD.alps[1] == province("lombardia")
    position = borders().control("rome", "lombardia").build("lombardia", "market", "caravan:iron")
    bot = talker(position.units("pannonia", carthage=3).at_war_turn("rome", "greece").table().game)
    said = bot.heard(CARTHAGE, "I leave Lombardia alone if you stay out of Numidia", alone=True)
    assert said == [Utterance("Rome: Agreed, Carthage.", CARTHAGE)]
    assert bot.acted(CARTHAGE, "cross 3") == [Utterance("Rome: Carthage has broken our deal on Lombardia.")]


# ---------------------------------------------------------------------- proposals


def test_what_a_bot_says_does_not_depend_on_the_hands_of_others() -> None:
    spoken = set()
    for hand in ("", "coin coin coin", "fish grain oil wine"):
        game = borders().give("greece", hand).at_war_turn("rome", "greece").table().game
        game.state.round = 2
        bot = talker(game)
        spoken.add((*bot.asked(), *bot.heard(GREECE, DEAL, alone=True)))
    assert len(spoken) == 1


# ---------------------------------------------------------------------- help against a leader


def race(variant: Any, hand: str = "coin coin") -> Position:
    """Egypt lacks one hero or wonder, and its next income pays for it with two coins in hand. Carthage is near."""
    position = Position(FIVE, variant).tiles("egypt", "pericles", "hammurabi", "solomon").give("egypt", hand)
    position.control("egypt", "cyrenaica", "syria", "asia", "achaia").control("carthage", "tripolitania")
    for where in ("cyrenaica", "syria", "asia", "achaia"):
        position.build(where, "city", "temple")
    position.state.round = 4
    return position.units("tripolitania", carthage=3).units("dalmatia", rome=1)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(
    ("hand", "said"), [("coin coin", ["Rome: Help against Egypt: Carthage, take Cyrenaica."]), ("", [])]
)
def test_help_is_called_for_once_where_the_next_income_may_win(variant: Any, hand: str, said: list[str]) -> None:
    bot = talker(race(variant, hand).at_war_turn("rome", "carthage").table().game)
    assert [utterance.text for utterance in (*bot.asked(), *bot.asked())] == said


@pytest.mark.parametrize("variant", VARIANTS)
async def test_who_is_asked_for_help_answers_and_marches(variant: Any) -> None:
    game = race(variant).at_war_turn("rome", "carthage").table().game
    bot, mind = TalkingBot(ClassicJudge, game, CARTHAGE, EVERYBODY, never), built_in(Chosen())
    said = bot.heard(GREECE, "help against egypt: carthage, take cyrenaica", alone=False)
    assert said == [Utterance("Carthage: Agreed, Greece.")]
    game.restore(race(variant).at_war_turn("carthage").table().game.state)
    mind.bind(bot)
    await mind.begin(game, CARTHAGE, never)
    assert await mind.answer() == March(province("tripolitania"), province("cyrenaica"), 3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_help_can_be_asked_for_until_legions_have_marched_elsewhere(variant: Any) -> None:
    game = race(variant).units("dalmatia", carthage=1).at_war_turn("carthage").table().game
    bot, call = (
        TalkingBot(ClassicJudge, game, CARTHAGE, EVERYBODY, never),
        "help against egypt: carthage, take cyrenaica",
    )
    assert bot.heard(GREECE, call, alone=False) == [Utterance("Carthage: Agreed, Greece.")]
    game.apply(March(province("tripolitania"), province("africa"), 3))
    assert bot.heard(GREECE, call, alone=False) == [Utterance("Carthage: No deal, Greece.")]


def test_no_peace_is_promised_where_a_leader_could_be_stopped() -> None:
    said = "I leave Tripolitania alone if you stay out of Cyrenaica"
    for hand, answer in (("", "Agreed"), ("coin coin", "No deal")):
        position = race(ORIGINAL, hand).build("tripolitania", "caravan:oil", "caravan:fish", "market")
        position.units("tripolitania", carthage=1).units("marmarica", egypt=1).units("cyrenaica", egypt=4)
        bot = TalkingBot(ClassicJudge, position.at_war_turn("rome", "egypt").table().game, CARTHAGE, EVERYBODY, never)
        assert bot.heard(EGYPT, said, alone=True) == [Utterance(f"Carthage: {answer}, Egypt.", EGYPT)]


def test_who_is_near_does_not_depend_on_what_a_hand_holds_before_the_building_is_over() -> None:
    hands = (" ".join(["coin"] * 9), "coin coin fish fish fish fish grain grain grain", "coin coin")
    games = [race(ORIGINAL, hand).at_build_turn("egypt", "carthage").table().game for hand in hands]
    assert [talker(game)._judge.near for game in games] == [[EGYPT], [EGYPT], []]


# ---------------------------------------------------------------------- the editions


@pytest.mark.parametrize("view", [ORIGINAL_VIEW, REVISED_VIEW])
def test_both_editions_talk_and_tell_other_languages_what_is_meant(view: Any) -> None:
    game = at_war()
    bot = view.talk.talker(game, ROME, EVERYBODY, never)
    assert bot.heard(GREECE, DEAL, alone=True) == AGREED
    with speaking("hu"):
        assert view.words.meaning(BOARD, "Rome: Agreed, Greece.") == "Megegyeztünk."
