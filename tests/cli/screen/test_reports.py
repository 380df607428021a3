"""What happened to a player is shown before they are asked again: keys and screens, at two sizes."""

from __future__ import annotations

from itertools import takewhile

import pytest
import trio
import trio.testing

from cli.empires.view import EMPIRES_VIEW
from cli.ui.screen.rows import Size
from cli.ui.screen.scene import Page
from core.empires.events import Drew
from core.empires.state import Game
from core.engine.flow import Decision
from core.mare.events import LegionLost, Offered, Took
from tests.cli.screen.golden import table, taking
from tests.cli.screen.seats import SMALL, Seat
from tests.core.positions import Position

SIZES = (SMALL, Size(120, 40))
MIDDLE = "│"


def war() -> Game:
    """Rome and Greece have turns at war, and Rome begins."""
    return table().at_war_turn("rome", "greece").game()


def fight(game: Game) -> None:
    """Rome marches into Macedonia with three legions, and the dice fall."""
    for line in ("done", "done", "march italia macedonia 3", "done"):
        game.apply(game.parse(line))
    game.settle((5, 2, 0, 4))


async def screens_of(seat: Seat, size: Size = SMALL, typed: str = "") -> list[str]:
    """Press Enter at all that waits to be read, with a line that is typed; return what was shown, the question last."""
    screens: list[str] = []
    seat.draft.is_asked, seat.draft.plan = False, None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.conversation.ask)
        await trio.testing.wait_all_tasks_blocked()
        seat.type(typed)
        for _ in range(10):
            screens.append(seat.shown(size))
            if seat.draft.is_asked:
                break
            seat.line = seat.screen.entered(seat.line)
            await trio.testing.wait_all_tasks_blocked()
        nursery.cancel_scope.cancel()
    return screens


def read(screen: str) -> str:
    """The words in the pane of the answers, and above it, as if no line were broken."""
    above = takewhile(lambda line: line.strip("─"), screen.splitlines())
    return " ".join(" ".join(line.partition(MIDDLE)[0] for line in above).split())


@pytest.mark.parametrize("size", SIZES)
async def test_the_attacker_sees_the_battle_before_anything_else_is_asked(size: Size) -> None:
    game = war()
    seat = Seat(game, 0)
    fight(game)
    battle, question = await screens_of(seat, size)
    assert "Battle in Macedonia: Rome against Greece" in read(battle)
    assert "Rome in Macedonia: ⚅6 ⚂3 ⚀1 +3 = 13, hits 2." in read(battle)
    assert "Greece in Macedonia: ⚄5 +2 = 7, hits 1." in read(battle)
    assert "Rome loses 1 legion in Macedonia." in read(battle)
    assert "In Macedonia now: Rome 2 legions; controlled by Greece. Alone there, Rome may" in read(battle)
    assert "after the battles of each of its turns (4.3). Enter goes on." in read(battle)
    assert "4.3 ·" not in battle
    assert "4.3 · You are conqueror in Macedonia" in question


@pytest.mark.parametrize("size", SIZES)
async def test_the_defender_sees_the_battle_and_the_conquest_before_anything_else_is_asked(size: Size) -> None:
    game = war()
    seat = Seat(game, 1)
    fight(game)
    for line in ("occupy macedonia control", "done"):
        game.apply(game.parse(line))
    battle, question = await screens_of(seat, size)
    assert "Battle in Macedonia: Rome against Greece" in read(battle)
    assert "Greece loses 1 legion in Macedonia." in read(battle)
    assert "Rome occupies the control marker of Macedonia." in read(battle)
    assert "controlled by Greece, occupied by Rome." in read(battle)
    assert "4.1" in question


async def test_a_conquest_without_a_battle_is_shown_to_the_player_who_controlled_the_province() -> None:
    game = table().units("libya", rome=2).at_war_turn("rome", "carthage").game()
    seat = Seat(game, 2)
    for line in ("done", "done", "done", "occupy libya caravan:oil caravan:sheep"):
        game.apply(game.parse(line))
    conquest, _ = await screens_of(seat)
    assert "What happened in Libya" in read(conquest)
    assert "Rome occupies caravan of oil, caravan of sheep in Libya." in read(conquest)
    assert "In Libya now: Rome 2 legions; controlled by Carthage, occupied by Rome." in read(conquest)


async def test_a_conquest_is_shown_to_a_player_who_has_come_to_the_province_since_they_were_last_told() -> None:
    position = Position(3).units("gallia", rome=1).give("greece", "coin coin coin")
    game = position.leaders(culture="greece", military="rome").at_build_turn("greece", "rome").game()
    seat = Seat(game, 1)
    moves = ("name rome", "march gallia dalmatia 1", "done", "occupy dalmatia control")
    for line in ("build control dalmatia with coin coin coin", *moves, "name greece"):
        game.apply(game.parse(line))
    conquest, *_ = await screens_of(seat)
    assert "What happened in Dalmatia" in read(conquest)
    assert "Rome occupies the control marker of Dalmatia." in read(conquest)


@pytest.mark.parametrize("size", SIZES)
async def test_a_page_over_what_happened_says_that_enter_goes_on(size: Size) -> None:
    game = war()
    seat = Seat(game, 0)
    fight(game)
    seat.scene.page = Page.PLAYERS
    battle, _ = await screens_of(seat, size)
    assert "Enter go on" in battle.splitlines()[-1]


async def test_a_hint_that_was_asked_for_too_early_is_gone_with_what_happened() -> None:
    game = war()
    seat = Seat(game, 0)
    fight(game)
    seat.draft.is_asked, seat.draft.plan = False, None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(seat.conversation.ask)
        await trio.testing.wait_all_tasks_blocked()
        seat.screen.hint()
        assert seat.conversation.notes == ["Go on first; then there are hints."]
        seat.screen.entered("")
        await trio.testing.wait_all_tasks_blocked()
        assert seat.conversation.notes == []
        nursery.cancel_scope.cancel()


async def test_a_battle_of_others_waits_for_no_key_but_is_in_the_log() -> None:
    game = table().at_war_turn("rome", "carthage").game()
    seat = Seat(game, 2)
    fight(game)
    game.apply(game.parse("done"))
    (question,) = await screens_of(seat)
    assert "4.1" in question
    assert any("Rome in Macedonia" in str(line.text) for line in seat.conversation.story.lines)


async def test_what_was_typed_meanwhile_answers_nothing() -> None:
    game = war()
    seat = Seat(game, 0)
    fight(game)
    *_, question = await screens_of(seat, typed="done")
    assert "> done" in question
    assert seat.draft.plan is not None
    assert seat.draft.plan.steps == []


async def test_a_setting_turns_the_waiting_off() -> None:
    game = war()
    seat, kept = Seat(game, 0), list[bool]()
    seat.conversation.keep_pauses = kept.append
    seat.enter("pauses off")
    assert kept == [False]
    assert seat.conversation.notes == ["What happened to you is in the log only; “pauses on” has it wait for you."]
    fight(game)
    (question,) = await screens_of(seat)
    assert "4.3" in question


@pytest.mark.parametrize("size", SIZES)
async def test_a_trade_is_shown_once_it_is_over_to_whom_it_concerned(size: Size) -> None:
    seat = taking()
    game = seat.conversation.game
    (question,) = await screens_of(seat, size)
    assert "2.2" in question
    while isinstance(game.node, Decision) and (game.state.phase, game.node.seat) != (3, 0):
        game.apply(next(iter(game.node.answers)))
    trade, _ = await screens_of(seat, size)
    assert "The trade" in trade
    assert "Rome offers coin, sheep, wine." in read(trade)
    assert "takes wine from Rome" in read(trade)


async def test_a_draw_is_shown_to_the_player_who_drew() -> None:
    game = table().at_build_turn("rome").game()
    seat = Seat(game, 0)
    game.state.tell(Drew(0, 0))
    game.state.tell(Drew(1, 0))
    drawn, _ = await screens_of(seat)
    assert "What you drew" in drawn
    assert "Rome draws" in read(drawn)
    assert "Greece draws" not in read(drawn)


async def test_an_offer_alone_is_no_news() -> None:
    game = table().at_build_turn("rome").game()
    seat = Seat(game, 0)
    game.state.tell(Offered(0, (0,)))
    game.state.tell(Took(1, 0, 2))
    assert len(await screens_of(seat)) == 1


async def test_what_the_player_has_read_is_no_news_since_their_last_turn() -> None:
    game = war()
    seat = Seat(game, 1)
    fight(game)
    for line in ("occupy macedonia control", "done"):
        game.apply(game.parse(line))
    await screens_of(seat)
    digest = " ".join(text for _, _, text in seat.conversation.digest.sides)
    assert "attacked" not in digest
    assert "lost" not in digest
    assert "control marker" not in digest
    assert "legions to Macedonia" in digest
    seat.enter("since")
    assert "Rome attacked in Macedonia" in "".join(seat.conversation.notes)


async def test_what_waited_for_no_key_is_news_since_the_last_turn() -> None:
    game = war()
    seat = Seat(game, 1)
    seat.enter("pauses off")
    fight(game)
    for line in ("occupy macedonia control", "done"):
        game.apply(game.parse(line))
    await screens_of(seat)
    assert "attacked in Macedonia" in " ".join(text for _, _, text in seat.conversation.digest.sides)


def losing() -> tuple[Game, Seat]:
    """Greece fights Rome, which occupies a building in Macedonia: both lose a legion, and Rome chooses which."""
    position = table().units("macedonia", rome=2, greece=0).units("achaia", greece=2)
    position.build("macedonia", "market").occupy("macedonia", "rome", "market")
    game = position.at_war_turn("greece", "rome").game()
    seat = Seat(game, 0)
    for line in ("done", "done", "march achaia macedonia 2"):
        game.apply(game.parse(line))
    game.settle((4, 1, 4, 1))
    return game, seat


@pytest.mark.parametrize("size", SIZES)
async def test_a_battle_whose_losses_are_not_all_chosen_says_how_many_are_left(size: Size) -> None:
    _, seat = losing()
    battle, question = await screens_of(seat, size)
    assert "Rome still has to take 1 loss. Greece still has to take 1 loss." in read(battle)
    assert "No unit is lost" not in read(battle)
    assert "4.2b" in question


def test_the_rule_behind_the_question_of_losses_says_how_dice_hit() -> None:
    _, seat = losing()
    told = " ".join(seat.conversation.lookups.rule("", "4.2b").split())
    assert "4.2b R17" in told
    assert "Every full 5 of a side's total is a hit" in told
    assert "A fortress adds 5" in told


async def test_the_last_losses_of_a_battle_do_not_stand_in_the_next_one_there() -> None:
    game, seat = losing()
    await screens_of(seat)
    game.apply(game.parse("lose legion macedonia"))
    for line in ("done", "done", "done"):
        game.apply(game.parse(line))
    game.settle((0, 0))
    rest, battle = ("\n".join(seat.conversation.lookups.in_full(report)) for report in seat.conversation.due_reports())
    assert rest.startswith("== What happened in Macedonia\n")
    assert "Greece loses 1 legion in Macedonia." in rest
    assert battle.startswith("== Battle in Macedonia: Rome against Greece\nRome in Macedonia")
    assert "No unit is lost." in battle


async def test_losses_that_the_player_chose_themselves_are_no_news() -> None:
    game, seat = losing()
    await screens_of(seat)
    game.state.listener = None
    seat.conversation.tell(LegionLost(0, 1, game.state.board.provinces.index("macedonia")))
    assert not list(seat.conversation.due_reports())


async def test_a_loss_is_foreseen_with_the_end_of_the_occupation_and_the_end_is_told() -> None:
    """4.3a: units of both are left, so that Rome occupies nothing any more, whichever legion it loses."""
    game, seat = losing()
    await screens_of(seat)
    for line in ("lose legion macedonia", "lose legion macedonia from market"):
        said = " ".join(EMPIRES_VIEW.answering.effects(game, 0, game.parse(line)))
        assert "Greece: trade 4 to 5" in said
        assert "You: trade 8 to 7" in said
    assert isinstance(game.node, Decision)
    ways = EMPIRES_VIEW.answering.ways(game, 0, game.node.answers)
    assert {choice.note for choice in ways.after("")} == {"your occupation there ends either way"}
    game.apply(game.parse("lose legion macedonia"))
    told = [str(line.text) for line in seat.conversation.story.lines]
    assert "Rome no longer occupies anything in Macedonia." in told
