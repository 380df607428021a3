"""Seats for players who have lost their keys: what the others are told of who asks, and how they agree to it."""

from __future__ import annotations

from dataclasses import replace

from cli.i18n.texts import both, tr
from cli.play.network import limit_of
from cli.storage.games import continuing
from cli.ui.text.console import Link
from cli.ui.text.names import called
from cli.ui.text.votes import Votes
from crypto import PublicKey, fingerprint
from p2p.log.changes import ABSENT, KEY
from p2p.log.keys import NewKey
from p2p.net.invitation import Invitation
from p2p.session.session import Session


def words_of(key: NewKey) -> str:
    """Return the fingerprint of a new key, to be read aloud."""
    return fingerprint(PublicKey(key.identity))


def asks(session: Session, player: int, key: NewKey) -> str:
    """Return what a player is told when a key asks for a seat, also for their own."""
    words = words_of(key)
    if player == session.me:
        return tr(
            "Your seat was asked for with another key, {words}. If that was not you, tell the others not to agree.",
            words=words,
        )
    name, number = called(session.charter, player), player + 1
    return tr(
        "A player asks to play on as {name}, with a new key: {words}. Call {name}, and have them"
        " read these words to you. Only if they are the same, propose it with “newkey {number}”.",
        name=name,
        words=words,
        number=number,
    )


class NewKeys:
    """What a player can do for another who has lost their key; ``invitation`` leads to the player's own program."""

    def __init__(self, session: Session, votes: Votes) -> None:
        self.invitation: Invitation | None = None
        self._session = session
        self._votes = votes

    def invite(self) -> Link:
        """Return how a player who has lost their machine or key comes back."""
        if self.invitation is None:
            return Link(tr("This game can't give out invitations at the moment."))
        besides = tr("It opens no seat by itself: the others have to agree. Show it only to the players of this game.")
        return Link(
            tr("A player who has lost their machine or key comes back with this line:"),
            f"mare rejoin {self.invitation.text()}",
            " ".join(filter(None, (besides, limit_of(self.invitation.addresses), continuing(self._session.charter)))),
        )

    def watch(self) -> Link:
        """Return how a spectator watches the game."""
        if self.invitation is None:
            return Link(tr("This game can't give out invitations at the moment."))
        if not self._session.charter.watch:
            return Link(tr("No spectators here: the table was opened with --no-watch."))
        watching = replace(self.invitation, kind="watch", secret=self.invitation.secret.watch())
        return Link(
            tr("A spectator watches with this line, and can't play with it:"),
            f"mare watch {watching.text()}",
            limit_of(watching.addresses),
        )

    def propose(self, player: int, words: str) -> str:
        """Propose to give a person's seat to the key that asks for it; returns what to tell.

        Where several ask, ``words`` are the beginning of the fingerprint that is meant.
        """
        name = called(self._session.charter, player)
        claims = self._session.claims.get(player, ())
        meant = [key for key in claims if words_of(key).startswith("-".join(words.casefold().split()))]
        if not claims:
            return tr("The seat of {name} is not asked for; “invite” shows how to do that, with a new key.", name=name)
        if len(meant) != 1:
            known = both([f"“{words_of(key)}”" for key in claims])
            return tr(
                "These keys ask for the seat of {name}: {known}. Add the first word of the one you mean.",
                name=name,
                known=known,
            )
        told = [] if player in self._session.log.absent else [self._votes.propose(ABSENT, player)]
        told.append(self._votes.propose(KEY, player, meant[0]))
        return "\n".join(line for line in told if line)
