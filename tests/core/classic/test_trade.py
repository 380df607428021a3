"""Trade (3.2 to 3.6) and Odysseus (7.3e); Rome is Director, whom the worked examples call D."""

from __future__ import annotations

from core.classic.variant import ORIGINAL, REVISED, Variant
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


def sizes(table: Table) -> list[int]:
    return [table.size(empire) for empire in THREE.split()]


# ---------------------------------------------------------------------- 3.2 the number


def test_those_offer_who_hold_as_many_cards_3_2b() -> None:
    """Worked example 4."""
    babylon, carthage = "iron " * 4 + "gems " * 2, "gold " * 4 + "oil " * 4
    table = trade(rome="coin " * 6 + "oil", greece="wine " * 5, babylon=babylon, egypt="fish " * 4, carthage=carthage)
    table.say("rome", "announce 6")
    assert table.asked_together() == {"rome", "carthage"}, "Babylon, who holds six cards, has no choice"
    table.offers(rome="coin " * 6, carthage="gold gold gold oil oil oil")
    assert [told.split()[0] for told in table.told if " offers " in told] == ["Rome", "Babylon", "Carthage"]


def test_there_is_no_trade_with_0_or_with_fewer_than_two_players_k21() -> None:
    for number in (0, 3):
        table = trade(rome="coin " * 3, greece="wine " * 2, egypt="fish " * 2)
        table.say("rome", f"announce {number}")
        assert "There is no trade: fewer than two players make an offer." in table.told


# ---------------------------------------------------------------------- 3.4 to 3.6 takes and their end


def test_the_one_who_was_taken_from_takes_next_3_4a() -> None:
    table = taking(2)
    takes(table, "rome wine greece")
    assert table.asked() == "greece"
    table.refused("greece", "take wine from greece", rule="3.4a")
    assert table.refused("greece", "take wine from rome", rule="3.4a") == "Rome has no wine face up.", "3.4b"


def test_nothing_is_given_where_the_director_was_the_last_to_lose_3_6a() -> None:
    """Worked example 7."""
    table = taking(2)
    takes(table, "rome wine greece", "greece fish egypt", "egypt oil rome", "rome grain egypt")
    takes(table, "egypt gold greece", "greece iron rome")
    assert sizes(table) == [2, 2, 2]
    assert not any(" gives " in told for told in table.told)


# ---------------------------------------------------------------------- Odysseus, 7.3e


def test_odysseus_undoes_a_take_in_the_original_edition_7_3e() -> None:
    """Worked example 9: Egypt has lost nothing, D takes from Greece, and Greece takes next."""
    table = taking(2, ORIGINAL, odysseus="greece")
    takes(table, "rome fish egypt")
    assert (table.asked(), table.rule()) == ("greece", "7.3e")
    table.say("greece", "divert")
    table.refused("rome", "take fish from egypt", rule="7.3e")
    takes(table, "rome gold greece")
    assert table.asked() == "greece"
    assert table.legal("take fish") == ["take fish from egypt"]
    takes(table, "greece oil rome")
    assert table.asked() == "rome", "Odysseus speaks once a phase"


def test_odysseus_redirects_the_coming_take_in_the_revised_edition_7_3e() -> None:
    """Worked example 9: Egypt, who was taken from, must take from Greece, and Greece takes next."""
    table = taking(2, REVISED, odysseus="greece")
    table.say("greece", "pass")
    takes(table, "rome fish egypt")
    assert (table.asked(), table.legal()) == ("greece", ["divert", "pass"])
    table.say("greece", "divert")
    table.refused("egypt", "take oil from rome", rule="7.3e")
    takes(table, "egypt wine greece")
    assert table.asked() == "greece"
    takes(table, "greece oil rome")
    assert table.asked() == "rome", "Odysseus speaks once a phase"
