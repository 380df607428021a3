"""Nothing that a player needs is cut off: at any size and in any language it is there, or can be scrolled to."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest

from cli.empires.view import EMPIRES_VIEW
from cli.i18n import texts
from cli.ui.screen import panes
from cli.ui.screen.face import face, layout_of, reach
from cli.ui.screen.rows import Size, plain
from cli.ui.screen.scene import Page
from tests.cli.screen.golden import SCENES, seated, table
from tests.cli.screen.seats import Seat, details
from tests.core.positions import Position

SIZES = (Size(80, 24), Size(120, 40), Size(200, 60))
LANGUAGES = ("en", "ru", "ko", "hu")
ENDLESS = 10_000
MORE = "… PgDn"


@pytest.fixture(autouse=True)
def _english_afterwards() -> Iterator[None]:
    yield
    texts.use(texts.ENGLISH)


GOODS = "pottery gems papyrus metal spices marble wood gold grain oil sheep wine gladiators"


def rich() -> Seat:
    """Rome, at a table of five, holds some of everything, and builds."""
    return seated(Position(5).give("rome", f"coin coin coin {GOODS}").at_build_turn("rome"))


def taking_of_five() -> Seat:
    """Five full trays lie face up, and Rome takes."""
    position, goods = Position(5).leaders(trade="rome"), GOODS.split()
    held = {
        empire: [goods[(3 * number + place) % len(goods)] for place in range(6)]
        for number, empire in enumerate(position.board.empires)
    }
    for empire, tokens in held.items():
        position.give(empire, " ".join(tokens))
    at = position.at_trade().table()
    most = at.legal("announce")[-1]
    at.say("rome", most)
    at.offers(**{empire: " ".join(tokens[: int(most.split()[1])]) for empire, tokens in held.items()})
    seat = Seat(at.game)
    seat.conversation.begin_question()
    return seat


def leaving() -> Seat:
    """Two steps are staged, and Rome's player has pressed Ctrl-C."""
    seat = seated(table().at_build_turn("rome"))
    seat.enter("build control germania with oil sheep wine")
    seat.enter("build legion latium with coin coin coin")
    seat.screen.conversation.interrupt()
    return seat


def looking_back() -> Seat:
    """Macedonia was walked to, and is still looked at."""
    seat = seated(table().at_build_turn("rome"))
    seat.enter("/macedonia")
    seat.screen.escape()
    return seat


MOMENTS: dict[str, Callable[[], Seat]] = {
    name: SCENES[name] for name in ("tray", "taking", "build", "payment", "march", "fight", "conquest", "walk", "votes")
} | {"rich": rich, "taking-of-five": taking_of_five, "leaving": leaving, "looking-back": looking_back}


def words(text: str) -> set[str]:
    """The words and numbers of a text."""
    return set(re.findall(r"\w+", text))


def everything(seat: Seat, size: Size) -> tuple[str, str]:
    """The first screen, and with it all that PgDn leads to."""
    first = shown = seat.shown(size)
    seen = shown
    while rows := reach(seat.scene, size):
        seat.screen.scroll(-ENDLESS, rows)
        shown = seat.shown(size)
        seen += f"\n{shown}"
    seat.scene.below = 0
    return first, seen


def needed(seat: Seat, size: Size) -> dict[str, str]:
    """By pane, what must not be lost."""
    scene = seat.scene
    state = scene.conversation.state
    texts_ = {
        "question": panes.asked(scene),
        "refusal": scene.conversation.refusal,
        "notes": "\n".join(scene.conversation.notes),
        "preview": "\n".join(scene.draft.preview),
        "votes": "\n".join(vote.told for vote in scene.conversation.votes()),
        "hand": plain(EMPIRES_VIEW.panes.hand(scene, ENDLESS)),
        "trade": plain((EMPIRES_VIEW.panes.on_table(scene, layout_of(scene, size).side.width) or ("", []))[1]),
        "place": plain(details(state, scene.selected, scene.conversation.empire, ENDLESS, scene.glyphs)),
        "keys": "F1 F6 C Enter",
        "answers": " ".join(choice.shown for choice in scene.draft.choices),
    }
    if scene.on_map:
        # Enter leads from the map to what can be done there.
        del texts_["answers"]
    return texts_


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.usefixtures("_without_map")
def test_every_word_is_there_or_can_be_scrolled_to(name: str, language: str, size: Size) -> None:
    texts.use(language)
    seat = MOMENTS[name]()
    first, seen = everything(seat, size)
    there = words(seen)
    for number in range(len(seat.draft.choices)):
        seat.draft.chosen = number
        there |= words(plain(panes.choices(seat.scene, layout_of(seat.scene, size).choices.size)))
    lost = {pane: missing for pane, text in needed(seat, size).items() if (missing := words(text) - there)}
    assert lost == {}
    if len(seen) > len(first):
        assert MORE in first


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("_without_map")
def test_what_is_told_of_the_players_beside_the_map_is_told_whole(language: str, size: Size) -> None:
    texts.use(language)
    scene = rich().scene
    side = layout_of(scene, size).side
    for most in range(40):
        beside = plain(EMPIRES_VIEW.panes.players(scene, side.width, most))
        assert "…" not in beside
    # What a line has no room for stands on the page of all players.
    told = words(plain(EMPIRES_VIEW.panes.players(scene, ENDLESS, ENDLESS)))
    scene.page = Page.PLAYERS
    assert told - words(plain(face(scene, Size(size.width, 200)))) == set()


def test_a_staged_step_for_which_there_is_no_room_ends_with_the_sign_of_more() -> None:
    seat = rich()
    seat.enter("build nebuchadnezzar with pottery gems papyrus metal spices marble wood")
    row = next(row for row in seat.shown(Size(80, 24)).splitlines() if "Staged, not signed" in row)
    assert row.rstrip().endswith("…")
    assert "wood" not in row


def test_all_staged_steps_stand_at_the_end_of_the_log() -> None:
    seat = leaving()
    assert "1 build control" not in seat.shown(Size(80, 24))
    seat.screen.open(Page.LOG)
    shown = seat.shown(Size(80, 24))
    assert "1 build control germania" in shown
    assert "2 build legion latium" in shown
