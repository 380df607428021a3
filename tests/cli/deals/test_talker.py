"""A bot's deals: what it agrees to, that it keeps its word, and what it does where others break theirs."""

from __future__ import annotations

import pytest
import trio

from cli.bots.minds import STEADILY, Chosen, built_in
from cli.empires.deals import EmpiresJudge
from cli.mare.deals import Promise
from cli.mare.sentences import Spot
from cli.mare.talking import Faithful, TalkingBot
from cli.play.bot_seats import Voice
from cli.ui.view import Utterance
from core import RuleError
from core.empires.actions import March
from core.empires.rules import empires_board
from core.empires.state import Game
from core.engine.policy import questions
from core.mare.actions import Done
from p2p.session.conversation import TalkError
from p2p.session.events import Said
from tests.core.positions import Position

BOARD = empires_board(5)
ROME, GREECE, EGYPT, CARTHAGE = (BOARD.empires.index(name) for name in ("rome", "greece", "egypt", "carthage"))
EVERYBODY: list[tuple[int, ...]] = [(seat,) for seat in range(5)]

AGREED = [Utterance("Rome: Agreed, Greece.", GREECE)]
REFUSED = [Utterance("Rome: No deal, Greece.", GREECE)]

LEAVES_GALLIA = "I leave Gallia alone if you stay out of Macedonia"


def never(below: int) -> int:
    """Chance that gives 0."""
    return 0


def borders() -> Position:
    """Greece could take Roman Gallia, which is unguarded; Rome could attack Greece in Macedonia."""
    return (
        Position()
        .disarm()
        .control("gallia", "rome")
        .build("gallia", "market")
        .control("dalmatia", "rome")
        .control("macedonia", "greece")
        .units("germania", greece=3)
        .units("dalmatia", rome=2)
    )


def at_war() -> Game:
    """Rome is to march."""
    return borders().at_war_turn("rome").game()


def talker(game: Game, seats_of: list[tuple[int, ...]] = EVERYBODY) -> TalkingBot:
    """The bot of Rome."""
    return TalkingBot(EmpiresJudge, game, ROME, seats_of, never)


def march(source: str, target: str, number: int) -> March:
    return March(BOARD.provinces.index(source), BOARD.provinces.index(target), number)


# ---------------------------------------------------------------------- answers


def test_a_deal_that_ends_a_danger_is_agreed_to() -> None:
    bot = talker(at_war())
    assert bot.heard(GREECE, LEAVES_GALLIA, alone=True) == AGREED
    assert len(bot.promises) == 2


@pytest.mark.parametrize(
    "deal",
    [
        "I leave Asia alone if you stay out of Macedonia",
        "I leave Gallia alone if you stay out of Dalmatia",
        f"{LEAVES_GALLIA} until the end of round 9",
    ],
    ids=["for nothing", "out of what one owns", "for longer than a bot binds itself"],
)
def test_a_deal_that_is_worth_nothing_or_makes_no_sense_is_refused(deal: str) -> None:
    bot = talker(at_war())
    assert bot.heard(GREECE, deal, alone=True) == REFUSED
    assert bot.promises == ()


@pytest.mark.parametrize(
    "said",
    ["I leave Gallia alone if Carthage stays out of Macedonia", "Help against Egypt: Carthage, take Aegyptus"],
)
def test_what_is_told_to_one_bot_about_another_is_refused(said: str) -> None:
    bot = talker(at_war())
    assert bot.heard(GREECE, said, alone=True) == REFUSED
    assert bot.heard(GREECE, said, alone=False) == []


@pytest.mark.parametrize(("where", "stands"), [("macedonia", "rome"), ("gallia", "greece")])
def test_who_stands_in_a_province_can_t_leave_it_alone(where: str, stands: str) -> None:
    game = borders().units(where, **{stands: 1}).at_war_turn("rome").game()
    assert talker(game).heard(GREECE, LEAVES_GALLIA, alone=True) == REFUSED


def test_triremes_that_lie_in_a_sea_already_are_a_danger_there() -> None:
    game = borders().fleet("mare_ionium", rome=1, greece=2).at_war_turn("rome").game()
    said = "I leave Mare Ionium alone if you stay out of Asia"
    assert talker(game).heard(GREECE, said, alone=True) == AGREED


def test_what_is_said_to_all_is_answered_to_all_if_it_names_the_bot() -> None:
    bot = talker(at_war())
    assert bot.heard(GREECE, LEAVES_GALLIA, alone=False) == []
    said = "I leave Gallia alone if Rome stays out of Macedonia"
    assert bot.heard(GREECE, said, alone=False) == [Utterance("Rome: Agreed, Greece.")]


def test_other_talk_and_others_deals_are_not_answered() -> None:
    bot = talker(at_war())
    assert bot.heard(GREECE, "Good evening!", alone=True) == []
    assert bot.heard(GREECE, "I leave Gallia alone if Egypt stays out of Macedonia", alone=False) == []


def test_a_sentence_with_an_unknown_name_is_explained_to_who_said_it() -> None:
    [utterance] = talker(at_war()).heard(GREECE, "I leave Atlantis alone if you stay out of Gallia", alone=True)
    assert utterance.to == GREECE
    assert "'atlantis'" in utterance.text


def test_no_one_speaks_for_another_empire() -> None:
    assert talker(at_war()).heard(GREECE, f"Egypt: {LEAVES_GALLIA}", alone=True) == []


def test_who_has_two_seats_says_for_which_they_speak() -> None:
    seats_of = [(ROME,), (GREECE, 2), (3,), (4,)]
    bot = talker(at_war(), seats_of)
    assert bot.heard(1, LEAVES_GALLIA, alone=True) == []
    assert bot.heard(1, f"Greece: {LEAVES_GALLIA}", alone=True) == [Utterance("Rome: Agreed, Greece.", 1)]


# ---------------------------------------------------------------------- deeds


def test_a_promise_forbids_to_march_there_and_nothing_else() -> None:
    game = at_war()
    bot = talker(game)
    [answers] = questions(game.node).values()
    there, elsewhere = march("dalmatia", "macedonia", 2), march("dalmatia", "germania", 2)
    assert bot.faithful(answers) is answers
    assert there in answers
    bot.heard(GREECE, LEAVES_GALLIA, alone=True)
    faithful = bot.faithful(answers)
    assert elsewhere in faithful
    assert Done() in faithful
    assert there not in list(faithful)
    with pytest.raises(RuleError, match="You have promised"):
        faithful.check(there)


def test_a_drawn_answer_keeps_to_a_promise_too() -> None:
    game = at_war()
    [answers] = questions(game.node).values()
    assert Faithful(answers, lambda action: action != Done(), "8").draw(never) == Done()


async def test_a_bot_that_would_attack_keeps_its_word() -> None:
    game = at_war()
    bot, mind = talker(game), built_in(STEADILY)
    await mind.begin(game, ROME, never)
    macedonia = BOARD.provinces.index("macedonia")
    attack = await mind.answer()
    assert isinstance(attack, March)
    assert attack.target == macedonia
    mind.bind(bot)
    bot.heard(GREECE, LEAVES_GALLIA, alone=True)
    kept = await mind.answer()
    assert not isinstance(kept, March) or kept.target != macedonia


def test_a_deal_ends_with_its_last_round() -> None:
    game = at_war()
    bot = talker(game)
    bot.heard(GREECE, f"{LEAVES_GALLIA} until the end of round {game.state.round}", alone=True)
    game.state.round += 1
    assert bot.promises == ()


def test_a_broken_deal_is_over_and_that_is_said() -> None:
    bot = talker(at_war())
    bot.heard(GREECE, LEAVES_GALLIA, alone=True)
    assert bot.acted(GREECE, "march germania dacia 3") == []
    assert bot.acted(GREECE, "march germania gallia 3") == [Utterance("Rome: Greece has broken our deal on Gallia.")]
    assert bot.promises == ()


# ---------------------------------------------------------------------- proposals


def proposal(bot: TalkingBot, game: Game) -> str:
    game.state.round = 2
    [utterance] = bot.asked()
    assert utterance.to is None
    return utterance.text


def test_a_bot_in_danger_proposes_a_deal_once_a_round() -> None:
    game = at_war()
    bot = talker(game)
    deal = "I leave Macedonia alone if Greece stays out of Gallia until the end of round 3."
    assert proposal(bot, game) == f"Rome: {deal}"
    assert bot.asked() == []


@pytest.mark.parametrize(("said", "bound"), [(["Yes, Rome."], {ROME, GREECE}), (["No, Rome.", "Yes, Rome."], set())])
def test_its_own_deal_holds_once_the_other_agrees_and_is_void_once_they_refuse(
    said: list[str], bound: set[int]
) -> None:
    game = at_war()
    bot = talker(game)
    proposal(bot, game)
    assert [bot.heard(GREECE, text, alone=False) for text in said] == [[]] * len(said)
    assert {promise.by for promise in bot.promises} == bound


def test_a_yes_that_comes_too_late_is_answered_with_no() -> None:
    game = at_war()
    bot = talker(game)
    proposal(bot, game)
    game.apply(march("dalmatia", "macedonia", 2))
    assert bot.heard(GREECE, "Yes, Rome.", alone=False) == [Utterance("Rome: No deal, Greece.")]
    assert bot.promises == ()


def test_no_one_proposes_in_the_first_round_or_in_no_danger() -> None:
    assert talker(at_war()).asked() == []
    game = Position().at_war_turn("rome").game()
    game.state.round = 2
    assert talker(game).asked() == []


# ---------------------------------------------------------------------- help against a leader


def race() -> Position:
    """Egypt has three great cities. Carthage can take one of them, Rome none; in round 4 it is Rome's part to ask."""
    position = Position().disarm().round(4).build("aegyptus", "capital")
    for province in ("asia", "judea"):
        position.control(province, "egypt").build(province, "legendary_city")
    return position.control("cyrenaica", "carthage").units("cyrenaica", carthage=3).units("dalmatia", rome=2)


def call(position: Position, waiting: str = "carthage", by: int = ROME) -> list[Utterance]:
    """What a bot says when Rome is to march, and who waits moves after it."""
    game = position.at_war_turn("rome", waiting).game()
    return TalkingBot(EmpiresJudge, game, by, EVERYBODY, lambda below: 1).asked()


def carthage(position: Position, turn: str = "rome", *waiting: str) -> TalkingBot:
    """The bot of Carthage, who is asked for help."""
    game = position.at_war_turn(turn, *waiting).game()
    return TalkingBot(EmpiresJudge, game, CARTHAGE, EVERYBODY, never)


CALL = "Help against Egypt: Carthage, take Aegyptus."
HELPS = [Utterance("Carthage: Agreed, Greece.")]
DOES_NOT_HELP = [Utterance("Carthage: No deal, Greece.")]


def test_a_bot_calls_for_help_against_a_leader_and_names_who_can_take_what() -> None:
    assert call(race()) == [Utterance(f"Rome: {CALL}")]


def test_of_a_leader_with_many_tiles_what_brings_it_income_can_be_taken() -> None:
    position = Position().disarm().round(4).tiles("egypt", "circe", "hamilcar", "hercules", "gilgamesh")
    position.control("cyrenaica", "egypt").build("cyrenaica", "city").units("libya", carthage=2)
    assert call(position.units("dalmatia", rome=1)) == [
        Utterance("Rome: Help against Egypt: Carthage, take Cyrenaica.")
    ]


def test_of_a_leader_with_all_three_titles_a_level_can_be_taken() -> None:
    position = Position().clear().round(4).leaders(trade="egypt", culture="egypt", military="egypt")
    position.control("cyrenaica", "egypt").build("cyrenaica", "market").units("libya", carthage=2)
    position.units("asia", egypt=4).control("asia", "egypt").fleet("mare_ionium", egypt=2)
    assert call(position.units("dalmatia", rome=1)) == [
        Utterance("Rome: Help against Egypt: Carthage, take Cyrenaica.")
    ]


def test_where_no_one_can_act_only_the_leader_is_named() -> None:
    assert call(race(), waiting="greece") == [Utterance("Rome: Help against Egypt.")]


def test_help_is_called_for_once_a_round() -> None:
    game = race().at_war_turn("rome", "carthage").game()
    bot = TalkingBot(EmpiresJudge, game, ROME, EVERYBODY, lambda below: 1)
    assert [len(bot.asked()), len(bot.asked())] == [1, 0]
    game.state.round += 4
    assert len(bot.asked()) == 1


def test_one_rival_of_a_leader_speaks_for_all() -> None:
    for number in range(4, 8):
        said = [call(race().round(number), waiting="carthage", by=empire) for empire in range(5)]
        assert sum(map(bool, said)) == 1
        assert not said[EGYPT]


def test_no_one_calls_for_help_where_no_one_is_near_or_before_legions_march() -> None:
    assert call(race().raze("asia")) == []
    game = race().give("rome", "coin coin coin").at_build_turn("rome", "carthage").game()
    assert TalkingBot(EmpiresJudge, game, ROME, EVERYBODY, lambda below: 1).asked() == []


def test_who_is_asked_for_help_answers_by_what_the_attack_is_worth() -> None:
    assert carthage(race(), "rome", "carthage").heard(GREECE, CALL, alone=False) == HELPS
    hopeless = race().units("aegyptus", egypt=6)
    assert carthage(hopeless, "rome", "carthage").heard(GREECE, CALL, alone=False) == DOES_NOT_HELP


@pytest.mark.parametrize(
    "said",
    ["Help against Egypt", "Help against Egypt: Greece, take Aegyptus", "Carthage, help against Egypt!"],
    ids=["asks no one", "asks another", "says it in other words"],
)
def test_who_is_not_asked_for_help_says_nothing(said: str) -> None:
    assert carthage(race(), "rome", "carthage").heard(GREECE, said, alone=False) == []


@pytest.mark.parametrize(
    "said",
    ["Help against Egypt: Carthage, take Gallia", "Help against Rome: Carthage, take Aegyptus"],
    ids=["not the leader's", "no leader"],
)
def test_help_is_given_against_a_leader_only(said: str) -> None:
    assert carthage(race(), "rome", "carthage").heard(GREECE, said, alone=False) == DOES_NOT_HELP


def test_help_can_be_asked_for_while_the_legions_are_on_the_march() -> None:
    assert carthage(race(), "carthage").heard(GREECE, CALL, alone=False) == HELPS


def test_help_can_be_asked_for_before_legions_march() -> None:
    """While it builds, and while triremes of the own turn can still sail."""
    assert carthage(race().fleet("mare_aegyptum", carthage=1), "carthage").heard(GREECE, CALL, alone=False) == HELPS
    building = race().give("carthage", "coin coin coin").at_build_turn("carthage").game()
    bot = TalkingBot(EmpiresJudge, building, CARTHAGE, EVERYBODY, never)
    assert bot.heard(GREECE, CALL, alone=False) == HELPS


def test_whose_turn_is_over_says_no() -> None:
    assert carthage(race(), "rome", "greece").heard(GREECE, CALL, alone=False) == DOES_NOT_HELP


def test_whose_legions_have_marched_elsewhere_says_no() -> None:
    """The legion in Gallia can still march, but not to Aegyptus."""
    position = race().control("gallia", "carthage").units("gallia", carthage=1)
    bot = carthage(position, "carthage")
    bot._game.apply(march("cyrenaica", "nubia", 3))
    assert bot.heard(GREECE, CALL, alone=False) == DOES_NOT_HELP


def test_who_has_promised_to_stay_out_gives_no_help() -> None:
    """The promise was made before Egypt came so near."""
    bot = carthage(race(), "rome", "carthage")
    aegyptus = Spot(BOARD.provinces.index("aegyptus"), is_sea=False)
    bot._promises = [Promise(CARTHAGE, EGYPT, aegyptus, 4)]
    assert bot.heard(GREECE, CALL, alone=False) == DOES_NOT_HELP


@pytest.mark.parametrize("strength", ["random", "novice", "steady", "strong"])
async def test_who_has_promised_help_marches_there_first_and_then_as_it_likes(strength: str) -> None:
    bot = carthage(race(), "rome", "carthage")
    assert bot.heard(GREECE, CALL, alone=False) == HELPS
    bot._game.restore(race().at_war_turn("carthage").game().state)
    mind = built_in(Chosen(strength, nodes=100))
    mind.bind(bot)
    await mind.begin(bot._game, CARTHAGE, never)
    assert await mind.answer() == march("cyrenaica", "aegyptus", 3)
    bot.acted(CARTHAGE, "march cyrenaica aegyptus 3")
    [answers] = questions(bot._game.node).values()
    assert bot.faithful(answers) is answers


async def test_a_player_who_searches_tries_only_what_its_word_allows() -> None:
    """Two provinces send one legion each; the end of the turn would be the best answer, but breaks the word."""
    position = Position().disarm().round(4).build("aegyptus", "capital")
    for province in ("asia", "judea"):
        position.control(province, "egypt").build(province, "legendary_city")
    for province in ("cyrenaica", "nubia"):
        position.control(province, "carthage").units(province, carthage=1)
    bot = carthage(position.units("dalmatia", rome=1), "rome", "carthage")
    assert bot.heard(GREECE, CALL, alone=False) == HELPS
    bot._game.restore(position.at_war_turn("carthage").game().state)
    mind = built_in(Chosen("strong", nodes=100))
    mind.bind(bot)
    await mind.begin(bot._game, CARTHAGE, never)
    assert await mind.answer() in (march("cyrenaica", "aegyptus", 1), march("nubia", "aegyptus", 1))


def libya() -> Position:
    """Carthage can take Egyptian Libya, too."""
    return race().control("libya", "egypt").build("libya", "market")


def test_who_has_promised_help_promises_none_elsewhere_in_the_same_round() -> None:
    bot = carthage(libya(), "rome", "carthage")
    assert bot.heard(GREECE, CALL, alone=False) == HELPS
    assert bot.heard(GREECE, CALL.replace("Aegyptus", "Libya"), alone=False) == DOES_NOT_HELP
    assert bot.heard(GREECE, CALL, alone=False) == HELPS


def test_who_has_promised_help_promises_nobody_to_stay_out_there() -> None:
    """Egypt threatens Cyrenaica, and its income in Libya wins nothing: Carthage would leave that alone."""
    deal = "I leave Cyrenaica alone if you stay out of Libya"
    position = libya().build("cyrenaica", "market", "city").units("aegyptus", egypt=5).units("libya", egypt=2)
    assert carthage(position, "rome", "carthage").heard(EGYPT, deal, alone=True) == [
        Utterance("Carthage: Agreed, Egypt.", EGYPT)
    ]
    bot = carthage(position, "rome", "carthage")
    assert bot.heard(GREECE, CALL.replace("Aegyptus", "Libya"), alone=False) == HELPS
    assert bot.heard(EGYPT, deal, alone=True) == [Utterance("Carthage: No deal, Egypt.", EGYPT)]


@pytest.mark.parametrize("said", ["help against egypt: take aegyptus", "help against egypt: you, take aegyptus"])
def test_who_alone_is_asked_for_help_need_not_be_named(said: str) -> None:
    bot = carthage(race(), "rome", "carthage")
    assert bot.heard(GREECE, said, alone=True) == [Utterance("Carthage: Agreed, Greece.", GREECE)]
    assert carthage(race(), "rome", "carthage").heard(GREECE, said, alone=False) == []


def test_help_that_is_no_longer_worth_it_or_of_an_earlier_round_is_not_given() -> None:
    bot = carthage(race(), "rome", "carthage")
    bot.heard(GREECE, CALL, alone=False)
    for position in (race().units("aegyptus", egypt=6), race().round(5)):
        bot._game.restore(position.at_war_turn("carthage").game().state)
        [answers] = questions(bot._game.node).values()
        assert bot.faithful(answers) is answers


def test_a_yes_to_a_call_for_help_is_none_to_an_older_proposal() -> None:
    position = borders().round(4).tiles("egypt", "circe", "hamilcar", "hercules", "gilgamesh")
    position.control("dacia", "egypt").build("dacia", "caravan:wine").give("rome", "coin coin coin")
    game = position.at_build_turn("rome", "greece").game()
    bot = TalkingBot(EmpiresJudge, game, ROME, EVERYBODY, lambda below: 0)
    assert "Greece stays out" in bot.asked()[0].text
    game.restore(position.at_war_turn("rome", "greece").game().state)
    assert bot.asked() == [Utterance("Rome: Help against Egypt: Greece, take Dacia.")]
    bot.heard(GREECE, "Yes, Rome.", alone=False)
    assert bot.promises == ()


def test_no_peace_is_promised_to_a_leader_where_it_could_be_stopped() -> None:
    """Greece could take Gallia; for that it wants to keep an income that may win the game."""
    position = borders().round(2).build("macedonia", "caravan:grain").build("gallia", "caravan:grain")
    assert talker(position.at_war_turn("rome").game()).heard(GREECE, LEAVES_GALLIA, alone=True) == AGREED
    position.tiles("greece", "circe", "hamilcar", "pericles", "gilgamesh")
    bot = talker(position.at_war_turn("rome").game())
    assert bot.heard(GREECE, LEAVES_GALLIA, alone=True) == REFUSED
    assert not any("I leave Macedonia alone" in utterance.text for utterance in bot.asked())


# ---------------------------------------------------------------------- the voice


async def test_a_voice_says_what_there_is_to_say_a_moment_later(autojump_clock: trio.testing.MockClock) -> None:
    said: list[tuple[str, int | None]] = []
    voice = Voice(talker(at_war()), lambda text, to: said.append((text, to)))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(voice.speak)
        voice.hear(Said(GREECE, ROME, LEAVES_GALLIA))
        voice.see(GREECE, "march germania gallia 3")
        assert said == []
        await trio.sleep(10)
        nursery.cancel_scope.cancel()
    assert said == [("Rome: Agreed, Greece.", GREECE), ("Rome: Greece has broken our deal on Gallia.", None)]


async def test_what_no_one_can_hear_is_let_go(autojump_clock: trio.testing.MockClock) -> None:
    def deaf(text: str, to: int | None) -> None:
        raise TalkError("Nothing can be said now.")

    voice = Voice(talker(at_war()), deaf)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(voice.speak)
        voice.hear(Said(GREECE, ROME, LEAVES_GALLIA))
        await trio.sleep(10)
        nursery.cancel_scope.cancel()
