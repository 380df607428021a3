"""Trade (3.2 to 3.6) and Odysseus (7.3e); Rome is Director, whom the worked examples call D."""

from __future__ import annotations

from core.classic.variant import ORIGINAL, REVISED, Variant
from core.mare.kinds import NO_TAKE
from core.mare.trade import Taking
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


def test_the_director_names_a_number_up_to_their_own_hand_3_2a() -> None:
    """Worked example 4: with 7 cards not 8."""
    table = trade(rome="coin " * 7, greece="fish " * 8, egypt="grain " * 6)
    assert table.legal() == [f"announce {number}" for number in range(8)]
    table.refused("rome", "announce 8", rule="3.2a")


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


def test_two_players_make_only_two_takes_in_a_row_with_each_other_3_4c() -> None:
    """Worked example 5."""
    table = taking(3)
    takes(table, "rome fish egypt", "egypt oil rome")
    table.refused("rome", "take grain from egypt", rule="3.4c")
    takes(table, "rome wine greece", "greece iron rome")
    assert table.allows("take grain from egypt")


def test_the_director_gives_a_card_of_choice_to_the_one_who_came_short_3_6a() -> None:
    """Worked example 6, K23."""
    table = taking(1)
    takes(table, "rome wine greece", "greece oil rome", "rome fish egypt")
    assert (table.asked(), table.rule(), sizes(table)) == ("rome", "3.6a", [2, 1, 0])
    table.refused("rome", "give wine to greece", rule="3.6a")
    table.say("rome", "give wine to egypt")
    assert [table.hand(empire) for empire in THREE.split()] == ["fish", "oil", "wine"]


def test_nothing_is_given_where_the_director_was_the_last_to_lose_3_6a() -> None:
    """Worked example 7."""
    table = taking(2)
    takes(table, "rome wine greece", "greece fish egypt", "egypt oil rome", "rome grain egypt")
    takes(table, "egypt gold greece", "greece iron rome")
    assert sizes(table) == [2, 2, 2]
    assert not any(" gives " in told for told in table.told)


def test_open_cards_go_back_where_the_taker_has_no_legal_take_k22() -> None:
    """Worked example 8, 3.5b: two take part."""
    table = taking(3, line_up="rome greece")
    takes(table, "rome wine greece", "greece oil rome")
    assert sizes(table) == [3, 3, 0]
    assert "wine" in table.hand("rome").split()


def test_two_who_are_left_among_more_may_end_the_trade_too_k22() -> None:
    """Worked example 8: only Greece and Egypt still have open cards."""
    position = Position(THREE).leaders(trade="rome").give("rome", "coin coin coin")
    tokens = [tuple(position.board.tokens.index(card) for card in OFFERED[empire].split()) for empire in THREE.split()]
    face_up = ((), tuple(sorted(tokens[1])), tuple(sorted(tokens[2])))
    table = position.at(1, Taking(face_up, 0, NO_TAKE, NO_TAKE)).table()
    takes(table, "rome wine greece", "greece fish egypt", "egypt gold greece")
    assert (table.asked(), table.rule(), sizes(table)) == ("rome", "3.6a", [4, 2, 3])
    table.say("rome", "give coin to greece")


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


def test_odysseus_can_not_speak_for_the_taker_or_the_one_taken_from_k52() -> None:
    undoing = taking(2, ORIGINAL, odysseus="greece")
    takes(undoing, "rome wine greece", "greece oil rome")
    assert undoing.asked() == "rome"
    redirecting = taking(2, REVISED, odysseus="rome")
    assert redirecting.rule() == "3.4a"


def test_odysseus_may_redirect_where_the_trade_would_end_k52() -> None:
    """Rome is barred from Greece's open cards by 3.4c; the forced take may break that."""
    table = taking(3, REVISED, odysseus="greece", line_up="rome greece")
    table.say("greece", "pass")
    takes(table, "rome wine greece", "greece oil rome")
    table.say("greece", "divert")
    takes(table, "rome gold greece")
    assert table.asked() == "greece"


def test_without_an_open_card_odysseus_is_silent_k52() -> None:
    table = trade(ORIGINAL, "babylon", rome="oil iron", greece="wine gold", egypt="fish grain", babylon="coin")
    table.say("rome", "announce 2")
    takes(table, "rome fish egypt")
    assert table.asked() == "egypt"
