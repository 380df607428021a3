"""Who won finished games against whom, and the ratings that follow."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cli.bots.minds import Chosen
from cli.commands.games import Participant, Result, _named, ratings, results
from cli.i18n.texts import languages, speaking
from cli.main import main
from cli.storage.games import MYSELF, Notes, begin, open_store
from cli.storage.profile import HOME
from p2p.session.events import Progress
from p2p.shell.store import StoredRecord
from tests.cli.test_games import game, hands
from tests.p2p.tables import charter


@pytest.fixture
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HOME, str(tmp_path / "home"))


def result(*identities: str, winners: tuple[int, ...]) -> Result:
    """A game of these players."""
    players = tuple(Participant(identity, identity.upper(), "Rome") for identity in identities)
    return Result("ab", 0, "empires", 7, players, winners, "")


def kept() -> None:
    """Ada's finished game, in which there is no winner."""
    charter, items, _ = game()
    journal = begin(open_store(), charter, hands()[0], Notes(MYSELF, "Ada"))
    for item in items[0]:
        journal.append(item)
    journal.commit(Progress(1, 21, (), is_finished=True))
    journal.close()


def test_the_winner_of_a_game_is_rated_above_the_others_who_are_level() -> None:
    first, *others = ratings([result("a", "b", "c", winners=(0,))])
    assert (first.name, first.games, first.wins) == ("A", 1, 1)
    assert len({(one.level, one.uncertainty) for one in others}) == 1
    assert first.level > 25 > others[0].level


def test_every_game_makes_a_rating_surer() -> None:
    played = [result("a", "b", winners=(number % 2,)) for number in range(6)]
    levels = [next(one for one in ratings(played[:number]) if one.name == "A").uncertainty for number in (1, 3, 6)]
    assert levels == sorted(levels, reverse=True)


def test_a_game_without_a_winner_rates_no_one() -> None:
    assert ratings([result("a", "b", winners=())]) == []


def test_bots_of_one_strength_are_one_player() -> None:
    rated = {one.name: one for one in ratings([result("me", "bot", "bot", winners=(1,))])}
    assert (rated["BOT"].games, rated["BOT"].wins) == (1, 1)


@pytest.mark.usefixtures("_home")
def test_a_finished_game_has_its_players_and_how_it_ended() -> None:
    kept()
    [found] = results(open_store())
    assert [one.name for one in found.players] == ["you", "Bo", "Cy"]
    assert found.players[0].identity == "me"
    assert (found.winners, found.ending) == ((), "The last round is over; there is no winner.")


@pytest.mark.usefixtures("_home")
def test_a_record_that_was_brought_here_counts_too_and_a_game_once() -> None:
    charter, _, record = game()
    names = ("Ada", "Bo", "Cy")
    stored = StoredRecord(charter.id, charter.edition, names, 1, 21, 1, is_finished=True)
    open_store().add_record(stored, record)
    assert [one.name for one in results(open_store())[0].players] == ["Ada", "Bo", "Cy"]
    kept()
    assert len(results(open_store())) == 1


@pytest.mark.usefixtures("_home")
def test_the_history_is_told_and_answered_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "--history"]) == 0
    assert "No finished games are kept here yet." in capsys.readouterr().out
    kept()
    assert main(["games", "--history"]) == 0
    assert "there is no winner" in capsys.readouterr().out
    assert main(["games", "--history", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert len(facts["games"]) == 1
    assert facts["ratings"] == []


def test_a_lent_bot_is_called_by_its_lender() -> None:
    lending = charter(2, (0, 0, 1))
    own = lending.seats[0].name.decode()
    assert _named(lending, 1, 0, 1, ())[1] == f"bot of {own}"
    assert _named(lending, 1, 0, 0, ())[1] == "your bot"


@pytest.mark.parametrize("code", sorted(languages()))
def test_a_bot_s_strength_stands_in_no_brackets_of_its_own(code: str) -> None:
    with speaking(code):
        name = _named(charter(2), 1, 1, 0, (Chosen("novice"),))[1]
    assert "(" not in name
