"""Which terms are within reach: nobody may lift the others' terms so far that some of them cannot follow.

Terms are numbers below 2^62, and whoever has signed a ballot signs no other but in a higher term. So a liar could have
somebody sign in a term that the others would not go to, or in the last one that there is.
"""

from __future__ import annotations

from collections.abc import Collection

MAX_LEAP = 1000
"""How far above the ground a term may be that somebody only wishes for."""

MAX_FREEING_LEAP = 1 << 40
"""The same for a term that somebody needs, since the one before it is that of his ballot."""


def is_within_reach(term: int, floor: int, signed: Collection[int]) -> bool:
    """Whether to vote in a term that others wish for.

    ``floor`` is the lowest term in which we may sign, ``signed`` has the term of each person's newest ballot. The
    *ground* is the floor, or the term above the second highest of the ballots: nobody lifts it by his word alone, and
    two persons who can be reached are never beyond reach of the others.
    """
    second = sorted(signed)[-2] if len(signed) > 1 else 0
    leap = MAX_FREEING_LEAP if term - 1 in signed else MAX_LEAP
    return term <= max(floor, second + 1) + leap
