"""Three people by lines alone, one of whom lets a bot play for a while, and whose program is then killed."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from tests.cli.processes import wait_until
from tests.cli.test_coming_back import begin, meet
from tests.cli.test_company import player
from tests.cli.typists import Typist, typists

pytest.importorskip("pty", reason="this system has no terminals")


def has_offered(name: str, by: Typist) -> bool:
    """Whether the game waits no longer for a player; that their offer is shown already would be wrong."""
    by.type("table")
    shown = by.until(r"Ada: .* Bo: .* Cy: [^>]*>")
    assert " offers " not in shown
    return "waits" not in shown.partition(f"{name}: ")[2].partition("\n")[0]


def test_all_see_that_a_bot_plays_and_none_sees_its_offer_before_the_others(tmp_path: Path) -> None:
    with typists(tmp_path, "ada", "bo", "cy") as (ada, bo, cy):
        begin(ada, bo, cy)
        meet(ada, bo, cy)
        ada.type("bot back")
        ada.until("A bot plays for you until you type “stop”. The bot is steady")
        for other in (bo, cy):
            other.until("Ada .Rome.: “A bot plays for me until I am back.”")
        cy.type("announce 1")
        bo.until("You are Greece.*offer RESOURCE")
        assert wait_until(partial(has_offered, "Ada", bo))
        ada.type("offer coin")
        ada.until("A bot plays for you until you type “stop”")
        bo.type("offer coin")
        cy.type("offer coin")
        bo.until("Rome offers")
        ada.type("stop")
        ada.until("You play for yourself again")
        bo.until("Ada .Rome.: “I play for myself again.”")
        # The bot ends with the program.
        ada.type("bot round 3")
        bo.until("A bot plays for me until round 3, Collect resources.")
        ada.kill()
        bo.until("Ada cannot be reached")
        ada.run("resume")
        ada.until("A bot played for you when you left")
        bo.until("Ada .Rome.: “I play for myself again.”")


def test_through_a_pipe_a_bot_plays_until_a_phase_but_not_until_it_is_stopped(tmp_path: Path) -> None:
    with player(tmp_path, "ada", "play", "--empire", "rome", "--bots", "novice") as ada:
        ada.until("You are Rome; you hold ")
        ada.type("bot back")
        ada.until("“stop” is not heard here while the bot plays")
        ada.type("bot build")
        ada.until("A bot plays for you until round [12], Build")
        ada.until("The bot has played as far as you wanted")
        ada.until("Build. You are Rome")
        ada.type("quit")
        assert ada.end() == (0, "")
