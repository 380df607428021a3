"""The coordinator of a term: it collects promises, and makes the one proposal that follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from p2p.log.justify import Unjustified, head_of, is_whole, justify
from p2p.log.promises import Epoch, coordinator, sign_proposal
from p2p.log.statements import Promised, Proposed
from p2p.session.entries import Entries
from p2p.session.parts import Parts
from p2p.session.signer import Signer
from p2p.session.timer import Timer

_NOWHERE = -1
"""The link of items that didn't just come over a link."""


class Coordinator:
    """Our part if we coordinate a term. ``promises`` has everyone's newest promise, by player."""

    def __init__(self, parts: Parts, entering: Entries, promises: Mapping[int, Promised], timer: Timer) -> None:
        self._parts = parts
        self._entering = entering
        self._promises = promises
        self._timer = timer
        self._waits_in = 0
        """The term in which we wait for promises."""
        self._quorum_since: float | None = None
        """When we first had the promises of a quorum."""
        self._has_proposed = 0
        """The newest term for which we have made a proposal."""

    def proposal(self, signer: Signer, me: int, now: float) -> Proposed | None:
        """Return the proposal of the term that we promised, once we, as its coordinator, have all that it needs."""
        term = self._parts.state.promised
        if not self._parts.is_promised or coordinator(term, self._parts.charter) != me:
            return None
        if self._has_proposed == term:
            return None
        if self._waits_in != term:
            self._waits_in, self._quorum_since = term, None
        self._take_secrets()
        of_term = {p: one for p, one in self._promises.items() if one.signed.content.term == term}
        here = {p: one for p, one in of_term.items() if is_whole(one, self._parts.log)}
        if len(here) < self._parts.charter.quorum:
            self._quorum_since = None
            return None
        self._quorum_since = now if self._quorum_since is None else self._quorum_since
        lost = {*self._parts.peers.unreachable, *self._parts.peers.gone}
        is_complete = len(here) + len(lost - here.keys()) >= len(self._parts.charter.players)
        if not is_complete and now < self._quorum_since + self._timer.wait:
            return None
        return self._made_of(here, signer, me)

    def _take_secrets(self) -> None:
        """Take the secrets of the open step from promises, if our log has come to that step since."""
        for one in self._promises.values():
            if one.secrets and one.signed.content.head == head_of(self._parts.log):
                for secret in one.secrets:
                    self._entering.on_entry(_NOWHERE, secret)

    def _made_of(self, here: dict[int, Promised], signer: Signer, me: int) -> Proposed | None:
        """Return the proposal that follows from these promises or most of them; None to wait for more.

        Promises that prevent any proposal are left out.
        """
        for number in range(len(here), self._parts.charter.quorum - 1, -1):
            for players in combinations(sorted(here), number):
                made = self._made({player: here[player] for player in players}, signer, me)
                if made is not None:
                    return made
        return None

    def _made(self, here: dict[int, Promised], signer: Signer, me: int) -> Proposed | None:
        """Return the proposal that follows from these promises; None if none does."""
        secrets = [secret for one in here.values() for secret in one.secrets]
        said = {player: one.signed.content for player, one in sorted(here.items())}
        try:
            found = justify(said, self._parts.log, secrets)
        except Unjustified:
            return None
        content = Epoch(self._parts.charter.id, self._parts.state.promised, head_of(found.base), found.changes)
        signed = tuple(one.signed for _, one in sorted(here.items()))
        self._has_proposed = self._parts.state.promised
        return Proposed(sign_proposal(signer.identity, me, content), signed)
