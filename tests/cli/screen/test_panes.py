"""What the panes work out: odds, previews, ways to go on, the story, details, entries."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.output import ColorDepth

from cli.classic.panes import TEXTS as TEXTS_OF_2003
from cli.classic.view import ORIGINAL_VIEW, REVISED_VIEW
from cli.empires import preview as odds
from cli.empires.answers import ANSWERING, EmpiresWays
from cli.empires.panes import TEXTS as TEXTS_OF_EMPIRES
from cli.empires.view import EMPIRES_VIEW
from cli.i18n import texts
from cli.i18n.texts import translated
from cli.mare.preview import percent
from cli.mare.trade import taking as rows_of_taking
from cli.output.screens import colour_depth
from cli.ui.conversation.story import Story
from cli.ui.screen import panes
from cli.ui.screen.look import ASCII, UNICODE, Glyphs, glyphs_for
from cli.ui.screen.rows import length, plain
from cli.ui.screen.scene import Scene, StoryRows, Told
from cli.ui.text.entries import entry_lines
from cli.ui.text.staging import Plan
from cli.ui.view import GameView
from core.classic.variant import ORIGINAL, REVISED
from core.empires.collect import CollectChoice
from core.empires.events import FortressHeld
from core.empires.rules import new_game
from core.empires.state import Options
from core.engine.event import Event, message_of
from core.engine.state import NO_EMPIRE, Result
from core.mare.events import Built, Marched, Offered, RolledOnLand, StayedPut, Won
from core.mare.trade import Taking
from tests.cli.games import sessions
from tests.cli.screen.golden import seated, table, taking
from tests.cli.screen.seats import Seat, conversation_at, details, knowing
from tests.core.classic.tables import Position as PositionOf2003
from tests.core.positions import Position

# ---------------------------------------------------------------------- odds

preview = ANSWERING.preview


@given(st.integers(1, 3), st.integers(0, 2), st.booleans())
def test_odds_are_those_of_all_rolls_counted(own: int, enemy: int, fortress: bool) -> None:
    """4.2, 4.2a: every roll of the dice, one after another, against the closed form."""
    position = Position(3).units("macedonia", rome=own, greece=enemy)
    state = position.fortress("macedonia", "greece" if fortress else None).state
    found = odds.on_land(state, position.province("macedonia"), 0, 1)
    units = enemy + fortress
    lost = [0] * (units + 1)
    for dice in product(range(1, 7), repeat=own):
        hits = max((sum(dice) + own) // 5 - fortress, 0)  # Caesar adds 1 to each die on the owner's turn
        lost[min(hits, units)] += 1
    assert found.enemy == tuple(lost)


def test_odds_at_sea_have_no_bonuses() -> None:
    position = Position(3).fleet("mare_ionium", rome=1, greece=1)
    found = odds.at_sea(position.state, position.board.seas.index("mare_ionium"), 0, 1)
    assert found.enemy == (4, 2)
    assert found.destroys == 2 / 6


@pytest.mark.parametrize(
    ("chance", "said"), [(0.0, "0%"), (0.001, "<1%"), (0.35, "35%"), (0.999, ">99%"), (1.0, "100%")]
)
def test_never_and_always_are_said_only_of_what_is_so(chance: float, said: str) -> None:
    assert percent(chance) == said


# ---------------------------------------------------------------------- previews


def foreseen(position: Position, line: str) -> str:
    """The preview of an answer of Rome's."""
    game = position.game()
    return "\n".join(preview(game, 0, game.parse(line)))


def test_a_payment_is_previewed_by_what_it_leaves() -> None:
    said = foreseen(table().at_build_turn("rome"), "build legion latium with coin coin coin")
    assert "Leaves you 2 metal, oil, sheep, wine, enough for 1 more set of 3." in said
    assert "You: military 7 to 8, ahead." in said


def test_what_the_star_of_a_resource_means_is_told_where_it_is_offered() -> None:
    position = Position(3).give("rome", "coin *grain").give("greece", "coin coin").give("carthage", "coin coin")
    game = position.leaders(trade="greece").at_trade().game()
    game.apply(game.parse("announce 1"))
    starred = "A star marks a legendary resource"
    assert [starred in " ".join(preview(game, 0, game.parse(f"offer {one}"))) for one in ("coin", "*grain")] == [
        False,
        True,
    ]


def test_being_done_with_building_says_what_will_be_lost() -> None:
    assert "you lose 6 resources (3.0b)" in foreseen(table().at_build_turn("rome"), "done")


def test_a_march_into_enemies_is_previewed_by_its_odds() -> None:
    position = table().at_war_turn("rome")
    plan = Plan(position.game(), 0)
    for line in ("done", "done"):
        plan.add(line)
    [first, *_] = preview(plan.game, 0, plan.game.parse("march italia macedonia 1"))
    assert first.startswith("Battle in Macedonia: 50% to destroy all units of Greece (17% with some of yours left), ")


def test_an_occupation_is_previewed_by_what_it_earns_and_costs() -> None:
    plan = Plan(table().units("libya", rome=2).at_war_turn("rome", "carthage", "greece").game(), 0)
    for line in ("done", "done", "done"):
        plan.add(line)
    said = preview(plan.game, 0, plan.game.parse("occupy libya caravan:oil"))
    assert "You: trade 7 to 8, ahead; next collection +1 oil." in said
    assert "Carthage: trade 7 to 6 (best 8); next collection -1 oil." in said


def test_what_ends_one_s_turn_is_said_to_sign() -> None:
    position = table().at_build_turn("rome", "greece", "carthage")
    assert foreseen(position, "done").startswith("This is signed at once: then Greece is next.")


def test_that_the_dice_come_next_is_said_before_all_else_which_may_be_long() -> None:
    plan = Plan(table().at_war_turn("rome").game(), 0)
    for line in ("done", "done", "march italia macedonia 3"):
        plan.add(line)
    said = preview(plan.game, 0, plan.game.parse("done"))
    assert said[0].startswith("This is signed at once: then chance decides ")


def test_an_answer_that_ends_the_game_says_who_wins_and_how() -> None:
    position = Position(3).give("rome", "coin " * 12).face_up("pyramids").at_build_turn("rome")
    said = foreseen(position, "build pyramids with" + " coin" * 12).splitlines()
    assert said[:2] == ["This is signed at once: that ends the game.", "Rome wins with the Pyramids."]


@pytest.mark.parametrize(
    ("tile", "begins"),
    [
        ("hercules", "Hercules (+2 trade, +2 culture, +2 military): no other ability."),
        ("circe", "Circe (+1 trade, +1 military): each of your legions "),
        ("colossus", "Colossus of Rhodes: take, openly, 1 ordinary commodity"),
        ("lighthouse", "Lighthouse of Pharos: 1 trireme each round for 1 coin or 1 wood."),
        ("pyramids", "Pyramids: 6.1 Build the Pyramids: you win at once."),
    ],
)
def test_of_a_hero_or_wonder_one_reads_its_levels_and_its_own_ability(tile: str, begins: str) -> None:
    assert ANSWERING.preview_of_words(Position(3).game().state, f"build {tile}")[0].startswith(begins)


def test_an_empty_hand_is_said_to_be_empty() -> None:
    assert (
        plain(EMPIRES_VIEW.panes.hand(Seat(Position(3).at_war_turn("rome").game()).scene, 60))
        == " Rome holds no resources"
    )


@pytest.mark.parametrize("language", ["en", "hu", "ko", "ru"])
def test_a_question_needs_no_example_beside_its_answers(language: str) -> None:
    scene = taking().scene
    with texts.speaking(language):
        question = panes.asked(scene)
    assert " from " not in question.replace("from another player", "")


# ---------------------------------------------------------------------- ways to go on


def ways(position: Position) -> EmpiresWays:
    """The ways to go on for Rome."""
    plan = Plan(position.game(), 0)
    return EmpiresWays(plan.game, 0, plan.question()[1])


def test_who_may_be_named_stands_beside_what_they_build_with_or_move() -> None:
    position = Position(3).give("greece", "coin wine").units("achaia", greece=2).fleet("mare_aegaeum", greece=1)
    position.leaders(culture="rome", military="rome")
    notes = [
        {choice.line: choice.note for choice in ways(at()).after("")}["name greece"]
        for at in (position.at_build, position.at_war)
    ]
    assert notes == ["with 2 resources", "with 3 legions, 1 trireme"]


def test_what_is_collected_with_an_empty_hand_is_listed() -> None:
    position = Position(3).at_war_turn("rome", "greece")
    position.state.stack.append(CollectChoice(0, "4.3.1"))
    assert [(choice.line, choice.note) for choice in ways(position).after("")] == [
        ("collect coin", ""),
        ("collect legendary", ""),
    ]


def test_of_legions_that_have_come_this_turn_it_is_said_that_they_move_no_more() -> None:
    position = Position(3).units("gallia", rome=1).units("latium", rome=1).at_war_turn("rome", "greece", "carthage")
    plan = Plan(position.game(), 0)
    for step in ("march latium gallia 1",):
        plan.add(step)
    notes = {choice.line: choice.note for choice in EmpiresWays(plan.game, 0, plan.question()[1]).after("march")}
    assert notes["march gallia"] == "1 of 2 legions can still move"


def test_one_builds_what_one_thinks_of_first_first_and_is_done_last() -> None:
    rich = Position(3).give("rome", "coin " * 7 + "oil sheep wine").at_build_turn("rome")
    lines = [choice.line for choice in ways(rich).after("")]
    assert lines[0] == "build control"
    assert lines.index("build market") < lines.index("build legion") < lines.index("build circe") < lines.index("done")


def test_the_payment_that_leaves_most_stands_first() -> None:
    position = Position(3).give("rome", "oil oil sheep sheep wine wine metal").at_build_turn("rome")
    first, *_ = ways(position).after("build legion latium ")
    # What is left pays another set of three.
    assert first.line == "build legion latium with oil sheep wine"


@pytest.mark.parametrize(
    ("empire_and_tile", "hand", "thing", "paid", "price"),
    [
        (
            ("rome", "spartacus"),
            "oil sheep wine gladiators",
            "legion latium",
            "with gladiators",
            "costs 3 (or 1 gladiator)",
        ),
        (("rome", "spartacus"), "coin gladiators", "legion latium", "with coin", "costs 1 coin / 1 gladiator"),
        (("rome", "lighthouse"), "oil sheep wine wood", "trireme mare_ionium", "with wood", "costs 3 (or 1 wood)"),
        (("rome", "hammurabi"), "oil sheep wine", "control germania", "free", "costs 3 (or nothing)"),
    ],
)
def test_what_a_tile_sells_at_its_own_price_is_listed_at_that_and_at_the_printed_one(
    empire_and_tile: tuple[str, str], hand: str, thing: str, paid: str, price: str
) -> None:
    position = Position(3).give("rome", hand).tiles(*empire_and_tile).at_build_turn("rome")
    known = ways(position)
    assert price in next(
        choice.note for choice in known.after("") if choice.line == f"build {thing.split(maxsplit=1)[0]}"
    )
    plan = Plan(position.game(), 0)
    legal = {plan.game.text(action) for action in plan.question()[1]}
    listed = known.after(f"build {thing} ")
    assert listed[0].line == f"build {thing} {paid}"
    # Payments with the same outcome are one choice.
    assert sum(1 + choice.alike for choice in listed) == len(
        [line for line in legal if line.startswith(f"build {thing} ")]
    )


def test_payments_that_go_on_from_resources_in_any_order_are_shown_by_what_they_add() -> None:
    rich = Position(3).give("rome", "metal metal wine oil sheep gold").raze("latium").at_build_turn("rome")
    shown = [choice.shown for choice in ways(rich).after("build legion latium with sheep oil ")]
    assert shown == ["metal", "gold", "wine"]


def test_the_last_word_of_a_payment_is_nothing_but_a_resource() -> None:
    rich = Position(3).give("rome", "metal spices gold sheep wine wood oil").raze("latium").at_build_turn("rome")
    lines = [choice.line for choice in ways(rich).after("build legion latium with wine l")]
    assert lines == []


@pytest.mark.parametrize("phase", ["build", "war"])
def test_every_way_leads_to_a_legal_answer(phase: str) -> None:
    position = table().units("libya", rome=2, carthage=1)
    at = position.at_build_turn("rome") if phase == "build" else position.at_war_turn("rome")
    plan = Plan(at.game(), 0)
    answers = plan.question()[1]
    known = EmpiresWays(plan.game, 0, answers)
    for begun in known.after(""):
        choice = begun
        while not choice.whole:
            choice = known.after(f"{choice.line} ")[0]
        answers.check(plan.game.parse(choice.line))


# ---------------------------------------------------------------------- the story

BOARD = Position(3).state.board
ROME, GREECE = (BOARD.empires.index(name) for name in ("rome", "greece"))
ACHAIA, MACEDONIA = (BOARD.provinces.index(name) for name in ("achaia", "macedonia"))
DICE = RolledOnLand(ROME, (6, 3), 11, 2, MACEDONIA)
MARCH = Marched(GREECE, 1, ACHAIA, MACEDONIA)
CANCELLED = FortressHeld(GREECE, MACEDONIA)


def row_of(event: Event | str, glyphs: Glyphs) -> str:
    """The one line below the heading of a story in which nothing else has happened."""
    story, state = Story(EMPIRES_VIEW), Position(3).at_war().game().state
    story.add(state, 0, event)
    [heading, *rows] = StoryRows(story, state.board).newest(9, 80, glyphs, final=0)
    assert not heading.number
    return shown(rows).strip()


def shown(rows: list[Told]) -> str:
    """Rows of the story as text."""
    return plain([told.row for told in rows])


def test_dice_are_shown_as_dice_and_in_ascii_as_numbers() -> None:
    assert row_of(DICE, UNICODE) == "Rome in Macedonia: ⚅6 ⚂3 +2 = 11, hits 2."
    assert row_of(DICE, ASCII) == "Rome in Macedonia: 6 3 +2 = 11, hits 2."


def test_dice_are_told_as_they_are_shown() -> None:
    for event in (DICE, RolledOnLand(ROME, (5, 4), 9, 1, MACEDONIA), RolledOnLand(ROME, (), 0, 0, MACEDONIA)):
        assert translated(message_of(BOARD, event)) == row_of(event, UNICODE)


def test_what_is_noticed_or_said_in_the_words_of_an_event_is_none() -> None:
    assert row_of(str(message_of(BOARD, DICE)), UNICODE) == "·Rome in Macedonia: ⚅6 ⚂3 +2 = 11, hits 2."
    story, state = Story(EMPIRES_VIEW), Position(3).at_war().game().state
    story.add(state, 0, "Round 2 begins.", talk="Bo")
    story.add(state, 0, "Rome loses 1 legion in Macedonia.", talk="Bo")
    assert [line.phase for line in story.lines] == [4, 4]
    assert story.filtered("battle") == []


def test_the_story_is_filtered_by_phase_empire_battle_round_and_step() -> None:
    story, position = Story(EMPIRES_VIEW), Position(3)
    building, war = position.at_build().game().state, position.at_war().game().state
    story.add(building, 1, Built(ROME, "legion", 0, (0, 0, 0)))
    story.add(war, 2, MARCH)
    story.add(war, 3, DICE)
    story.add(war, 4, CANCELLED)
    story.add(war, 0, "Well!", talk="Bo")
    assert [line.step for line in story.filtered("build")] == [1]
    assert [line.step for line in story.filtered("rome")] == [1, 3]
    assert [line.step for line in story.filtered("battle greece")] == [4]
    assert [line.step for line in story.filtered("talk")] == [0]
    assert [line.step for line in story.filtered("3")] == [3]
    assert len(story.filtered("round 1")) == 5


def test_what_happened_is_known_whatever_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in (RolledOnLand, Marched, FortressHeld):
        monkeypatch.setattr(kind, "template", "Zonk {dice}." if kind is RolledOnLand else "Zonk.")
    assert row_of(MARCH, UNICODE) == "Zonk."
    assert row_of(DICE, UNICODE) == "Zonk ⚅6 ⚂3."
    story, war = Story(EMPIRES_VIEW), Position(3).at_war().game().state
    for step, event in enumerate((MARCH, DICE, CANCELLED, StayedPut(ROME)), start=1):
        story.add(war, step, event)
    assert [line.step for line in story.filtered("battle")] == [2, 3]


def test_the_end_of_the_game_stands_under_the_phase_that_has_ended_it() -> None:
    story, state = Story(EMPIRES_VIEW), Position(3).at_war().game().state
    story.add(state, 1, MARCH)
    state.result, state.stack = Result((0,), "leadership"), []
    story.add(state, 2, Won((0,)))
    assert [line.phase for line in story.lines] == [4, 4]


def test_steps_above_the_final_one_are_marked_as_tentative() -> None:
    story = Story(EMPIRES_VIEW)
    state = Position(3).at_build().game().state
    story.add(state, 7, "Rome builds.")
    rows = StoryRows(story, state.board)
    assert "   7?Rome builds." in shown(rows.page("", 60, UNICODE, steps=True, final=6))
    assert "   7 Rome builds." in shown(rows.page("", 60, UNICODE, steps=True, final=7))


def test_a_step_is_shown_with_its_signed_entries() -> None:
    session = sessions()[0]
    lines = entry_lines(session.log, session.log.height)
    step = session.log.steps[-1]
    assert f"  log then   {step.log.hex()}" in lines
    assert f"  signature  {step.entries[0].signature.hex()}" in lines
    assert entry_lines(session.log, 0) == entry_lines(session.log, session.log.height + 1) == []


# ---------------------------------------------------------------------- details, looks


def test_details_say_who_may_do_what_and_why_not() -> None:
    state = table().game().state
    said = plain(details(state, "macedonia", 0, 200, UNICODE))
    assert "Borders: Dalmatia, Dacia, Thracia, Achaia" in said
    assert "✗ place a control marker: 3.1.1: Macedonia is controlled by Greece." in said
    assert "march in from Italia (3)" in said
    assert "Carthage may do nothing here" in said


@pytest.mark.parametrize(
    ("position", "place", "now", "later"),
    [
        (table().at_trade(), "latium", [], ["build units: when you build (3.1)"]),
        (table().at_trade(), "mare_tyrrhenum", [], ["You: build a trireme: when you build (3.1)"]),
        (table().at_build_turn("greece"), "latium", [], ["build units: when you build (3.1)"]),
        (table().at_build_turn("rome"), "latium", ["build units"], []),
        (table().at_build_turn("rome"), "mare_tyrrhenum", ["You: build a trireme"], []),
        (
            Position(3).give("rome", "coin coin coin").at_build_turn("rome"),
            "italia",
            ["build units"],
            ["build market: when you can pay for it (3.0a)"],
        ),
        (table().at_build_turn("rome"), "macedonia", [], ["march in from Italia (3): when you march (4.1.2)"]),
        (
            table().units("libya", rome=2).at_build_turn("rome"),
            "libya",
            [],
            ["occupy its marker as conqueror: when you conquer it (4.3)"],
        ),
    ],
)
def test_what_can_be_done_now_is_told_apart_from_what_could_be_done_later(
    position: Position, place: str, now: list[str], later: list[str]
) -> None:
    said = plain(details(position.game().state, place, 0, 200, UNICODE)).splitlines()
    assert [row for row in said if row[0] == "✓"][: len(now)] == [f"✓ {deed}" for deed in now]
    assert {f"· {deed}" for deed in later} <= set(said)


def test_a_march_and_a_conquest_can_be_done_now_while_they_are_asked() -> None:
    game = table().units("libya", rome=2).at_war_turn("rome").game()
    for line in ("done", "done"):
        game.apply(game.parse(line))
    assert "✓ march in from Italia (3)" in plain(details(game.state, "macedonia", 0, 200, UNICODE))
    moved = game.copy()
    moved.apply(moved.parse("march italia macedonia 2"))
    assert "✓ march in from Italia (1)" in plain(details(moved.state, "macedonia", 0, 200, UNICODE))
    assert "march in from Macedonia (2): when you march" in plain(details(moved.state, "thracia", 0, 200, UNICODE))
    assert "Rome may march in with 2 legions" in plain(details(moved.state, "thracia", 1, 200, UNICODE))
    game.apply(game.parse("done"))
    assert "✓ occupy its marker as conqueror" in plain(details(game.state, "libya", 0, 200, UNICODE))


def test_a_guest_is_told_what_each_empire_may_do() -> None:
    said = plain(details(table().at_build_turn("rome").game().state, "mare_ionium", NO_EMPIRE, 200, UNICODE))
    assert "✓ Rome: build a trireme" in said
    assert "· Greece: build a trireme: when it builds (3.1)" in said
    assert "✗ Carthage: build a trireme: 3.1.2a" in said


@pytest.mark.parametrize("triremes", [0, 5])
def test_why_another_empire_may_not_is_not_said_as_if_it_were_you(triremes: int) -> None:
    state = table().fleet("mare_africum", carthage=triremes).game().state
    for place in (*state.board.seas, *state.board.provinces):
        for empire in (NO_EMPIRE, 0):
            rows = plain(details(state, place, empire, 400, UNICODE)).splitlines()
            of_others = [
                row for row in rows if row.startswith(("✗ Greece", "✗ Carthage", "Greece may", "Carthage may"))
            ]
            assert [row for row in of_others if re.search(r"\byou", row)] == []


@pytest.mark.parametrize("empire", [NO_EMPIRE, 0])
def test_once_the_game_is_over_a_place_still_tells_what_is_there(empire: int) -> None:
    state = Position(3).at_war().game().state
    state.result, state.stack = Result((0,), "leadership"), []
    for place in (*state.board.provinces, *state.board.seas):
        said = plain(details(state, place, empire, 200, UNICODE))
        assert said
        assert "may" not in said


def test_every_sign_has_one_in_ascii() -> None:
    assert all(text.isascii() for sign in ASCII for text in (sign if isinstance(sign, tuple) else (sign,)))
    assert glyphs_for("ascii") == glyphs_for("latin-1") == ASCII
    assert glyphs_for("UTF-8") == UNICODE


@pytest.mark.parametrize(
    ("environment", "known", "depth"),
    [
        ({"TERM": "xterm-256color"}, None, ColorDepth.DEPTH_8_BIT),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, None, ColorDepth.DEPTH_24_BIT),
        ({"TERM": "xterm"}, None, ColorDepth.DEPTH_4_BIT),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, None, ColorDepth.DEPTH_1_BIT),
        ({"TERM": "dumb"}, None, ColorDepth.DEPTH_1_BIT),
        ({}, None, ColorDepth.DEPTH_1_BIT),
        # What terminfo knows of a terminal goes before its name.
        ({"TERM": "xterm-mono"}, -1, ColorDepth.DEPTH_1_BIT),
        ({"TERM": "linux"}, 8, ColorDepth.DEPTH_4_BIT),
        ({"TERM": "alacritty"}, 256, ColorDepth.DEPTH_8_BIT),
    ],
)
def test_colours_are_as_many_as_the_terminal_says(
    environment: dict[str, str], known: int | None, depth: ColorDepth
) -> None:
    assert colour_depth(environment, known) is depth


def test_who_plays_is_shown_whole_before_the_empires_are_dealt() -> None:
    game = new_game(Options(3, ("random",) * 3))
    shown = Seat(game).shown()
    side = [line.split("│")[1].strip() for line in shown.splitlines()[3:7]]
    assert side == ["Dealt at the start: the", "empires.", "you", "Bot 2"]


def test_what_lies_face_up_in_the_trade_is_told_with_what_one_holds() -> None:
    assert "Rome holds 2 resources: coin, gold; 2 more face up" in taking().shown()


@pytest.mark.parametrize("language", texts.languages())
def test_the_players_stay_over_a_trade_that_leaves_room_for_their_lines(language: str) -> None:
    texts.use(language)
    seat = taking()
    assert re.search(rf"│▶ R {texts.term('Rome')} .*● +2 1 +1 +2!", seat.shown())


def test_the_page_of_the_players_says_what_a_tile_costs_and_does() -> None:
    seat = Seat(table().at_build_turn("rome").game())
    page = plain(EMPIRES_VIEW.panes.all_players(seat.scene, 200))
    assert " Circe costs 7\n   Circe (+1 trade, +1 military): each of your legions" in page


@pytest.mark.parametrize("own", [0, None])
def test_a_player_and_a_guest_see_open_hands_and_count_hidden_ones_r3(own: int | None) -> None:
    """R3."""
    position = Position().give("rome", "coin coin coin").give("egypt", "oil").at_build_turn("rome")
    hidden = plain(EMPIRES_VIEW.panes.all_players(Seat(position.game(), own).scene, 200))
    position.state.options = position.state.options._replace(open_hands=True)
    shown = plain(EMPIRES_VIEW.panes.all_players(Seat(position.game(), own).scene, 200))
    assert ("  1 resource\n" in hidden, "  oil\n" in hidden) == (True, False)
    assert ("  1 resource\n" in shown, "  oil\n" in shown) == (False, True)


def test_a_guest_sees_the_tiles_without_a_price() -> None:
    seat = Seat(table().at_build_turn("rome").game(), None)
    assert " Circe\n" in re.sub(" +\n", "\n", plain(EMPIRES_VIEW.panes.all_players(seat.scene, 200)))


def test_a_player_who_is_played_by_the_autopilot_reads_that_and_the_others_do_too() -> None:
    game = Position().give("rome", "coin").at_build_turn("rome").game()
    names = {seat: f"Player {seat + 1}" for seat in range(5)}
    scene = Scene(conversation_at(game, EMPIRES_VIEW, 1, names, automatic=[1]))
    assert panes.whose_turn(scene) == "the autopilot plays for you: “back”"
    rows = ["".join(text for _, text in row) for row in EMPIRES_VIEW.panes.players(scene, 60, 100)]
    assert any("Greece (Player 2) ◌ (autopilot)" in row for row in rows)
    knowing(scene.conversation, resigned=[1])
    assert panes.whose_turn(scene) == "you have resigned"
    other = Scene(conversation_at(game, EMPIRES_VIEW, 0, names, automatic=[1], waited=[2]))
    assert panes.whose_turn(other).startswith("waiting")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_who_holds_the_titles_stands_there_however_near_a_win_is(players: int) -> None:
    position = Position(players).leaders(trade="rome", culture="rome", military="greece")
    seat = seated(position.tiles("rome", "circe", "gilgamesh").give("rome", "coin " * 6).at_build_turn("rome"))
    assert re.search(r"★ ?\d|★cul", seat.shown()), seat.shown()
    (row,) = [plain([row]) for row in EMPIRES_VIEW.panes.levels(seat.scene, 26, 1)]
    assert row.split() == ["★tra", "R", "★cul", "R", "★mil", "G"]
    assert length(EMPIRES_VIEW.panes.levels(seat.scene, 26, 1)[0]) <= 26
    assert EMPIRES_VIEW.panes.levels(seat.scene, 26, 0) == []


@pytest.mark.parametrize("view", [ORIGINAL_VIEW, REVISED_VIEW, EMPIRES_VIEW])
@pytest.mark.parametrize("width", [26, 28])
def test_each_heading_of_the_players_stands_over_its_figures(view: GameView, width: int) -> None:
    if view is EMPIRES_VIEW:
        game: Any = Position(3).give("rome", "coin coin").game()
    else:
        variant = ORIGINAL if view is ORIGINAL_VIEW else REVISED
        game = PositionOf2003("greece babylon carthage", variant).give("greece", "coin coin").table().game
    scene = Scene(conversation_at(game, view, 0, {number: f"Bot {number}" for number in range(3)}))
    heading, *rows = [plain([row]) for row in view.panes.players(scene, width, 20)][:4]
    letters = [at for at, sign in enumerate(heading) if sign.isalpha() and at > len("─ Players ")]
    for row in rows:
        assert [number.end() - 1 for number in re.finditer(r"\d+", row)][-len(letters) :] == letters


@pytest.mark.parametrize("edition", ["empires", "original", "revised"])
def test_who_takes_no_part_in_the_trade_has_not_given_all_away(edition: str) -> None:
    seat = taking()
    game = seat.conversation.game
    frame = Taking(((), *game.state.stack[-1].face_up[1:]), *game.state.stack[-1][1:])
    told = {"empires": TEXTS_OF_EMPIRES, "original": TEXTS_OF_2003, "revised": TEXTS_OF_2003}[edition]
    line = next(
        line for line in seat.conversation.story.lines if isinstance(line.event, Offered) and not line.event.empire
    )
    assert "Rome: nothing left" in plain(rows_of_taking(seat.scene, game.state, frame, 40, told))
    seat.conversation.story.lines.remove(line)
    shown = plain(rows_of_taking(seat.scene, game.state, frame, 40, told))
    assert "nothing left" not in shown
    assert "Rome takes no part" in shown
