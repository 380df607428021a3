"""Warnings of who can win next read no hidden hand, and a round is summed up, in every edition of Mare Nostrum."""

from __future__ import annotations

from typing import Any

import pytest

from cli.classic.words import WORDS as OF_2003
from cli.editions import view_of
from cli.empires.words import WORDS as OF_EMPIRES
from cli.mare import race
from core.classic.rules import RULES
from core.classic.variant import ORIGINAL, REVISED
from core.empires.rules import EMPIRES
from core.engine.game import Game
from core.mare.events import LeaderChanged, RoundBegan
from tests.cli.screen.seats import conversation_at
from tests.core import positions
from tests.core.classic import tables

VARIANTS = {"original": ORIGINAL, "revised": REVISED}
EDITIONS = ("empires", *VARIANTS)
MOMENTS = ("at_trade", "at_build_turn", "at_war_turn")
COINS, GOODS = "coin " * 14, "wine " * 7 + "oil " * 7


def position_of(edition: str) -> Any:
    """Return an edition's position with Rome and Greece."""
    return positions.Position(3) if edition == "empires" else tables.Position(variant=VARIANTS[edition])


def at(edition: str, moment: str, of_greece: str) -> Any:
    """Return the state of a moment at which Rome acts, and Greece, whose hand is hidden, does so later."""
    position = position_of(edition).give("rome", "coin coin").give("greece", of_greece)
    if moment == "at_trade":
        position = position.leaders(trade="rome", culture="greece", military="carthage").at_trade()
        return position.game().state if edition == "empires" else position.state
    return getattr(position, moment)("rome", "greece").state


def told(edition: str, state: Any) -> tuple[race.Outlook, list[str]]:
    """Return what Rome's player sees of the race, and what all are told as a round begins."""
    describe: Any = OF_EMPIRES if edition == "empires" else OF_2003
    rome = state.board.empires.index("rome")
    return describe.outlook(state, rome), describe.may_win_next(state)


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_states_that_differ_in_hidden_hands_of_one_size_give_the_same_warnings(edition: str, moment: str) -> None:
    rich, poor = (told(edition, at(edition, moment, hand)) for hand in (COINS, GOODS))
    assert rich == poor
    if moment != "at_war_turn":
        assert any("Pyramids in reach" in sentence and "Greece (14)" in sentence for sentence in rich[1])


@pytest.mark.parametrize("edition", EDITIONS)
def test_open_hands_are_read(edition: str) -> None:
    rich, poor = (at(edition, "at_build_turn", hand) for hand in (COINS, GOODS))
    for state in (rich, poor):
        state.options = state.options._replace(open_hands=True)
    assert "Greece can pay for the Pyramids, which cost 12." in told(edition, rich)[1]
    assert not any("Greece" in sentence for sentence in told(edition, poor)[1])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_hand_that_is_too_small_is_not_warned_of(edition: str) -> None:
    state = at(edition, "at_trade", "coin " * 13)
    assert not any("Greece" in sentence for sentence in told(edition, state)[1])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_is_summed_up_with_titles_incomes_and_who_can_win(edition: str) -> None:
    state = at(edition, "at_trade", COINS)
    greece = state.board.empires.index("greece")
    state.leaders = (greece, *state.leaders[1:])
    game: Any = Game(EMPIRES if edition == "empires" else RULES[edition], state)
    rome = conversation_at(game, view_of(game), state.seats.index(state.board.empires.index("rome")), {})
    state.round = 3
    rome.tell(LeaderChanged(greece, 0))
    assert len(rome.story.lines) == 1
    state.round = 4
    rome.tell(RoundBegan(4))
    titles, incomes, winners = [str(line.text) for line in [*rome.story.lines][2:]]
    assert titles.startswith("Titles that moved in round 3: ")
    assert titles.endswith(": Greece.")
    assert incomes.startswith("Resources that the map gives next: Rome ")
    assert winners.startswith("Who can win in round 4: ")
    assert "Greece (14): Pyramids in reach (cost 12)." in winners


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_round_after_which_nothing_moved_and_nobody_is_near_says_so(edition: str) -> None:
    state = at(edition, "at_trade", "coin")
    state.round = 4
    game: Any = Game(EMPIRES if edition == "empires" else RULES[edition], state.copy())
    titles, _, winners = view_of(game).words.summary(state, RoundBegan(4), [])
    assert titles == "Titles that moved in round 3: none."
    assert winners == "Who can win in round 4: No player is likely to."


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_lacks_two_heroes_or_wonders_is_named_if_both_can_be_paid(edition: str) -> None:
    tiles = ("circe", "gilgamesh") if edition == "empires" else ("hammurabi", "hannibal")
    for coins, named in ((24, True), (8, False)):
        position = position_of(edition).give("greece", "coin " * coins).tiles("greece", *tiles)
        position = position.leaders(trade="rome", culture="greece", military="carthage").at_trade()
        state = position.game().state if edition == "empires" else position.state
        said = " ".join(told(edition, state)[1])
        assert ("Greece wins with two more heroes or wonders." in said) == named


def test_one_title_more_is_told_of_only_where_its_levels_can_be_paid() -> None:
    for coins, named in ((9, True), (0, False)):
        position = positions.Position(3).give("rome", "coin " * coins)
        position.leaders(trade="rome", culture="rome", military="greece").units("achaia", greece=3)
        state = position.at_trade().game().state
        said = " ".join(OF_EMPIRES.may_win_next(state))
        assert ("Rome wins with one more title." in said) == named


@pytest.mark.parametrize("edition", EDITIONS)
def test_who_has_just_enough_for_the_pyramids_is_told_of_from_the_income_on(edition: str) -> None:
    describe: Any = OF_EMPIRES if edition == "empires" else OF_2003
    assert "Greece: Pyramids in reach (cost 12)." in describe.near(at(edition, "at_trade", "coin " * 12))
    assert not any("Greece" in sentence for sentence in describe.near(at(edition, "at_trade", "coin " * 11)))


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_player_s_own_hand_is_read_for_the_pyramids(edition: str) -> None:
    describe: Any = OF_EMPIRES if edition == "empires" else OF_2003
    state = at(edition, "at_build_turn", GOODS)
    greece = state.board.empires.index("greece")
    assert "Greece: Pyramids in reach (cost 12)." in describe.near(state)
    assert not any("Pyramids" in sentence for sentence in describe.near(state, greece))
