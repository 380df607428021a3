"""A position for every kind of frame in which the flow can wait, and for every way to begin a phase or a turn."""

from __future__ import annotations

_TEXTS = """
== obtaining
phase = "collect"
doing = [{ what = "obtaining", empire = "rome" }]

== extra_coins
phase = "collect"
doing = [{ what = "extra_coins" }, { what = "legendary_draw", empire = "rome" }]

== legendary_draw
phase = "collect"
doing = [
  { what = "extra_coins" },
  { what = "coin_or_legendary", empire = "greece" },
  { what = "legendary_draw", empire = "rome" },
]

== coin_or_legendary
phase = "collect"
doing = [{ what = "extra_coins" }, { what = "coin_or_legendary", empire = "greece" }]

== collect_choice
phase = "war"
turn = "rome"
doing = [{ what = "conquests", provinces = "sicilia" }, { what = "collect_choice" }]
[empires]
rome = { tiles = "caesar queen_of_sheba" }
[provinces]
gallia = { controller = "rome" }
sicilia = { controller = "egypt", buildings = "temple", legions = { rome = 2 }, occupied = { rome = "control" } }
[seas]
mare_tyrrhenum = { rome = 1 }

== announcing
phase = "trade"
[empires]
carthage = { resources = "wine" }

== offering
phase = "trade"
leaders = { trade = "rome" }
doing = [
  { what = "offering", numbers = { rome = 1, egypt = 1 } },
  { what = "naming_size", empire = "egypt" },
]
[empires]
rome = { resources = "2 coin" }
egypt = { resources = "coin wine" }

== naming_size
phase = "trade"
leaders = { trade = "rome" }
doing = [{ what = "offering", numbers = { rome = 1 } }, { what = "naming_size", empire = "rome" }]
[empires]
rome = { resources = "2 coin" }
egypt = { resources = "coin wine" }

== offers
phase = "trade"
leaders = { trade = "rome" }
doing = [{ what = "offers", sizes = { rome = 1, egypt = 1 } }]
[empires]
rome = { resources = "2 coin" }
egypt = { resources = "coin wine" }

== taking
phase = "trade"
leaders = { trade = "rome" }
doing = [{ what = "taking", face_up = { egypt = "sheep", greece = "wood" }, taker = "rome" }]
[empires]
rome = { resources = "2 coin" }
egypt = { resources = "coin wine" }

== taking again
phase = "trade"
leaders = { trade = "rome" }
doing = [
  { what = "taking", face_up = { greece = "wood" }, taker = "rome", last = "egypt rome", before = "rome egypt" },
]
[empires]
rome = { resources = "2 coin" }
egypt = { resources = "coin wine" }

== compensation
phase = "trade"
leaders = { trade = "rome" }
doing = [{ what = "compensation", empire = "egypt" }]
[empires]
rome = { resources = "coin oil" }
egypt = { resources = "coin wine" }

== ambition
phase = "build"
waiting = "rome greece babylon egypt carthage"
doing = [{ what = "ambition", empire = "rome" }]
[empires]
rome = { resources = "12 coin pottery gems papyrus metal wood gold", tiles = "caesar perseus circe" }
greece = { tiles = "pericles hercules" }

== ambition begun
phase = "build"
waiting = "rome greece babylon egypt carthage"
doing = [{ what = "ambition", empire = "rome", begun = true }]
[empires]
rome = { resources = "12 coin pottery gems papyrus metal wood gold", tiles = "caesar perseus circe hamilcar" }
greece = { tiles = "pericles hercules" }

== copying
phase = "build"
waiting = "rome greece babylon egypt carthage"
doing = [
  { what = "ambition", empire = "rome", begun = true },
  { what = "copying", empire = "rome" },
]
[empires]
rome = { resources = "12 coin pottery gems papyrus metal gold", tiles = "caesar perseus circe castor_and_pollux" }
greece = { tiles = "pericles hercules" }

== keeping
phase = "end of build"
doing = [
  { what = "refill" },
  { what = "victory_test" },
  { what = "discard", kept = { egypt = "sheep wine" } },
  { what = "keeping", empire = "rome" },
]
[empires]
rome = { resources = "oil wine" }
egypt = { resources = "sheep wine *sheep" }

== refill
display = "short"
phase = "end of build"
doing = [{ what = "refill" }]

== declaring
phase = "war"
waiting = "rome egypt"
peace = { former = "greece" }
doing = [{ what = "declaring", empire = "rome" }]

== conversions
phase = "war"
turn = "rome"
[provinces]
gallia = { controller = "rome" }
germania = { controller = "egypt", legions = { rome = 1 }, occupied = { rome = "control" } }

== sailing
start = true
phase = "war"
turn = "rome"
doing = [{ what = "sailing", moved = { mare_ionium = 1 } }]
[seas]
mare_ionium = { rome = 2 }

== sea_battles
start = true
phase = "war"
turn = "rome"
doing = [{ what = "sea_battles", seas = "mare_ionium" }]
[seas]
mare_ionium = { rome = 2, egypt = 1 }

== sea_battle
start = true
phase = "war"
turn = "rome"
doing = [
  { what = "sea_battles" },
  { what = "sea_battle", sea = "mare_ionium", defender = "egypt" },
]
[seas]
mare_ionium = { rome = 2, egypt = 1 }

== marching
start = true
phase = "war"
turn = "rome"
doing = [{ what = "marching", moved = { latium = 1 } }]

== land_battles
start = true
phase = "war"
turn = "rome"
doing = [{ what = "land_battles", provinces = "gallia latium" }]
[provinces]
gallia = { legions = { rome = 2, egypt = 1 } }
latium = { legions = { egypt = 1 } }

== land_battle
start = true
phase = "war"
turn = "rome"
doing = [
  { what = "land_battles" },
  { what = "land_battle", province = "latium", defender = "egypt" },
]
[provinces]
latium = { legions = { egypt = 1 } }

== losses
start = true
phase = "war"
turn = "rome"

doing = [
  { what = "land_battles" },
  { what = "aftermath", province = "latium" },
  { what = "losses", province = "latium", hits = 1 },
  { what = "losses", province = "latium", empire = "egypt", hits = 1 },
]
[provinces]
latium = { legions = { rome = 2, egypt = 2 } }

== conquests
phase = "war"
turn = "rome"
doing = [{ what = "conquests", provinces = "sicilia", used = "queen_of_sheba" }]
[empires]
rome = { tiles = "caesar queen_of_sheba" }
[provinces]
gallia = { controller = "rome" }
sicilia = { controller = "egypt", buildings = "temple", legions = { rome = 2 }, occupied = { rome = "control" } }
[seas]
mare_tyrrhenum = { rome = 1 }

== giving_up
phase = "war"
turn = "rome"
doing = [
  { what = "conquests" },
  { what = "giving_up", province = "sicilia", tile = "queen_of_sheba" },
]
[empires]
rome = { tiles = "caesar queen_of_sheba" }
[provinces]
gallia = { controller = "rome" }
sicilia = { controller = "egypt", buildings = "temple", legions = { rome = 2 }, occupied = { rome = "control" } }
[seas]
mare_tyrrhenum = { rome = 1 }

== standing
phase = "war"
turn = "rome"
stage = "standing"
[empires]
rome = { tiles = "caesar circe" }
[provinces]
gallia = { legions = { rome = 1 } }

== tie
phase = "leadership"
doing = [{ what = "tie", track = "culture", tied = "rome egypt" }]

== build turn
phase = "build"
turn = "rome"
marked = "gallia"
used = "penthesilea spartacus penthesilea"
[empires]
rome = { resources = "9 coin" }

== turns
phase = "war"
waiting = "egypt rome"

== deal
phase = "start"
seats = "random random random rome random"
display = "short"

== dealt
phase = "start"
players = 3
seats = "random random rome"
dealt = "carthage greece rome"
display = "short"

== over
phase = "over"
winners = "rome egypt"
victory = "heroes_and_wonders"

== round_limit
phase = "over"
victory = "round_limit"
max_rounds = 4
round = 4
"""

EXAMPLES = {
    heading: text for heading, _, text in (example.partition("\n") for example in _TEXTS.split("\n== ") if example)
}
"""The texts, by the name of what is going on."""
