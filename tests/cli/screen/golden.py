"""``python -m tests.cli.screen.golden``: write the golden screens anew, to be looked at before they are kept.

Each scene is a moment of a game at which a player sits before the screen. A few are kept whole in ``golden/``, each at
one size: one of every kind of page. What else a scene must show, ``test_scenes`` says pane by pane.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cli.commands.learn import GO_ON, ScreenDesk, names_at
from cli.lessons.lesson import lessons
from cli.lessons.teacher import Teacher
from cli.table_game import DEFAULT
from cli.ui.screen.rows import Size
from cli.ui.screen.scene import Page
from cli.ui.text import staging
from cli.ui.text.console import OpenVote
from tests.cli.screen.seats import LARGE, SMALL, Seat, knowing, silent_shell
from tests.core.positions import Position

FOLDER = Path(__file__).parent / "golden"


def table() -> Position:
    """Rome, Greece and Carthage; Rome could fight in Macedonia and Libya, and has gone to Africa in vain."""
    position = Position(3).give("rome", "coin coin coin sheep oil wine metal metal")
    position.units("italia", rome=3).units("macedonia", greece=1).fleet("mare_ionium", rome=1, greece=1)
    return position.fleet("mare_africum", rome=1)


def in_the_lead(players: int = 3) -> Position:
    """Rome is one step from winning in each of the three ways that can be counted."""
    position = Position(players).give("rome", "coin " * 10).leaders(trade="rome", culture="rome", military="greece")
    for province in ("sicilia", "judea"):
        position.control(province, "rome").build(province, "legendary_city")
    return position.tiles("rome", "circe", "gilgamesh", "hamilcar")


def seated(position: Position) -> Seat:
    """Rome's player, who is asked what the position asks."""
    seat = Seat(position.game())
    seat.conversation.begin_question()
    return seat


def setting_up() -> Seat:
    """Before the game: the board can be looked at."""
    seat = Seat(Position(3).game(), None)
    seat.conversation.begun = False
    seat.conversation.notice("Setting up a table for you and 2 bots, on this machine only …")
    return seat


def tray() -> Seat:
    """Three resources are to be offered; Greece has committed."""
    position = Position(3).give("rome", "coin coin wine wine sheep").give("greece", "coin sheep wine")
    game = position.give("carthage", "coin sheep oil").leaders(trade="greece").at_trade().game()
    game.apply(game.parse("announce 3"))
    seat = Seat(game)
    seat.conversation.begin_question()
    seat.conversation.committed.add(1)
    seat.type("offer wine ")
    return seat


def taking() -> Seat:
    """The trade's taking round: Rome takes, and may not take from Greece (2.2a)."""
    position = Position(3).give("rome", "coin coin wine sheep").give("greece", "gold wine oil oil")
    position.give("carthage", "spices coin oil oil")
    game = position.leaders(trade="rome").at_trade().game()
    seat = Seat(game)
    game.apply(game.parse("announce 3"))
    lines = ("offer coin sheep wine", "offer gold oil wine", "offer coin oil spices")
    game.reveal({number: game.parse(line) for number, line in enumerate(lines)})
    for line in ("take gold from greece", "take wine from rome"):
        game.apply(game.parse(line))
    seat.conversation.begin_question()
    seat.screen.mark(1)
    return seat


def build() -> Seat:
    """All that can be built."""
    return seated(table().at_build_turn("rome"))


def race() -> Seat:
    """Rome is about to win, and Greece cannot be reached."""
    seat = seated(in_the_lead().at_build_turn("rome"))
    knowing(seat.conversation, unreached=[1])
    return seat


def payment() -> Seat:
    """A control marker is staged, a legion is to be paid for, and the first payment is marked."""
    seat = seated(table().at_build_turn("rome"))
    seat.enter("build control germania with oil sheep wine")
    seat.enter("build legion latium")
    return seat


def march() -> Seat:
    """Legions could march into a battle."""
    seat = seated(table().at_war_turn("rome"))
    seat.enter("done; done")
    seat.type("march italia macedonia 2")
    return seat


def fight() -> Seat:
    """Two battles must be fought; the odds of one are shown."""
    seat = seated(table().units("libya", rome=2, carthage=2).at_war_turn("rome"))
    seat.conversation.asks_once_more = False
    seat.enter("done; done; march italia macedonia 2; done")
    # The dice are next only when one has chosen a battle.
    seat.screen.mark(1)
    return seat


def conquest() -> Seat:
    """Libya is conquered; what an occupation would earn is shown."""
    seat = seated(table().units("libya", rome=2).at_war_turn("rome"))
    seat.enter("done; done; done")
    seat.type("occupy libya caravan:oil caravan:sheep")
    return seat


def walk() -> Seat:
    """Over the map to a province: what is there, and who may do what."""
    seat = seated(table().at_build_turn("rome"))
    seat.screen.walk("right")
    seat.enter("/germania")
    return seat


def log() -> Seat:
    """The log of a round with a battle."""
    game = table().at_war_turn("rome").game()
    seat = Seat(game)
    for line in ("done", "done", "march italia macedonia 2", "done"):
        game.apply(game.parse(line))
    game.settle((5, 2, 4))
    seat.conversation.heard("Bot 2", "That hurt.")
    seat.enter("log battle")
    return seat


def players() -> Seat:
    """Everything that lies open about the players."""
    seat = seated(table().at_build_turn("rome"))
    seat.screen.open(Page.PLAYERS)
    return seat


def help_() -> Seat:
    """The keys and the commands."""
    seat = seated(table().at_build_turn("rome"))
    seat.screen.open(Page.HELP)
    return seat


def end() -> Seat:
    """The game is over."""
    seat = Seat(table().at_end_of_war().game())
    seat.conversation.over = "Rome (you) wins with all three titles."
    return seat


def votes() -> Seat:
    """Two changes are proposed, and the newest step is not final yet."""
    seat = seated(table().at_build_turn("rome", "greece", "carthage"))
    voted = (
        OpenVote("The autopilot plays for Cy: Ada agrees; needs 1 more of 3."),
        OpenVote("To end the game here, without a winner: Bo agrees; needs Ada and Cy.", "agree end"),
    )
    knowing(seat.conversation, votes=voted)
    seat.conversation.story.add(seat.conversation.state, 41, "Greece gives the next turn to Rome.")
    knowing(seat.conversation, final=40)
    return seat


def lesson() -> Seat:
    """In a lesson something else than hoped for has been built; the next answer is marked."""
    teacher = Teacher(lessons(DEFAULT)[1])
    desk = ScreenDesk(silent_shell(), teacher, names_at(teacher.game))
    teacher.go_on()
    teacher.words()
    line = "build legion latium with metal spices marble"
    said = teacher.judge(line)
    teacher.answer(line)
    desk.show("Lesson 2 of 7: Building", said, teacher.words())
    desk.conversation.begin_question()
    desk.mark(1)
    return Seat(teacher.game, screen=desk)


def lesson_page() -> Seat:
    """The first page of all: nothing is asked yet."""
    first = lessons(DEFAULT)[0]
    teacher = Teacher(first)
    desk = ScreenDesk(silent_shell(), teacher, names_at(teacher.game))
    desk.show("Lesson 1 of 7: Trade", None, first.pages[0])
    desk.scene.conversation.pause = GO_ON
    return Seat(teacher.game, screen=desk)


SCENES: dict[str, Callable[[], Seat]] = {
    "setting-up": setting_up,
    "tray": tray,
    "taking": taking,
    "build": build,
    "race": race,
    "payment": payment,
    "march": march,
    "fight": fight,
    "conquest": conquest,
    "walk": walk,
    "log": log,
    "players": players,
    "help": help_,
    "end": end,
    "votes": votes,
    "lesson": lesson,
    "lesson-page": lesson_page,
}


GOLDEN: dict[str, Size] = {
    "build": SMALL,
    "conquest": LARGE,
    "players": LARGE,
    "log": SMALL,
    "lesson": SMALL,
}
"""The scenes that are kept whole, and their sizes."""


def file_of(name: str) -> Path:
    """Return where a scene's screen is kept."""
    size = GOLDEN[name]
    return FOLDER / f"{name}-{size.width}x{size.height}.txt"


def main() -> None:
    """Write all of them."""
    FOLDER.mkdir(exist_ok=True)
    staging.UNREAD = 0.0
    for name, size in GOLDEN.items():
        file_of(name).write_text(SCENES[name]().shown(size) + "\n", "utf-8")


if __name__ == "__main__":
    main()
