"""A holder of the invitation who wants no game to begin, against real programs."""

from __future__ import annotations

from contextlib import AsyncExitStack, ExitStack
from pathlib import Path

import trio

from crypto.identity import Identity
from p2p.net.door import dial
from p2p.net.invitation import Invitation, parse_invitation
from p2p.net.tls import Credentials
from tests.cli.test_company import BY_ITSELF, HERE, ONE_ROUND, Player, player, records

CROWD = 70
"""Silent connections: more than a door has strangers at one time."""

MORE = 10
"""As many that come to a full door."""


async def crowd(invitation: Invitation, stack: AsyncExitStack, number: int) -> None:
    """Come to a lobby with connections of keys made for it, which say nothing."""
    for _ in range(number):
        credentials = Credentials(invitation.secret, Identity.generate())
        silent = await dial(invitation.addresses[0], credentials, "lobby", b"", None)
        stack.push_async_callback(silent.aclose)


def test_silent_callers_hold_up_no_table_and_a_new_invitation_shuts_them_out(tmp_path: Path) -> None:
    with ExitStack() as stack:

        def sit_down(name: str, *arguments: str) -> Player:
            return stack.enter_context(player(tmp_path, name.lower(), *arguments, "--name", name))

        host = sit_down("Ada", "host", *HERE, *ONE_ROUND, "--players", "3", *BY_ITSELF)
        old = parse_invitation(host.until(r"mare://join/\S+"))

        async def besiege() -> Player:
            async with AsyncExitStack() as crowded:
                await crowd(old, crowded, CROWD)
                bo = sit_down("Bo", "join", old.text(), *BY_ITSELF)
                await trio.to_thread.run_sync(bo.until, "You are in the lobby")
                await crowd(old, crowded, MORE)
                host.type("who")
                await trio.to_thread.run_sync(host.until, "connections have not said who they are: .* from 127.0.0.1")
                return bo

        bo = trio.run(besiege)
        host.type("invite new")
        host.until("All who have joined keep their seats")
        new = host.until(r"mare://join/\S+")
        bo.until("The host has made a new invitation")
        assert bo.until(r"mare://join/\S+") == new

        cy = sit_down("Cy", "join", old.text(), *BY_ITSELF)
        status, complaint = cy.end()
        assert status == 1
        assert "is not the table of this invitation" in complaint

        di = sit_down("Di", "join", new, *BY_ITSELF)
        for each in (host, bo, di):
            each.until("The record .* check it with")
        assert 0 < host.heard.count("At the door: ") < 10
        for each in (di, bo, host):
            assert each.end() == (0, "")
    assert records(tmp_path, "ada") == records(tmp_path, "bo") == records(tmp_path, "di") != []
