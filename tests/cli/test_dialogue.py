"""The conversation with a player at the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import trio

from cli.editions import view_named
from cli.empires.view import EMPIRES_VIEW
from cli.i18n.texts import speaking
from cli.table_game import opening, rules_of
from cli.ui.conversation.listing import FEW, MANY
from cli.ui.text.answering import fits
from cli.ui.text.cells import WIDTH
from cli.ui.text.console import Left, Link, OpenVote
from cli.ui.text.dialogue import Dialogue
from cli.ui.text.help import HELP
from cli.ui.view import Examples
from core.editions import EDITIONS
from core.empires.rules import new_game
from core.empires.state import Options
from core.engine.edition import Edition
from core.engine.state import NO_EMPIRE, Result
from core.mare.events import StayedPut
from core.mare.rounds import end_game
from p2p.log.steps import Kind, Step
from p2p.session.events import Completed
from tests.cli.games import sessions
from tests.cli.screen.golden import in_the_lead
from tests.core.positions import Position


class Script:
    """A console at which lines are typed that were written before; ``said`` is all that was shown."""

    live = False

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.said: list[str] = []
        self.completions: list[list[str]] = []

    def say(self, text: str) -> None:
        self.said.append(text)

    def copy(self, text: str) -> str:
        return ""

    def call(self, sentence: str) -> None:
        pass

    async def line(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        if not self.lines:
            return None
        line = self.lines.pop(0)
        self.completions.append(complete(line))
        return line


def conversation(position: Position, *lines: str, seat: int = 0) -> tuple[Dialogue, Script]:
    """A dialogue with the player of a seat, who types these lines."""
    script = Script(*lines)
    names = {other: f"Bot {other + 1}" for other in range(5)} | {seat: "you"}
    return Dialogue(script, position.game(), EMPIRES_VIEW, seat, names), script


def test_what_happens_before_the_first_question_is_told() -> None:
    game = new_game(Options(3, ("rome", "greece", "carthage")))
    script = Script()
    Dialogue(script, game, EMPIRES_VIEW, 0, {}).conversation.begin(opening(game))
    assert "Greece collects 5 coin, marble, grain, oil, wine." in script.said


def building() -> Position:
    """Rome builds with three coins and a sheep; Greece controls Dalmatia."""
    position = Position().give("rome", "coin coin coin sheep").give("greece", "wine oil").control("dalmatia", "greece")
    return position.at_build_turn("rome")


def rich() -> Position:
    """Rome builds with twelve coins and three commodities."""
    return Position().give("rome", "coin " * 12 + "sheep oil wine").at_build_turn("rome")


@pytest.mark.parametrize(
    ("result", "ending", "said"),
    [
        (Result((), "round_limit"), "There is no winner.", ["The last round is over; there is no winner."]),
        (Result((0,), "pyramids"), "Rome (Ada) wins.", ["Victory for Rome.", "Rome (Ada) wins."]),
    ],
)
def test_who_has_won_is_told_with_their_names_and_that_no_one_has_not_twice(
    result: Result, ending: str, said: list[str]
) -> None:
    dialogue, script = conversation(building())
    end_game(dialogue.conversation.game.state, result)
    dialogue.conclude(ending)
    assert script.said == said


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("greece collects", ["Greece collects 5 coin, marble, grain, oil, wine."]),
        ("talk", ["Bo: “hello”"]),
        ("zebra", ["Nothing in the log has these words; “log” shows the newest of it."]),
        ("1", ["Bo: “hello”"]),
    ],
)
async def test_words_filter_the_log_on_lines_too(words: str, shown: list[str]) -> None:
    game = new_game(Options(3, ("rome", "greece", "carthage")))
    script = Script(f"log {words}")
    dialogue = Dialogue(script, game, EMPIRES_VIEW, 0, {})
    dialogue.conversation.begin(opening(game))
    dialogue.conversation.heard("Bo", "hello")
    script.said.clear()
    await dialogue.read()
    assert script.said == shown


async def test_a_signed_step_is_shown_on_lines_too() -> None:
    session = sessions()[0]
    script = Script("entry 1", "entry 0")
    dialogue = Dialogue(script, rules_of(session.log.game), EMPIRES_VIEW, 0, {}, None, session)
    await dialogue.read()
    await dialogue.read()
    assert f"log then   {session.log.steps[0].log.hex()}" in script.said[0]
    assert script.said[1] == "“entry 12” shows step 12 of the log."


async def test_a_question_comes_with_its_rule_the_phase_and_the_hand() -> None:
    dialogue, script = conversation(building(), "done")
    await dialogue.conversation.ask()
    heading, question, *_ = script.said[0].splitlines()
    assert heading == "-- Round 1, Build. You are Rome; you hold 4 resources: 3 coin, sheep."
    assert question.startswith("3.1: ")


async def test_who_types_an_answer_while_they_are_asked_nothing_is_told_so() -> None:
    dialogue, script = conversation(building(), "done")
    script.live = True
    with pytest.raises(Left):
        await dialogue.converse()
    assert script.said == ["You are asked nothing at the moment."]


@pytest.mark.parametrize("line", ["done", "say hello", "pause"])
async def test_a_guest_who_types_what_only_players_can_is_told_so(line: str) -> None:
    script = Script(line)
    script.live = True
    dialogue = Dialogue(script, building().game(), EMPIRES_VIEW, None, {0: "Ada", 1: "Bela"})
    with pytest.raises(Left):
        await dialogue.converse()
    assert script.said == ["You are watching, and only players can type that; “help” lists what you can type."]


async def test_what_being_done_with_building_would_lose_stands_under_the_list() -> None:
    dialogue, script = conversation(rich(), "done")
    await dialogue.conversation.ask()
    *_, listed, first, second = script.said[0].splitlines()
    assert listed.split() == ["1.", "done"]
    assert f"{first} {second}" == (
        "“done” ends your building. At the end you keep at most 2 coins; you lose 13 resources (3.0b)."
    )


async def test_a_number_chooses_nothing_where_no_whole_answers_are_listed() -> None:
    hands = Position().give("rome", "coin metal grain oil sheep wine gems").give("greece", "wine oil gold")
    game = hands.leaders(trade="rome").at_trade().game()
    game.apply(game.parse("announce 3"))
    script = Script("1", "offer coin oil sheep")
    dialogue = Dialogue(script, game, EMPIRES_VIEW, 0, {seat: f"Bot {seat + 1}" for seat in range(5)})
    assert await dialogue.conversation.ask() == "offer coin oil sheep"
    assert script.said[1:] == [
        "No answers are listed to choose from. Type “answers” and the first words of yours to list some."
    ]


@pytest.mark.parametrize("line", ["3", "announce 3"])
async def test_a_number_is_itself_where_answers_begin_with_numbers(line: str) -> None:
    position = Position(3).leaders(trade="rome")
    for empire in ("rome", "greece", "carthage"):
        position.give(empire, "coin coin wine oil")
    dialogue, script = conversation(position.at_trade(), "answers", "9", line)
    assert await dialogue.conversation.ask() == "announce 3"
    for listed in script.said[:2]:
        assert "      announce 2\n      announce 3" in listed
        assert "1. " not in listed
    assert script.said[2].startswith("2.1: No exchange marker you can play shows 9.")


async def test_names_are_words_in_what_is_said() -> None:
    position = Position(3).give("rome", "coin " * 9).face_up("castor_and_pollux", "temple_of_artemis")
    typed = ["answers", "answers build castor_and_pollux", "build queen_of_sheba", "place mare_ionium", "players"]
    dialogue, script = conversation(position.at_build_turn("rome"), *typed, "build Castor and Pollux", "board", "1")
    assert (await dialogue.conversation.ask()).startswith("build castor_and_pollux with")
    said = "\n".join(script.said)
    assert "build Castor and Pollux" in said
    assert not re.search(r"[a-z]_[a-z]", said)


async def test_many_answers_are_told_by_their_beginnings() -> None:
    dialogue, script = conversation(rich(), "answers", "answers build leg lat", "2")
    assert await dialogue.conversation.ask() == "build legion latium with oil sheep wine"
    question, everything, some = script.said
    assert "\n      build …\n   1. done\n" in question
    assert "\n      build legion latium with …\n" in everything
    assert FEW < len(everything.splitlines()) <= MANY
    assert [line.partition(" (")[0].strip() for line in some.splitlines()] == [
        "1. build legion latium with 3 coin",
        "2. build legion latium with oil sheep wine",
    ]


async def test_of_ways_to_pay_with_the_same_outcome_one_is_listed() -> None:
    position = Position().give("rome", "coin coin coin sheep oil wine metal gold").at_build_turn("rome")
    dialogue, script = conversation(position, "answers build leg lat", "1")
    assert await dialogue.conversation.ask() == "build legion latium with coin coin coin"
    listed = script.said[1].splitlines()
    assert listed[0].endswith("with 3 coin (then 1 more set; leaves 5 commodities)")
    assert listed[1].endswith("(then 1 more set; leaves 3 coin, sheep, wine; 9 other ways like it)")
    assert listed[2:] == []


@pytest.mark.parametrize("done", ["done", "1"])
async def test_done_after_the_question_has_changed_by_itself_is_asked_once_more_line_by_line(done: str) -> None:
    """The last trireme has sailed: a ``done`` that follows may have been meant for the sea."""
    position = Position(3).fleet("mare_ionium", rome=1).units("italia", rome=2).at_war_turn("rome")
    dialogue, script = conversation(position, "sail mare_ionium mare_hadriaticum 1")
    answer = await dialogue.conversation.ask()
    dialogue.conversation.game.apply(dialogue.conversation.game.parse(answer))
    script.live = dialogue.conversation.asks_once_more = True
    script.lines += ["answers done", done, done]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(until_left, dialogue)
        answer = await dialogue.conversation.ask()
        assert answer == "done"
        nursery.cancel_scope.cancel()
    asked_again = (
        "The question has changed since your last answer."
        " Now “done” ends your moves on land: enter it once more to do so."
    )
    assert script.said.count(asked_again) == 1


async def until_left(dialogue: Dialogue) -> None:
    """Take what is typed to its end."""
    with suppress(Left):
        await dialogue.converse()


@pytest.mark.parametrize(("number", "is_told"), [(2, True), (3, False)])
def test_a_player_who_can_build_nothing_is_told_why_there_is_no_turn(number: int, *, is_told: bool) -> None:
    position = Position(3).give("rome", "coin " * number).give("greece", "coin coin coin")
    dialogue, script = conversation(position.at_build_turn("greece", "rome"))
    dialogue.conversation.game.apply(dialogue.conversation.game.parse("done"))
    told = "You have no turn here: with what you hold, 2 resources, you can build nothing."
    assert [said for said in script.said if "no turn" in said] == [told] * is_told


async def test_words_that_no_answer_begins_with_are_said_to_be_none() -> None:
    typed = ["answers build legion gallia gold", "answers march", "answers build c", "done"]
    dialogue, script = conversation(rich(), *typed)
    await dialogue.conversation.ask()
    assert script.said[1:3] == ["No legal answer begins like that."] * 2
    assert script.said[3].startswith("“c” could mean ")


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("build control dalmatia with coin coin coin", "3.1.1: Dalmatia is controlled by Greece."),
        ("build legion latium with coin coin sheep", "3.0a: "),
        ("buil", "The action ends where "),
        ("conquer gallia", "I don't understand “conquer”"),
        ("7777777", "The list has 10 whole answers;"),
        ("offer coin", "3.1: "),
        ("\x1b[31mdone", "An action is a line of plain letters"),
    ],
)
async def test_a_refusal_says_why_and_asks_again(line: str, refusal: str) -> None:
    dialogue, script = conversation(building(), line, "done")
    assert await dialogue.conversation.ask() == "done"
    assert len(script.said) == 2
    assert script.said[1].startswith(refusal)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("contrl dalmatia", "Did you mean “control”?"),
        ("heelp", "Did you mean “help”?"),
        ("control dalmtia", "There is no province “dalmtia” in this game. Did you mean “dalmatia”?"),
        ("build contrl dalmatia", "Did you mean “control”?"),
        ("build legion latium with coin coin cion", "Did you mean “coin”?"),
        ("odds", "The odds of a battle stand beside its march or attack"),
        ("odds africa", "The odds of a battle stand beside its march or attack"),
        ("chances", "The odds of a battle stand beside its march or attack"),
    ],
)
async def test_a_misspelled_word_is_answered_with_the_one_that_is_meant(line: str, told: str) -> None:
    dialogue, script = conversation(rich(), line, "done")
    assert await dialogue.conversation.ask() == "done"
    assert told in script.said[1]


@pytest.mark.parametrize("line", ["quit", " quit ", None])
async def test_one_can_leave(line: str | None) -> None:
    dialogue, _ = conversation(building(), *([] if line is None else [line]))
    with pytest.raises(Left):
        await dialogue.conversation.ask()


class Interrupted(Script):
    """A console at which a person presses Ctrl-C wherever the script has an empty line."""

    live = True

    async def line(self, prompt: str, complete: Callable[[str], list[str]]) -> str | None:
        if self.lines and not self.lines[0]:
            del self.lines[0]
            raise KeyboardInterrupt
        return await super().line(prompt, complete)


async def test_ctrl_c_warns_on_lines_too_and_leaves_when_it_comes_again() -> None:
    script = Interrupted("", "board", "", "")
    dialogue = Dialogue(script, building().game(), EMPIRES_VIEW, 0, {})
    await dialogue.read()
    assert script.said == ["Press Ctrl-C again to leave, or type anything else to stay."]
    for _ in range(2):
        await dialogue.read()
    with pytest.raises(Left):
        await dialogue.read()


async def test_a_spectator_leaves_at_the_first_ctrl_c() -> None:
    with pytest.raises(Left):
        await Dialogue(Interrupted(""), building().game(), EMPIRES_VIEW, None, {}).read()


async def test_a_spectator_reads_in_the_help_how_to_see_the_map() -> None:
    script = Interrupted("help")
    await Dialogue(script, building().game(), EMPIRES_VIEW, None, {}).read()
    assert "  board           the map" in script.said[0]


async def test_commands_show_and_do_not_answer() -> None:
    typed = ["board", "players", "hand", "log", "log 1", "place dalmatia", "place Mare Ionium", "place nowhere", "help"]
    dialogue, script = conversation(building(), *typed, "", "?", "done")
    dialogue.conversation.tell(StayedPut(0))
    assert await dialogue.conversation.ask() == "done"
    told, _question, board, players, hand, log, one, place, sea, nowhere, helped, again = script.said
    assert told in log
    assert one == told
    assert "  Latium" in board
    assert "Rome (you), Military Leader" in players
    assert hand == "4 resources: 3 coin, sheep"
    assert "Borders Gallia, Germania, Macedonia, Dacia; lies on Mare Hadriaticum." in " ".join(place.split())
    assert "on its shores lie " in sea
    assert nowhere.startswith("No place is called “nowhere”. Name a place")
    assert helped == again


async def test_the_rule_behind_a_question_can_be_read() -> None:
    dialogue, script = conversation(building(), "rule", "rule 3.1.1", "? 3.1.1", "rule ostrich", "done")
    await dialogue.conversation.ask()
    behind, marker, same, nothing = script.said[1:]
    assert "in any order and number" in behind
    assert "3.0a Each thing is paid with one set" in behind
    assert "Control marker" in marker
    assert same == marker
    assert nothing.startswith("The rules say nothing about that")


def test_help_fits_a_terminal() -> None:
    assert max(map(len, HELP.splitlines())) <= WIDTH


@pytest.mark.parametrize(("is_open", "told"), [(False, "2 resources; in supply"), (True, "2 resources: oil, wine")])
async def test_resources_of_others_are_counted_and_shown_only_where_hands_are_open(told: str, *, is_open: bool) -> None:
    position = building()
    position.state.options = position.state.options._replace(open_hands=is_open)
    dialogue, script = conversation(position, "players", "done")
    await dialogue.conversation.ask()
    assert told in script.said[1].split("Greece (Bot 2)")[1]
    assert ("wine" in script.said[1]) == is_open


def test_who_comes_within_one_step_of_winning_is_announced_once() -> None:
    dialogue, console = conversation(in_the_lead().at_build_turn("rome"))
    for _ in range(2):
        dialogue.conversation.see(Completed(Step(1, Kind.ACTION, (), (), None, None, b"", b"", 0)))
    announced = [text for text in console.said if text.startswith("Rome wins ")]
    # Rome holds two titles, and leads the third track too.
    assert announced == [
        "Rome wins at the end of “Leadership” if nothing changes.",
        "Rome wins with one more great city.",
        "Rome wins with one more hero or wonder.",
    ]


async def test_the_players_are_shown_with_who_is_one_step_from_winning() -> None:
    dialogue, console = conversation(in_the_lead().at_build_turn("rome"), "players", "done")
    await dialogue.conversation.ask()
    assert "Rome wins with one more great city." in console.said[-1]


def test_who_has_what_wins_at_the_end_of_a_phase_is_told_when_that_is() -> None:
    dialogue, console = conversation(in_the_lead().tiles("rome", "circe", "hamilcar", "hercules", "gilgamesh"))
    dialogue.conversation.see(Completed(Step(1, Kind.ACTION, (), (), None, None, b"", b"", 0)))
    assert "Rome wins at the end of “Build” if nothing changes." in console.said


async def test_the_players_end_with_where_to_read_what_a_title_gives_5_1() -> None:
    """5.1."""
    dialogue, script = conversation(building(), "players", "rule 5.1", "done")
    await dialogue.conversation.ask()
    assert script.said[1].endswith("\n“rule 5.1” says what each title gives.")
    assert "Culture Leader: names who builds (3.0)" in script.said[2]


async def test_words_are_completed_from_legal_answers_and_commands() -> None:
    dialogue, script = conversation(building(), "", "b", "build l", "build legion lat", "done")
    await dialogue.conversation.ask()
    empty, begun, what, where, _ = script.completions
    assert set(empty) >= {"build", "done", "board", "quit"}
    assert begun == ["build", "board"]
    assert what == ["legion"]
    assert where == ["latium"]


async def test_secret_offers_are_asked_for_by_seat() -> None:
    position = Position().give("rome", "coin sheep").give("greece", "wine oil").leaders(trade="rome").at_trade()
    position.state.seats = (1, 0, 2, 3, 4)
    game = position.game()
    game.apply(game.parse("announce 1"))
    script = Script("offer wine")
    dialogue = Dialogue(script, game, EMPIRES_VIEW, 0, dict.fromkeys(range(5), "Bot"))
    assert await dialogue.conversation.ask() == "offer wine"
    assert "You are Greece; you hold 2 resources: oil, wine" in script.said[0]


async def test_players_are_shown_once_empires_are_dealt() -> None:
    script = Script()
    game = new_game(Options(3, ("random",) * 3))
    dialogue = Dialogue(script, game, EMPIRES_VIEW, 0, dict.fromkeys(range(3), "Bot"))
    script.lines.append("players")
    await dialogue.read()
    assert script.said == ["Not dealt yet: the empires."]


async def test_the_page_on_the_console_shows_what_is_said() -> None:
    page = (Path(__file__).parents[2] / "docs/console.md").read_text("utf-8")
    shown = page.split("## Line by line")[1].split("```text\n")[1].split("```")[0].splitlines()
    typed = [line.removeprefix("> ") for line in shown if line.startswith("> ")]
    position = Position().give("rome", "coin coin coin").control("dalmatia", "greece").fortress("italia", "rome")
    game = position.at_build_turn("rome").game()
    script = Script(*typed)
    game.apply(
        game.parse_strict(await Dialogue(script, game, EMPIRES_VIEW, 0, dict.fromkeys(range(5), "")).conversation.ask())
    )
    assert "\n".join(script.said).splitlines() == [line for line in shown if not line.startswith("> ")]


async def test_the_rules_are_asked_for_in_the_language_in_use() -> None:
    with speaking("hu"):
        dialogue, script = conversation(building(), "? légió")
        await dialogue.read()
    assert "légió" in script.said[0]


class Hearers:
    """People who hear what is said to all."""

    help = parting = played_for = too_few = ""
    links: Mapping[str, Callable[[], Link]] = {}

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.commands = {"say": self.say, "resign": lambda rest: ""}

    def say(self, text: str) -> str:
        self.heard.append(text)
        return ""

    def possible(self) -> list[str]:
        return []

    def proposed(self) -> list[OpenVote]:
        return []


def among_people(*lines: str) -> tuple[Dialogue, Script, Hearers]:
    """Rome builds among people, and types these lines."""
    script, hearers = Script(*lines), Hearers()
    game = Position(3).give("rome", "coin coin coin").at_build_turn("rome").game()
    dialogue = Dialogue(script, game, EMPIRES_VIEW, 0, {seat: f"Bot {seat + 1}" for seat in range(5)}, hearers)
    return dialogue, script, hearers


@pytest.mark.parametrize(
    ("line", "leads"),
    [
        ("ocupation", "“rule occupation” shows what the rules say about that."),
        ("pilage", "“rule pillage” shows what the rules say about that."),
        ("trade leader", "“rule trade leader” shows what the rules say about that."),
        ("latium", "“place latium” shows what there is."),
        ("Mare Ionium", "“place Mare Ionium” shows what there is."),
        ("bild legion", "Did you mean “build”?"),
        ("good game, all", "To say it to all, type “say”."),
        # Words of people who look for something.
        ("score", "Rome ("),
        ("Score", "Rome ("),
        ("heroes", "face up"),
        ("victory", "Build the Pyramids"),
        ("rule differences", "Differences between the editions\n"),
        ("? editions", "Differences between the editions\n"),
        ("? sicilia", "“place sicilia” shows what there is."),
        ("? Mare Ionium", "“place Mare Ionium” shows what there is."),
        ("chat", "Nothing in the log"),
        ("autopilot", "“resign”"),
        ("map", "Achaia"),
        ("name me Anna", "`mare whoami --name NAME`"),
        ("rename", "`mare whoami --name NAME`"),
    ],
)
async def test_a_line_that_answers_nothing_is_told_where_it_leads(line: str, leads: str) -> None:
    dialogue, script, _ = among_people(line, "done")
    await dialogue.conversation.ask()
    assert leads in script.said[1]


async def test_say_alone_says_what_was_refused_to_all() -> None:
    dialogue, script, hearers = among_people("That was mean, Rome!", "say", "say", "done")
    await dialogue.conversation.ask()
    assert "To say it to all, type “say”." in script.said[1]
    assert hearers.heard == ["That was mean, Rome!", ""]


async def test_what_was_refused_is_said_no_more_once_an_answer_is_given() -> None:
    dialogue, _, hearers = among_people("That was mean, Rome!", "done")
    await dialogue.conversation.ask()
    dialogue.conversation.commands["say"]("")
    assert hearers.heard == [""]


async def test_a_line_that_begins_an_answer_is_not_offered_as_talk() -> None:
    dialogue, script, _ = among_people("build legion achaia with 3 coin", "legion achaia", "done")
    await dialogue.conversation.ask()
    assert "“say”" not in " ".join(script.said)
    assert "“rule" not in " ".join(script.said)


async def test_chat_says_what_follows_it() -> None:
    dialogue, _, hearers = among_people("chat well met", "done")
    await dialogue.conversation.ask()
    assert hearers.heard == ["well met"]


def examples_of(edition: Edition) -> Iterator[tuple[Any, int, Examples]]:
    """The examples of every table: its state, the empire that reads them, and what it reads."""
    game_map, words = edition.standard_map(), view_named(edition.id).words
    for players in edition.tables(game_map):
        state = edition.start(edition.options(players, ("random",) * players), game_map)
        for empire in range(NO_EMPIRE, players):
            yield state, empire, words.examples(state.board, empire)


@pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)
def test_the_examples_of_the_help_fit_every_table(edition: Edition) -> None:
    notation, words = edition.rules.notation, view_named(edition.id).words
    for state, empire, told in examples_of(edition):
        board = state.board
        for line in (told.answer, told.whole):
            assert notation.text(board, notation.parse(board, line)) == line
        for cut, word in zip(told.short.split(), told.whole.split(), strict=True):
            assert word.startswith(cut)
        assert told.several.endswith("; done")
        assert told.typed in board.empires
        assert told.typed != board.empires[empire] or empire == NO_EMPIRE
        for place in (told.place, told.sea):
            assert words.place_name(state, words.place_named(state, place)) == place
    for topic in ("victory", "4.2"):
        assert edition.rulebook.about(topic, str)


@pytest.mark.parametrize("edition", ["empires", "original", "revised"])
def test_the_examples_of_mare_nostrum_are_marches_between_neighbours(edition: str) -> None:
    notation = EDITIONS[edition].rules.notation
    for state, _, told in examples_of(EDITIONS[edition]):
        board = state.board
        _, source, target, _ = told.whole.split()
        sources = told.several.split()[1].split(",")
        assert told.several == f"march {','.join(sources)} > {target} all; done"
        for line in (told.whole, *(f"march {place} {target} 1" for place in sources)):
            one, other = map(board.provinces.index, line.split()[1:3])
            assert board.land[one] >> other & 1
            assert notation.text(board, notation.parse(board, line)) == line
        cut = told.short.split()[1:3]
        assert [fits((*board.provinces, *board.seas), word) for word in cut] == [[source], [target]]
        assert told.place in board.province_names
        assert told.sea in board.sea_names
