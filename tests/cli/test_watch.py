"""``mare watch``, and talk in the middle of a game: a host, a friend, and a guest without a seat."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest

from cli.main import main
from p2p.net.address import Address
from p2p.net.invitation import Invitation
from p2p.net.tls import TableSecret
from tests.cli.test_company import BY_ITSELF, HERE, ONE_ROUND, player, records


def test_a_guest_sees_the_game_and_hears_what_is_said_to_all(tmp_path: Path) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(
            player(tmp_path, "ada", "host", *HERE, *ONE_ROUND, *BY_ITSELF, "--name", "Ada", "--bots", "1")
        )
        host.type("watch")
        invitation = host.until(r"mare://join/\S+")
        watching = host.until(r"mare://watch/\S+")
        guest = stack.enter_context(player(tmp_path, "eve", "watch", watching))
        guest.until("No game is being played there yet")
        friend = stack.enter_context(player(tmp_path, "bo", "join", invitation, "--name", "Bo"))
        friend.type("choose rome", "ready")
        friend.until("You are Rome; you hold ")
        guest.until("All players have signed the charter")
        guest.until("Buildings; in brackets")
        friend.type("say Good evening!", "tell ada Shall we ally?", "tell zed Who is there?", "table")
        friend.until("You: “Good evening!”")
        friend.until(r"You, to Ada \([^)]*\) alone: “Shall we ally\?”")
        friend.until("“tell” needs a player")
        friend.until(r"Ada: connected")
        friend.until(r"Bo: you; the game waits for this player")
        host.until(r"Bo \([^)]*\): “Good evening!”")
        host.until(r"Bo \([^)]*\), to you alone: “Shall we ally\?”")
        guest.until(r"Bo \([^)]*\): “Good evening!”")
        friend.type(*["answers", "1", "answers offer metal", "1"] * 200)
        guest.until("The record .* check it with")
        assert "ally" not in guest.heard
        assert "is reached again" not in guest.heard
        assert guest.heard.count("The last round is over") == 1
        assert "cannot watch" not in host.heard
        assert guest.end() == (0, "")
        friend.until("The record .* check it with")
    assert records(tmp_path, "eve") == records(tmp_path, "bo")


def test_a_player_who_asks_at_a_table_that_is_no_more_reads_what_an_invitation_is_good_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    invitation = Invitation("watch", TableSecret(bytes(16)), None, (Address("127.0.0.1", 1),)).text()
    assert main(["watch", "--plain", invitation]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        "mare: No answer from 127.0.0.1:1 (connection refused). An invitation works only while its table is open.\n"
    )
