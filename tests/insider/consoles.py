"""Sieges of real programs: ``mare host`` and ``mare join`` as processes, with a profile and a console each.

Three honest people and an insider sit down; one of the three has a full screen. The insider besieges the lobby, the
door and then the game, and is gone. The others play on to the end, by themselves or by what is typed; no program has
had a fault.
"""

from __future__ import annotations

import tempfile
from contextlib import ExitStack
from pathlib import Path
from random import Random

import trio

from cli.crash_report import FOLDER
from cli.table_game import new_game, question
from cli.table_game import rules_of as rules_in
from p2p.lobby.guest import GuestLobby
from p2p.lobby.model import Changed, Entrant, LobbyEvent, Picture
from p2p.lobby.room import GuestRoom, table_at
from p2p.log.charter import Charter
from p2p.net.address import Address
from p2p.net.door import dial
from p2p.net.invitation import Invitation, parse_invitation
from p2p.net.tls import Credentials
from p2p.session.session import Session
from tests.cli.processes import PATIENCE, wait_until
from tests.cli.test_company import BY_ITSELF, HERE, ONE_ROUND, Player, player, records
from tests.cli.typists import Typist, typists
from tests.insider.intruder import Intruder
from tests.insider.lobbies import Liar
from tests.insider.sieges import Broken, Tally
from tests.insider.strangers import Stranger
from tests.p2p.lobbies import Hall
from tests.p2p.tables import signer

INSIDER = 2
"""Whose keys of the tests the insider has."""

MESSAGES = 800
"""Of the insider with a seat; a spectator says a tenth of that, and so do guests of the lobby."""


class _Siege:
    """One evening of four people, one of whom besieges the others."""

    def __init__(self, folder: Path, stack: ExitStack, number: int) -> None:
        self.tally = Tally()
        self.players: list[Player] = []
        self._folder = folder
        self._stack = stack
        self._random = Random(f"consoles {number}")

    def _sit_down(self, name: str, *arguments: str) -> Player:
        seated = self._stack.enter_context(player(self._folder, name.lower(), *arguments, "--name", name))
        self.players.append(seated)
        return seated

    async def run(self) -> None:
        """Play the evening, and look at its end."""
        ada = self._sit_down("Ada", "host", *HERE, *ONE_ROUND, "--players", "4", "--ready")
        invitation = parse_invitation(await _said(ada, r"mare://join/\S+"))
        stranger = Stranger(invitation.addresses[0], invitation.secret, self._random, self.tally)
        await stranger.join(MESSAGES // 10, Liar(self._random, Hall()))
        self._sit_down("Bo", "join", invitation.text(), *BY_ITSELF)
        [di] = self._stack.enter_context(typists(self._folder, "di"))
        di.run("join", invitation.text(), *BY_ITSELF, "--name", "Di", plain=False)
        charter, picture = await self._enter_lobby(invitation)
        intruder = Intruder(charter, new_game, signer(INSIDER), invitation.secret, self._random, self.tally)
        members = enumerate(picture.members)
        others = {
            player: Address(*one.addresses[0]) for player, one in members if one.key != signer(INSIDER).identity.public
        }
        async with trio.open_nursery() as sitting:
            sitting.start_soon(intruder.sit, others)
            await _said(ada, "the game begins")
            async with trio.open_nursery() as besieging:
                besieging.start_soon(intruder.besiege, MESSAGES, self._answer)
                besieging.start_soon(stranger.watch, MESSAGES // 10, intruder.forger)
            sitting.cancel_scope.cancel()
        await self._play_on(ada, di)

    async def _enter_lobby(self, invitation: Invitation) -> tuple[Charter, Picture]:
        """Sit down like everybody, and be ready once all have come; the charter, and the lobby as it was then.

        The insider names no address, and dials everybody.
        """
        hand = signer(INSIDER)
        credentials = Credentials(invitation.secret, hand.identity)
        connection = await dial(invitation.addresses[0], credentials, "lobby", b"", None)
        me = Entrant(hand.identity.public, b"Cy", hand.chat.public, hand.chain.tip, ())
        pictures: list[Picture] = []

        def show(event: LobbyEvent) -> None:
            if isinstance(event, Changed):
                pictures.append(event.picture)
                if event.picture.taken == event.picture.seats:
                    room.ready(True)

        room = GuestRoom(GuestLobby(await table_at(connection), me), connection, show)
        with trio.fail_after(PATIENCE):
            return await room.run(), pictures[-1]

    def _answer(self, session: Session, seat: int) -> str:
        """Any legal answer of the insider's own session."""
        rules = rules_in(session.log.game)
        return rules.text(question(rules, seat)[1].draw(self._random.randrange))

    def _has_record(self, di: Typist) -> bool:
        """Return whether the full screen has come to its end, which stays until Enter."""
        di.type("")
        return bool(records(self._folder, "di"))

    async def _play_on(self, ada: Player, di: Typist) -> None:
        """The insider is gone: the game comes to its end for all others, and no one has noticed a fault."""
        ada.type("absent cy", *["answers", "1", "answers offer metal", "1"] * 200)
        for each in self.players:
            await _said(each, "The record .* check it with")
        if not await trio.to_thread.run_sync(wait_until, lambda: self._has_record(di)):
            raise Broken("the program with the full screen does not come to the end")
        for each in self.players[::-1]:
            status, complaint = await trio.to_thread.run_sync(each.end)
            if (status, complaint) != (0, ""):
                raise Broken(f"a program ended with {status}: {complaint}")
        if reports := list(self._folder.glob(f"*/*/{FOLDER}/*")):
            raise Broken(f"a program had a fault of its own: {reports[0].read_text('utf-8')}")
        if len({tuple(records(self._folder, name)) for name in ("ada", "bo", "di")}) != 1:
            raise Broken("the honest people have different records")


async def _said(seated: Player, pattern: str) -> str:
    """Wait until a console says something."""
    return await trio.to_thread.run_sync(seated.until, pattern)


def besiege(number: int) -> Tally:
    """A siege of three programs; the number decides what is said, but not in what order the network brings it."""
    with tempfile.TemporaryDirectory(prefix="mare-insider-") as folder, ExitStack() as stack:
        siege = _Siege(Path(folder), stack, number)
        try:
            trio.run(siege.run)
        except Exception as error:
            error.add_note("\n".join(f"--- a console\n{each.heard[-3000:]}" for each in siege.players))
            raise
    return siege.tally
