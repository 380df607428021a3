"""Position notation: every position of a game as a text, and what stands in such a text."""

from __future__ import annotations

import random
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core import DataError, Decision, Over, Simultaneous
from core.empires.build import BuildEnd
from core.empires.building import BuildTurn
from core.empires.position import count_supplies, dump_position, load_position
from core.empires.rules import FLOW, new_game
from core.empires.state import Game, Options
from core.empires.war import WarTurn
from core.engine.answers import Answers
from core.engine.dealing import Deal
from core.engine.kind import kinds_of
from core.engine.position import written_frames
from core.engine.toml import line_of, read_toml
from core.mare.rounds import Turns
from core.mare.state import Round
from tests.core.position_examples import EXAMPLES
from tests.core.random_games import options
from tests.core.recount import problems

GAMES = 18
"""Every table with both displays, with empires dealt, chosen and mixed."""
SHARE = 15
"""One position in so many is looked at."""
DRAWS = 20


def step(game: Game, chance: random.Random) -> None:
    """Any answer at all."""
    game.step(lambda seat, answers: answers.draw(chance.randrange), chance.randrange)


def asked(game: Game) -> list[Answers]:
    """The answers of everybody who is asked."""
    node = game.node
    if isinstance(node, Simultaneous):
        return list(node.answers.values())
    return [node.answers] if isinstance(node, Decision) else []


def check_round_trip(game: Game) -> None:
    text = dump_position(game)
    loaded = load_position(text)
    assert loaded.digest() == game.digest(), text
    assert type(loaded.node) is type(game.node)
    assert dump_position(loaded) == text


@pytest.mark.parametrize("seed", range(GAMES))
def test_every_position_of_a_game_can_be_written_and_read_back(seed: int) -> None:
    """And in each of them some drawn actions print and parse back."""
    game, chance, curiosity = new_game(options(seed)), random.Random(seed), random.Random(seed)
    while not isinstance(game.node, Over):
        if curiosity.randrange(SHARE) == 0:
            check_round_trip(game)
            for answers in asked(game):
                for _ in range(DRAWS):
                    action = answers.draw(curiosity.randrange)
                    assert game.parse_strict(game.text(action)) == action
        step(game, chance)
    check_round_trip(game)


def test_every_frame_of_the_flow_can_be_written() -> None:
    elsewhere = {Round, Turns, BuildEnd, BuildTurn, WarTurn, Deal}
    written = {*written_frames(FLOW).values()}
    assert written | elsewhere == set(FLOW)
    assert {name for frame in written for name in FLOW[frame].below} <= {frame.__name__ for frame in FLOW}
    assert all(tuple(kinds_of(frame)) == frame._fields for frame in written)


# ---------------------------------------------------------------------- what is left out


def test_nothing_at_all_is_five_empires_without_pieces() -> None:
    """4.3.5: the capitals' control is printed."""
    state = load_position("").state
    assert len(state.players) == 5
    assert sum(province.controller >= 0 for province in state.provinces) == 5
    assert not any(province.built or any(province.legions) for province in state.provinces)
    assert state.players[0].legions == state.board.map.legions
    assert state.players[0].markers == state.board.map.markers


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_printed_start_is_a_new_game(players: int) -> None:
    board = load_position(f"players = {players}").state.board
    new = new_game(Options(players, board.empires))
    assert load_position(f"players = {players}\nstart = true").digest() == new.digest()


def test_what_is_written_replaces_what_the_start_has() -> None:
    text = (
        'start = true\nphase = "build"\n[provinces]\nlatium = { legions = { rome = 3 } }\ngallia = { buildings = "" }'
    )
    state = load_position(text).state
    latium, gallia = (state.provinces[state.board.provinces.index(name)] for name in ("latium", "gallia"))
    assert latium.legions[0] == 3
    assert latium.built
    assert latium.fortress == 0
    assert (gallia.controller, gallia.built) == (0, 0)


def test_words_may_stand_in_a_list_too() -> None:
    written = load_position('[empires]\nrome = { resources = "2 coin wine" }')
    listed = load_position('[empires]\nrome = { resources = ["coin", "wine coin"] }')
    assert written.digest() == listed.digest()


def test_what_the_box_holds_is_never_written() -> None:
    game = load_position('start = true\nphase = "build"\n[empires]\nrome = { resources = "3 coin *sheep" }')
    state = game.state
    before = state.encode()
    state.reserve, state.pile, state.buildings = b"", b"", b""
    count_supplies(state)
    assert state.encode() == before
    assert state.reserve[0] == state.board.map.coins - 3
    assert sum(state.pile) == len(state.pile) - 1


# ---------------------------------------------------------------------- what is going on


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_whatever_is_going_on_can_be_written_and_played_on(text: str) -> None:
    game = load_position(text)
    check_round_trip(game)
    chance = random.Random(1)
    for _ in range(20):
        step(game, chance)
        check_round_trip(game)


def test_all_frames_are_among_these_examples() -> None:
    assert set(written_frames(FLOW)) <= {*EXAMPLES, *re.findall('what = "([a-z_]+)"', " ".join(EXAMPLES.values()))}


# ---------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("text", "line", "key", "problem"),
    [
        ("players = 5\nplayers = 4", 2, "", "This is no TOML"),
        ("round = ", 1, "", "This is no TOML"),
        ('\nphase = "lunch"', 2, "phase", "'lunch' is not known"),
        ("colour = 1", 1, "colour", "the keys are edition, players"),
        ("players = 7", 1, "players", "is for 3, 4, 5 players, not 7"),
        ("\n\nround = 0", 3, "round", "from 1 to 1000000"),
        ('edition = "original"', 1, "edition", "no position of the edition 'empires'"),
        ('display = "half"', 1, "display", "neither open nor short"),
        ('players = 3\nseats = "rome greece"', 2, "seats", "3 seats need 3 choices"),
        ('players = 3\nseats = "rome rome greece"', 2, "seats", "chosen twice"),
        ('players = 3\nseats = "rome random random"', 2, "seats", "“dealt” must say"),
        ('players = 3\nseats = "rome random random"\ndealt = "greece rome carthage"', 3, "dealt", "as agreed"),
        ('leaders = { trade = "rom" }', 1, "leaders.trade", "there is no empire “rom”"),
        ('exchange = "5/1"', 1, "exchange", "no exchange marker “5/1”"),
        ('exchange = ""', 1, "exchange", "always available"),
        ('discard = "sheep"', 1, "discard", "no legendary commodity “sheep”"),
        ('discard = "2 *sheep"', 1, "discard", "1 *sheep too few"),
        ('face_up = "caesar"', 1, "face_up", "starting hero"),
        ('face_up = "circe"\n[empires]\nrome = { tiles = "caesar circe" }', 1, "face_up", "lies on a mat"),
        ('peace = { owner = "rome" }', 1, "peace", "an owner and a partner"),
        ('winners = "rome"', 1, "winners", "goes with the phase “over”"),
        ('phase = "over"', 1, "victory", "is missing"),
        ('phase = "over"\nvictory = "leadership"', 1, "winners", "name the winners"),
        ('[empires]\n\nrome = { tiles = "caesar pyramids" }', 1, "phase", "has built the Pyramids"),
        ('[empires]\nrome = { resources = "3 coins" }', 2, "empires.rome.resources", "there is no resource “coins”"),
        ('[empires]\nrome = { resources = "3 2 coin" }', 2, "empires.rome.resources", "“2” should be a number"),
        ('[empires]\nrome = { resources = "coin 3" }', 2, "empires.rome.resources", "should follow “3”"),
        ('[empires]\nrome = { resources = "45 coin" }', 1, "empires", "1 coin too few for this (0.5)"),
        ('[empires]\nrome = { tiles = "circe" }', 2, "empires.rome.tiles", "Caesar lies on no mat"),
        (
            '[empires]\nrome = { tiles = "caesar circe" }\negypt = { tiles = "cleopatra circe" }',
            *(3, "empires.egypt.tiles", "Circe lies on another mat already"),
        ),
        (
            '[empires]\nrome = { tiles = "caesar circe hercules perseus ramses spartacus" }',
            *(2, "empires.rome.tiles", "five heroes and wonders are the most"),
        ),
        ('players = 3\n[empires]\nrome = { tiles = "caesar cleopatra" }', 3, "empires.rome.tiles", "does not play"),
        ('[empires]\nrome = { copied = "hercules" }', 2, "empires.rome.copied", "only the owner of Castor and Pollux"),
        (
            '[empires.rome]\ntiles = "caesar castor_and_pollux"\ncopied = "hercules"',
            *(3, "empires.rome.copied", "no hero of another player's"),
        ),
        ("[provinces]\nthule = {}", 2, "provinces.thule", "is not known here"),
        ("players = 3\n[provinces]\nnubia = {}", 3, "provinces.nubia", "is not known here"),
        ('[provinces]\nlatium = { controller = "egypt" }', 2, "provinces.latium.controller", "4.3.5"),
        ('[provinces]\nasia = { buildings = "market" }', 2, "provinces.asia.buildings", "has no icon “market”"),
        ('[provinces]\nasia = { buildings = "temple temple" }', 2, "provinces.asia.buildings", "is named twice"),
        ("[provinces]\nasia = { legions = { rome = 9 } }", 2, "provinces.asia.legions.rome", "from 0 to 8"),
        (
            "[provinces]\nasia = { legions = { rome = 8 } }\ncreta = { legions = { rome = 1 } }",
            *(1, "provinces", "1 legion of Rome too few for this (0.5)"),
        ),
        (
            '[provinces]\n\nasia = { controller = "egypt", buildings = "temple", occupied = { rome = "temple" } }',
            *(3, "provinces.asia.occupied", "needs a legion of the occupier"),
        ),
        (
            '[provinces]\nasia = { buildings = "temple", legions = { rome = 1 }, occupied = { rome = "temple" } }',
            *(2, "provinces.asia.occupied", "only buildings that an opponent controls"),
        ),
        (
            '[provinces]\nlatium = { legions = { egypt = 1 }, occupied = { egypt = "control" } }',
            *(2, "provinces.latium.occupied", "capital's province"),
        ),
        (
            '[provinces]\nasia = { legions = { egypt = 1 }, occupied = { egypt = "control" } }',
            *(2, "provinces.asia.occupied", "only an opponent's control marker"),
        ),
        ("[seas]\nmare_nostrum = { rome = 1 }", 2, "seas.mare_nostrum", "is not known here"),
        ("[seas]\nmare_ionium = { rome = 6 }", 2, "seas.mare_ionium.rome", "from 0 to 5"),
        ('turn = "rome"', 1, "turn", "does not fit this phase"),
        ('phase = "war"\nturn = "rome"\nwaiting = "egypt rome"', 3, "waiting", "Rome has its turn now"),
        ('phase = "war"\nturn = "rome"\nstage = "lunch"', 3, "stage", "'lunch' is not known"),
        ('phase = "trade"\ndoing = [\n  { what = "tie" },\n]', 3, "doing[0].track", "is missing"),
        (
            'phase = "trade"\ndoing = [{ what = "refill" }]',
            2,
            "doing[0]",
            "does not fit the phase, or the frame below it",
        ),
        ('phase = "trade"\ndoing = [{ what = "lunch" }]', 2, "doing[0].what", "'lunch' is not known"),
        ('phase = "trade"\n[[doing]]\nwhat = "offers"\nsizes = { rome = 1 }', 2, "doing[0]", "than they own (R7)"),
        (
            'phase = "war"\nturn = "rome"\ndoing = [\n  { what = "marching", moved = { creta = 1 } },\n]',
            *(4, "doing[0]", "more legions have moved there"),
        ),
        (
            'phase = "war"\nturn = "rome"\ndoing = [\n  { what = "conversions" },\n  { what = "losses" },\n]',
            *(5, "doing[1].province", "is missing"),
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_key_and_line(text: str, line: int, key: str, problem: str) -> None:
    with pytest.raises(DataError) as refusal:
        load_position(text)
    assert (refusal.value.line, refusal.value.key) == (line, key), str(refusal.value)
    assert problem in refusal.value.problem


# ---------------------------------------------------------------------- nonsense


def word_list() -> list[str]:
    """Words that mean something somewhere, and some that mean nothing."""
    board = load_position("").state.board
    icons = {icon.name for row in board.icons for icon in row}
    words = [*board.provinces, *board.seas, *board.empires, *board.tokens, *sorted(icons)]
    words += [tile.id for tile in board.tiles]
    words += re.findall(r"[\w:*/]+", " ".join(EXAMPLES.values()))
    return [*dict.fromkeys(words), "lunch", "-1", "99", "1e9", "[", "]", "{", "}", '"', "=", "\n", ",", "#", "\0"]


WORDS = word_list()
PIECES = {name: re.findall(r"[\w:*/]+|\s+|.", text) for name, text in EXAMPLES.items()}


def load_or_complain(text: str) -> Game | None:
    """The game at a position, or None where a sentence says what is wrong, and in which line."""
    try:
        return load_position(text)
    except DataError as error:
        complaint = error
    assert complaint.line
    assert complaint.problem.endswith(".")
    return None


@settings(max_examples=200)
@given(st.data())
def test_an_altered_position_is_refused_in_a_sentence_or_can_be_played_on(data: st.DataObject) -> None:
    pieces = [*PIECES[data.draw(st.sampled_from(sorted(PIECES)))]]
    for _ in range(data.draw(st.integers(1, 4))):
        pieces[data.draw(st.integers(0, len(pieces) - 1))] = data.draw(st.sampled_from(WORDS))
    game = load_or_complain("".join(pieces))
    if game is None:
        return
    chance = random.Random(data.draw(st.integers(0, 99)))
    for _ in range(15):
        # Of who pillaged which icon a position does not remember.
        assert [wrong for wrong in problems(game.state, {}) if not wrong.startswith("4.3.1")] == []
        assert load_position(dump_position(game)).digest() == game.digest()
        step(game, chance)


@given(st.text())
def test_any_text_is_refused_in_a_sentence_or_is_a_position(text: str) -> None:
    load_or_complain(text)


@pytest.mark.parametrize(
    "text",
    [
        "doing = " + "[" * 500 + "]" * 500,
        "doing = " + "[" * 50_000,
        "round = " + "9" * 5000,
        "round = 99999999999999999999",
        "round = 2025-01-01",
        "round = nan",
        'phase = "\\ud800"',
        "[empires]\nrome = { resources = '" + "coin " * 20_000 + "' }",
        '[a]\n[a.b]\n[[a.c]]\n"d.e".f = [1, {g = """x\ny"""}] # h\n',
        ".".join("a" * 50_000) + " = 1",
        "[" + " . ".join("a" * 50_000) + "]",
        "a = { b = 1, " + ".".join(["'a'", '"a"'] * 25_000) + " = 1 }",
    ],
)
def test_monstrous_texts_are_refused_in_a_sentence(text: str) -> None:
    began = time.process_time()
    with pytest.raises(DataError) as refusal:
        load_position(text)
    assert refusal.value.line
    assert time.process_time() - began < 2


def test_dots_in_texts_and_comments_make_no_long_key() -> None:
    dots = "." * 100
    assert read_toml(f"# {dots}\na = '{dots}'\nb = [10.75, '{dots}']").text("a") == dots


def test_the_line_of_every_key_is_found() -> None:
    text = (
        "a = 1\n"
        "b.c = [ # two\n"
        "  1,\n"
        "  { d = '''x\n\n''', e = 2 },\n"
        "]\n"
        "[f.'g']\n"
        'h = """\n[i]\n\\""""\n'
        "[[j]]\n"
        "k = 1\n"
        "[[j]]\n"
        "k = 2\n"
        "[j.l]\n"
        "m = 1\n"
        '"\\u006eo" = 1'
    )
    lines = {"a": 1, "b": 2, "b.c": 2, "b.c[0]": 3, "b.c[1].d": 4, "b.c[1].e": 6, "f.g": 8, "f.g.h": 9}
    lines |= {"j[0].k": 13, "j[1].k": 15, "j[1].l.m": 17, "j[1].l.no": 18, "f.g.h.nothing": 9, "nothing": 1}
    assert {key: line_of(text, key) for key in lines} == lines
