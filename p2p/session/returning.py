"""A person whose program was started again signs nothing until he has heard enough of the others.

What he signed before stands in his journal. Should the disk have lost the end of it, the others still have what they
were sent: everybody offers a person what he has signed himself, and says ``have`` after it. Once a quorum of the
charter's persons, himself included, has done so or is reached through those who have, and he has fetched the steps that
they claim to have, he goes on.
"""

from __future__ import annotations

from p2p.log.charter import Charter
from p2p.log.presence import Roster
from p2p.session.links import Links
from p2p.session.sync import Sync


class Returning:
    """Whether one's own return is under way, and over which connections enough was heard."""

    def __init__(self, charter: Charter, me: int | None, links: Links, roster: Roster, catchup: Sync) -> None:
        self.under_way = False
        self._quorum = charter.quorum
        self._me = me
        self._links = links
        self._roster = roster
        self._sync = catchup
        self._heard: set[int] = set()

    def heard(self, link: int) -> None:
        """Somebody has offered over a link all that he has of ours."""
        self._heard.add(link)

    def disconnected(self, link: int) -> None:
        """A connection has ended."""
        self._heard.discard(link)

    @property
    def heard_of(self) -> set[int]:
        """Oneself, the persons who have offered all that they have, of which nothing is still to be fetched, and others
        whom they reach: what those have of ours has come, or was passed on, through them.
        """
        asked = {self._links.person(link) for link in self._heard if not self._sync.lacks(link)}
        direct = {person for person in asked if person is not None}
        if self._me is None:
            return direct
        return self._roster.reachable(self._me, direct)

    def ends(self) -> bool:
        """Whether the return has come to its end just now."""
        if not self.under_way or len(self.heard_of) < self._quorum:
            return False
        self.under_way = False
        return True
