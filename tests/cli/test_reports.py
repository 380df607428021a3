"""Line by line, too, what happened to a player is said in full before they are asked again, in every edition."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cli.classic.view import ORIGINAL_VIEW, REVISED_VIEW
from cli.classic.words import RIGHTS as RIGHTS_OF_2003
from cli.empires.view import EMPIRES_VIEW
from cli.empires.words import RIGHTS as RIGHTS_OF_EMPIRES
from cli.ui.text.dialogue import Dialogue
from cli.ui.view import GameView
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.flow import Decision
from core.engine.game import Game
from tests.cli.screen.golden import table
from tests.cli.test_dialogue import Script
from tests.core.classic.tables import Position, war_turn
from tests.core.positions import Position as PositionOfEmpires


def asked(game: Game[Any], view: GameView, seat: int, *, told: bool = True) -> tuple[Dialogue, Script]:
    """A player to whom a console talks line by line."""
    names = {number: f"Bot {number + 1}" for number in range(len(game.state.seats))} | {seat: "you"}
    script = Script("done")
    dialogue = Dialogue(script, game, view, seat, names)
    dialogue.conversation.tells_what_happened = told
    return dialogue, script


def say_what_happened(dialogue: Dialogue) -> None:
    """Have what happened to the player said, as at the end."""
    dialogue.conclude("")


def unfolded(report: str) -> list[str]:
    """The lines of a report as if the screen were wide enough."""
    return report.replace("\n  ", " ").splitlines()


async def test_a_battle_of_empires_is_said_in_full_before_the_question() -> None:
    game = table().at_war_turn("rome", "greece").game()
    dialogue, script = asked(game, EMPIRES_VIEW, 0)
    for line in ("done", "done", "march italia macedonia 3", "done"):
        game.apply(game.parse(line))
    game.settle((5, 2, 0, 4))
    await dialogue.conversation.ask()
    report = next(number for number, text in enumerate(script.said) if text.startswith("== "))
    question = next(number for number, text in enumerate(script.said) if text.startswith("-- "))
    assert report < question
    assert unfolded(script.said[report]) == [
        "== Battle in Macedonia: Rome against Greece",
        "Rome in Macedonia: ⚅6 ⚂3 ⚀1 +3 = 13, hits 2.",
        "Greece in Macedonia: ⚄5 +2 = 7, hits 1.",
        "Greece loses 1 legion in Macedonia.",
        "Rome loses 1 legion in Macedonia.",
        "In Macedonia now: Rome 2 legions; controlled by Greece.",
        "Alone there, Rome may pillage or occupy after the battles of each of its turns (4.3).",
    ]


@pytest.mark.parametrize(("variant", "view"), [(ORIGINAL, ORIGINAL_VIEW), (REVISED, REVISED_VIEW)])
@pytest.mark.parametrize("seat", [0, 1])
async def test_a_battle_of_2003_is_told_to_both_sides(variant: Variant, view: GameView, seat: int) -> None:
    position = Position("greece babylon carthage", variant).control("babylon", "thracia")
    fight = war_turn(position.units("thracia", greece=3, babylon=2), "greece", "babylon")
    dialogue, script = asked(fight.game, view, seat)
    fight.say("greece", "fight babylon in thracia")
    fight.dice(5, 6, 4, 1, 2)
    say_what_happened(dialogue)
    (report,) = [text for text in script.said if text.startswith("== ")]
    title, attack, defence, *_, now, then = unfolded(report)
    assert title == "== Battle in Thracia: Greece against Babylon"
    assert attack.startswith("Greece in Thracia: ⚄5 ⚅6 ⚃4")
    assert defence.startswith("Babylon in Thracia: ⚀1 ⚁2")
    assert now == "In Thracia now: Greece 3 legions; controlled by Babylon."
    assert then == "Alone there, Greece may assimilate in each of its moves and battles (5.8a)."
    say_what_happened(dialogue)
    assert len([text for text in script.said if text.startswith("== ")]) == 1


@pytest.mark.parametrize("variant", [ORIGINAL, REVISED])
@pytest.mark.parametrize(
    ("place", "built", "pillaged", "may"),
    [
        ("syria", True, False, "pillage, occupy or assimilate"),
        ("syria", True, True, "occupy or assimilate"),
        ("syria", False, False, "assimilate"),
        ("babylonia", True, False, "pillage or occupy"),
        ("babylonia", True, True, "occupy"),
        ("babylonia", False, False, ""),
    ],
)
def test_a_report_promises_the_conquests_that_the_position_of_2003_allows(
    variant: Variant, place: str, built: bool, pillaged: bool, may: str
) -> None:
    position = Position("greece babylon carthage", variant).control("babylon", "syria").units(place, greece=1)
    state = position.state
    index = state.board.provinces.index(place)
    if built:
        position.build(place, state.board.icons[index][0].name)
    state.provinces[index] = replace(state.provinces[index], pillaged=pillaged)
    promised = RIGHTS_OF_2003.conqueror(state, index, state.board.empires.index("greece"))
    promise = "Alone there, {{empire}} may {} in each of its moves and battles (5.8a)."
    assert promised == (promise.format(may) if may else "")
    node = war_turn(position, "greece", "babylon").game.node
    assert isinstance(node, Decision)
    conquests = [verb for verb in ("pillage", "occupy", "assimilate") if verb in node.answers.next_words([])]
    assert conquests == [verb for verb in ("pillage", "occupy", "assimilate") if verb in may]


@pytest.mark.parametrize(
    ("place", "built", "may"),
    [
        ("macedonia", True, "may pillage or occupy after the battles of each of its turns (4.3)"),
        ("macedonia", False, "may occupy the marker after the battles of each of its turns (4.3.3)"),
        ("achaia", False, ""),
    ],
)
def test_a_report_promises_the_conquests_that_the_position_of_empires_allows(place: str, built: bool, may: str) -> None:
    position = PositionOfEmpires(3).control("dalmatia", "rome").control("thracia", "rome")
    state = position.state
    index = state.board.provinces.index(place)
    state.provinces[index] = replace(state.provinces[index], built=int(built))
    promised = RIGHTS_OF_EMPIRES.conqueror(state, index, 0)
    assert promised == (f"Alone there, {{empire}} {may}." if may else "")


async def test_where_a_teacher_tells_what_happened_nothing_is_reported() -> None:
    game = table().at_war_turn("rome", "greece").game()
    dialogue, script = asked(game, EMPIRES_VIEW, 0, told=False)
    for line in ("done", "done", "march italia macedonia 3", "done"):
        game.apply(game.parse(line))
    game.settle((5, 2, 0, 4))
    await dialogue.conversation.ask()
    assert not [text for text in script.said if text.startswith("== ")]


async def test_after_the_marker_is_occupied_a_report_says_when_it_may_be_exchanged() -> None:
    game = table().at_war_turn("rome", "greece").game()
    dialogue, script = asked(game, EMPIRES_VIEW, 1)
    for line in ("done", "done", "march italia macedonia 3", "done"):
        game.apply(game.parse(line))
    game.settle((5, 2, 0, 4))
    for line in ("occupy macedonia control", "done"):
        game.apply(game.parse(line))
    say_what_happened(dialogue)
    (report,) = [text for text in script.said if text.startswith("== ")]
    assert "On the marker, Rome may exchange it for its own at the start of its next moves (4.3.3)." in unfolded(report)


@pytest.mark.parametrize(("variant", "view"), [(ORIGINAL, ORIGINAL_VIEW), (REVISED, REVISED_VIEW)])
async def test_after_an_assimilation_a_report_names_the_building_turn(variant: Variant, view: GameView) -> None:
    position = Position("greece babylon carthage", variant).control("babylon", "thracia")
    fight = war_turn(position.units("thracia", greece=3), "greece", "babylon")
    dialogue, script = asked(fight.game, view, 1)
    fight.say("greece", "assimilate thracia")
    say_what_happened(dialogue)
    (report,) = [text for text in script.said if text.startswith("== ")]
    assert "On the marker, Greece may exchange it for its own in its next building turn (4.8a)." in unfolded(report)


async def test_what_happened_while_a_bot_played_is_said_when_it_no_longer_does() -> None:
    game = table().at_war_turn("rome", "greece").game()
    dialogue, script = asked(game, EMPIRES_VIEW, 0)
    dialogue.conversation.withdraw()
    for line in ("done", "done", "march italia macedonia 3", "done"):
        game.apply(game.parse(line))
    game.settle((5, 2, 0, 4))
    await dialogue.conversation.ask()
    told = [unfolded(text) for text in script.said if text.startswith("== ")]
    titles = [title for title, *_ in told]
    assert titles[0].startswith("== While a bot played for you, from Round 1, Move and battle to Round 1")
    assert titles[1] == "== Battle in Macedonia: Rome against Greece"
    (own,) = [line for line in told[0] if line.startswith("You: ")]
    assert "3 legions to Macedonia" in own
    say_what_happened(dialogue)
    assert len([text for text in script.said if text.startswith("== ")]) == 2
