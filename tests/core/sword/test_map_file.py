"""The owner's file (2, 3): what it says, and that its checker names all that is missing, each in a sentence."""

from __future__ import annotations

import re

import pytest

from core.engine.errors import DataError
from core.sword.board import Board
from core.sword.data import practice_toml
from core.sword.map import PLAIN, ROUGH, STRAIT, Link
from core.sword.map_file import check_map, load_map
from core.sword.powers import INDEPENDENTS, POWERS, SAMNITES

PRACTICE = practice_toml()


def complaints(text: str) -> list[str]:
    return [str(fault) for fault in check_map(text)]


def test_the_practice_file_lacks_nothing_and_says_what_it_is() -> None:
    assert complaints(PRACTICE) == []
    game_map = load_map(PRACTICE)
    assert (game_map.id, game_map.title, game_map.practice) == ("practice", "The practice file", True)
    assert [players for players, _ in game_map.tables] == [2, 3, 4, 5]
    assert len(game_map.digest) == 32


def test_2_2a_links_are_plain_a_strait_or_rough_and_one_leads_one_way() -> None:
    game_map = load_map(PRACTICE)
    names = [facts.id for facts in game_map.locations]
    by_name = {facts.id: facts for facts in game_map.locations}
    assert Link(names.index("elmgate"), PLAIN) in by_name["highmead"].links
    assert Link(names.index("saltharbor"), STRAIT) in by_name["redcliff"].links
    assert Link(names.index("windhill"), ROUGH) in by_name["stonefold"].links
    assert by_name["beyond_the_pass"].links == (Link(names.index("highmead"), ROUGH),)
    assert names.index("beyond_the_pass") not in [link.target for link in by_name["highmead"].links]


def test_2_2b_a_location_is_what_the_file_says_and_several_things_at_once() -> None:
    by_name = {facts.id: facts for facts in load_map(PRACTICE).locations}
    millford = by_name["millford"]
    assert (POWERS[millford.home], millford.reinforcement, millford.walled_city, millford.victory) == (
        "etruscans",
        2,
        True,
        2,
    )
    assert by_name["stonefold"].tribe
    assert by_name["stonefold"].home == SAMNITES
    assert by_name["riverton"].port
    assert by_name["lakeside"].home == INDEPENDENTS


def test_2_2b_some_victory_locations_are_ordinary_with_fewer_than_five_players() -> None:
    game_map = load_map(PRACTICE)
    worth = {players: Board(game_map, players) for players in (4, 5)}
    greenhithe = worth[4].locations.index("greenhithe")
    assert [worth[players].victory(greenhithe) for players in (4, 5)] == [0, 1]
    assert [worth[players].victory(worth[4].locations.index("elmgate")) for players in (4, 5)] == [1, 1]


def test_2_3_with_five_players_carthage_has_other_leaders() -> None:
    game_map = load_map(PRACTICE)

    def carthage(players: int) -> list[str]:
        return [leader.id for leader in Board(game_map, players).leaders if POWERS[leader.power] == "carthaginians"]

    assert (carthage(4), carthage(5)) == (["bostar"], ["mago"])


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "practice"\n', "", "map.id: is missing."),
        ("victory_number = [7, 7, 6, 6]", "victory_number = [9]", "map.victory_number: needs one number for each of"),
        ('home = "gauls"\ntribe', "tribe", "locations.highmead.home: is missing: name a power, or “independents”."),
        ('links = "deepdale"', 'links = "deepdal"', "locations.stonefold.links: there is no location “deepdal”"),
        ('links = "deepdale"\n', "", "locations.deepdale.links: 'stonefold' does not name 'deepdale' in return."),
        (
            'port = true\nlinks = "coldspring',
            'rough_one_way = "oldwall"\nlinks = "coldspring',
            "locations.redcliff.rough_one_way: only a holding box has a link that leads one way (2.2a).",
        ),
        ("[powers.gauls]\npoints = 3", "[powers.gauls]", "powers.gauls.points: is missing."),
        (
            "activations = [4, 11, 18]",
            "activations = [25]",
            "powers.romans.activations: its deck has the cards 1 to 24",
        ),
        ("units = 8", "units = 3", "attrition: the rows begin at 1 CU, each with more than the one before."),
        ("losses = [0, 0, 0, 0, 1, 1]", "losses = [0]", "losses: needs 6 numbers, one for each face of the die."),
        ('seats = ["gauls greeks", "samnites romans"]', 'seats = ["gauls romans", "samnites greeks"]', "one side (S1)"),
        ('seats = ["gauls greeks", "samnites romans"]', 'seats = ["gauls greeks", "romans"]', "has two powers (S1)"),
        ('gallic_event_after = "greeks"\n', "", "tables.3.gallic_event_after: is missing: whose activity the Gauls"),
        ("[tables.4]\nseats = [", '[tables.4]\nseats = ["romans", ', "must name the powers of 4 seats, clockwise."),
        ("starts.all", "starts.2", "starts: is missing: a start for 3 players, or [starts.all]."),
        ('bran = "elmgate"', 'brann = "elmgate"', "starts.all.leaders.brann: there is no leader “brann”"),
        ('markers = ["looted", "roused"]', 'markers = ["looted", "elmgate"]', "'elmgate' names two things"),
        ('name = "Fenmarsh"\n', "", "locations.fenmarsh.name: is missing."),
        ("at = [15.0, 41.6]\n", "", "locations.fenmarsh.at: is missing: where the location is drawn"),
        ('alliances = ["gauls greeks"]', 'alliances = ["gauls"]', "starts.all.alliances[0]: expected two powers"),
        ('rough_one_way = "highmead"', "rough_one_way = 3", "beyond_the_pass.rough_one_way: expected a text of words."),
        ("hand = 6\ndeck = 24", "hand = 25\ndeck = 24", "powers.romans.hand: its deck has 24 cards only."),
        ('name = "Highmead"', 'name = "elmgate"', "locations.elmgate.name: 'Elmgate' is the name of another location"),
        (
            "[starts.all]\n",
            "[starts.all]\nsieges = { millford = 10 }\n",
            "starts.all.sieges.millford: expected a whole number from 0 to 9.",
        ),
        (
            "[starts.all]\n",
            "[starts.all]\nsieges = { thornwood = 1, elmgate = 1 }\n",
            "starts.all.sieges.elmgate: is no walled city and no tribe.",
        ),
        (
            "[starts.all]\n",
            "[starts.all]\ntracks = { plunder = 100 }\n",
            "starts.all.tracks.plunder: expected a whole number from 0 to 99.",
        ),
        ("five_players_only = true\nlinks", "five_players_only = true\nwalled = 1\nlinks", "walled: is not known here"),
    ],
)
def test_the_checker_says_what_is_missing_or_wrong(old: str, new: str, said: str) -> None:
    assert old in PRACTICE
    found = complaints(PRACTICE.replace(old, new))
    assert any(said in sentence for sentence in found), found


def test_the_checker_names_all_faults_with_their_lines_and_loading_names_the_first() -> None:
    broken = PRACTICE.replace('name = "Fenmarsh"\n', "").replace("deck = 24", "").replace("turns = 4", "turns = 400")
    found = complaints(broken)
    assert len(found) == 3
    lines = [int(re.match(r"line (\d+): ", sentence)[1]) for sentence in found]  # type: ignore[index]
    assert lines == sorted(lines)
    with pytest.raises(DataError, match="turns: expected a whole number from 1 to 30"):
        load_map(broken)


def test_a_misspelled_link_is_one_fault() -> None:
    (fault,) = check_map(PRACTICE.replace('rough_one_way = "highmead"', 'rough_one_way = "high"'))
    assert fault.key == "locations.beyond_the_pass.rough_one_way"
    found = complaints(PRACTICE.replace('links = "elmgate coldspring"', 'links = "elmgate coldsprings"'))
    assert [sentence.partition(": ")[2] for sentence in found] == [
        "locations.highmead.links: there is no location “coldsprings” in this game.",
        "locations.coldspring.links: 'highmead' does not name 'coldspring' in return.",
    ]


def test_a_file_without_anything_gets_one_sentence_for_each_section() -> None:
    found = complaints("")
    for section in ("map", "locations", "powers", "attrition", "tables", "starts"):
        assert any(f" {section}: " in sentence for sentence in found), section
