"""After a restart, a player's program signs nothing until it has heard enough of the others.

What the program signed before is in its journal. If the disk has lost the end of the journal, the others still have
what they were sent. Everyone offers a player what that player signed, followed by ``have``. The program goes on once
two conditions hold. A quorum of the charter's players, its own included, has done so or is reached through those who
have. And it has fetched the steps that they claim to have.
"""

from __future__ import annotations

from p2p.log.charter import Charter
from p2p.log.presence import Roster
from p2p.session.links import Links
from p2p.session.sync import Sync


class Returning:
    """Whether our own return is under way, and over which connections enough was heard."""

    def __init__(self, charter: Charter, me: int | None, links: Links, roster: Roster, sync: Sync) -> None:
        self.under_way = False
        self._quorum = charter.quorum
        self._me = me
        self._links = links
        self._roster = roster
        self._sync = sync
        self._heard: set[int] = set()

    def heard(self, link: int) -> None:
        """The other end of a link has offered all that it has of ours."""
        self._heard.add(link)

    def disconnected(self, link: int) -> None:
        """Forget a link that has ended."""
        self._heard.discard(link)

    @property
    def heard_of(self) -> set[int]:
        """Return ourselves, the players who have offered all that they have, and others whom they reach.

        Players from whom steps are still to be fetched don't count. Items of the others came, or were passed on,
        through the first ones.
        """
        asked = {self._links.player(link) for link in self._heard if not self._sync.lacks(link)}
        direct = {player for player in asked if player is not None}
        if self._me is None:
            return direct
        return self._roster.reachable(self._me, direct)

    def ends(self) -> bool:
        """Return whether the return has just ended."""
        if not self.under_way or len(self.heard_of) < self._quorum:
            return False
        self.under_way = False
        return True
