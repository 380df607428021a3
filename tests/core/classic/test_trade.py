"""Trade (3.2 to 3.6) and Odysseus (7.3e); Rome is Director, whom the worked examples call D."""

from __future__ import annotations

from core.classic.variant import REVISED, Variant
from tests.core.classic.tables import Position, Table

THREE = "rome greece egypt"


def trade(variant: Variant = REVISED, odysseus: str = "", **hands: str) -> Table:
    """A trade that begins, of all who hold something."""
    line_up = [empire for empire in ("rome", "greece", "babylon", "egypt", "carthage") if empire in (*hands, "rome")]
    position = Position(" ".join(line_up), variant).leaders(trade="rome")
    for empire, cards in hands.items():
        position.give(empire, cards)
    if odysseus:
        position.tiles(odysseus, "odysseus")
    return position.at_trade().table()


OFFERED = {"rome": "oil iron slaves", "greece": "wine gold gems", "egypt": "fish grain papyrus"}


def taking(number: int, variant: Variant = REVISED, odysseus: str = "", line_up: str = THREE) -> Table:
    """A trade in which each player has offered the first cards of their own, each of another kind; D is to take."""
    hands = {empire: " ".join(OFFERED[empire].split()[:number]) for empire in line_up.split()}
    table = trade(variant, odysseus, **{**dict.fromkeys(OFFERED, ""), **hands})
    table.say("rome", f"announce {number}")
    return table


def takes(table: Table, *lines: str) -> None:
    """The next takes, such as ``rome fish egypt``; what is taken because nothing else can be is not said."""
    for line in lines:
        taker, card, loser = line.split()
        take = f"{taker.title()} takes {card} from {loser.title()}"
        if f"{take}, as nothing else can be taken." not in table.told:
            table.say(taker, f"take {card} from {loser}")


# ---------------------------------------------------------------------- 3.4 to 3.6 takes and their end


def test_the_one_who_was_taken_from_takes_next_3_4a() -> None:
    table = taking(2)
    takes(table, "rome wine greece")
    assert table.asked() == "greece"
    table.refused("greece", "take wine from greece", rule="3.4a")
    assert table.refused("greece", "take wine from rome", rule="3.4a") == "Rome has no wine face up.", "3.4b"
