"""What a peer promises in a change of epoch: to sign nothing of a lower term, and which log it has.

This is the view change of Viewstamped Replication (Liskov and Cowling, "Viewstamped Replication Revisited", 2012): in
term t the coordinator collects the promises of a quorum, and the new epoch follows from them (``p2p.log.justify``).
"""

from __future__ import annotations

from typing import NamedTuple

from p2p.log.changes import Change


class Head(NamedTuple):
    """The end of a log: the term and id of the epoch in which it stands, its height, and L and S there."""

    term: int
    epoch: bytes
    height: int
    log: bytes
    state: bytes


class Promise(NamedTuple):
    """The promise of one player for a term.

    ``head`` is the log that they have, ``changes`` what they agree to. ``secrets`` are the players whose openings or
    beacon values of the open step they have. ``without`` are the players for whom they have agreed to another key, here
    or in an earlier promise of a term above that of their head.
    """

    head: Head
    changes: tuple[Change, ...] = ()
    secrets: tuple[int, ...] = ()
    without: tuple[int, ...] = ()
