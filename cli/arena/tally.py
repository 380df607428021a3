"""What the games of a match amount to: shares with confidence intervals, lengths, and a digest of them all.

Everything is counted exactly and does not depend on the order in which games come; only what is reported is rounded.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from cli.arena.match import Match, Played

CONFIDENCE = 0.95

Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
"""1.959964: the quantile of the standard normal distribution that goes with it."""


@dataclass(frozen=True, slots=True)
class Share:
    """A part of some games, with the interval in which its true value lies with the confidence of CONFIDENCE.

    ``count`` need not be whole: who shares a victory with k - 1 others has won 1/k of it (6.2, 6.3).
    """

    count: Fraction
    games: int

    @property
    def value(self) -> float:
        """The share, from 0 to 1; 0 of no games."""
        return float(self.count / self.games) if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's score interval (Journal of the American Statistical Association 22, 1927), from 0 to 1.

        With p the share, n the games and z the normal quantile, (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n).
        """
        if not self.games:
            return 0.0, 1.0
        p, n = self.value, self.games
        middle = p + Z * Z / (2 * n)
        reach = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
        scale = 1 + Z * Z / n
        # Rounding must not put the share itself, or more than the whole, outside.
        return min(p, max(0.0, (middle - reach) / scale)), max(p, min(1.0, (middle + reach) / scale))


class Tally:
    """The games of a match that have been played. Games that a fault ended are counted apart."""

    def __init__(self, match: Match, games: Iterable[Played]) -> None:
        self.match = match
        self.empires = match.options.empires
        played = sorted(games, key=lambda game: game.number)
        self.games = [game for game in played if game.fault is None]
        self.faulty = [game for game in played if game.fault is not None]

    @property
    def names(self) -> list[str]:
        """The players, each once, in the order in which they were named."""
        return list(dict.fromkeys(self.match.seats))

    def even(self, name: str) -> Fraction:
        """Return the share of the victories that a player would have if all were equally strong: that of its seats."""
        return Fraction(self.match.seats.count(name), len(self.match.seats))

    def of_player(self, name: str) -> Share:
        """Return the share of the games that a player has won, in any of its seats."""
        return self._won(range(len(self.match.seats)), {name})

    def of_empire(self, empire: str) -> Share:
        """Return the share of the games that an empire has won, by any player."""
        return self._won([self.empires.index(empire)], set(self.match.seats))

    def of_player_as(self, name: str, empire: str) -> Share:
        """Return the share of the games in which a player played an empire that it has won."""
        seat = self.empires.index(empire)
        games = [game for game in self.games if self._name(game, seat) == name]
        return Share(sum((_part(game, seat) for game in games), Fraction(0)), len(games))

    def of_victory(self, victory: str) -> Share:
        """Return the share of the games that have ended so."""
        return Share(Fraction(sum(game.victory == victory for game in self.games)), len(self.games))

    @property
    def victories(self) -> list[str]:
        """How games have ended, the most frequent way first, then by name."""
        found = Counter(game.victory for game in self.games)
        return sorted(found, key=lambda victory: (-found[victory], victory))

    @property
    def lengths(self) -> dict[int, int]:
        """By number of rounds, how many games had so many."""
        return dict(sorted(Counter(game.rounds for game in self.games).items()))

    @property
    def rounds(self) -> list[int]:
        """How many rounds each game had, in rising order."""
        return sorted(game.rounds for game in self.games)

    def digest(self) -> str:
        """Return the SHA-256 in hex of all results, in the order of the games' numbers.

        Two arenas with the same one have played the same games to the same last positions.
        """
        games = sorted([*self.games, *self.faulty], key=lambda game: game.number)
        return hashlib.sha256(json.dumps(games, ensure_ascii=True).encode("ascii")).hexdigest()

    def _won(self, seats: Sequence[int], names: set[str]) -> Share:
        """Return what the players of these names have won in these seats."""
        parts = (_part(game, seat) for game in self.games for seat in seats if self._name(game, seat) in names)
        return Share(sum(parts, Fraction(0)), len(self.games))

    def _name(self, game: Played, seat: int) -> str:
        return self.match.seats[game.places[seat]]


def _part(game: Played, seat: int) -> Fraction:
    """Return the part of a game's victory that a seat has."""
    return Fraction(1, len(game.winners)) if seat in game.winners else Fraction(0)
