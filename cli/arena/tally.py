"""What the games of a match amount to, and how that is told: as lines, as a picture of bars, and as one object.

There are shares with confidence intervals, lengths, and a digest of all games. Everything is counted exactly and does
not depend on the order in which games come; only what is reported is rounded.
"""

from __future__ import annotations

import hashlib
import json
import math
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from statistics import NormalDist, fmean, median
from types import MappingProxyType
from typing import Any

from cli.arena.match import Match, Played
from cli.args import option_called, told_of
from cli.editions import notice_of, view_named
from cli.i18n.texts import count
from cli.table_game import DEFAULT
from core.engine.option import Rounds

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


DIGITS = 6
"""Decimals of the shares in the object."""

FAULTS = 5
"""Games ended by a fault that are told one by one."""


def facts(tally: Tally, asked: int) -> dict[str, Any]:
    """Return the whole report, the same for the same games; ``asked`` is the number of games that were wanted."""
    match, rounds = tally.match, tally.rounds
    return {
        "seats": list(match.seats),
        "players": len(match.seats),
        "seed": match.seed,
        **{option.name: getattr(match.options, option.name) for option in match.edition.declared},
        "nodes": match.nodes,
        "edition": match.edition.id,
        "map": match.map.id,
        "data": match.map.digest.hex(),
        "rules": match.edition.engine,
        "asked": asked,
        "games": len(tally.games),
        "complete": len(tally.games) == asked,
        "confidence": CONFIDENCE,
        "win_share": {name: round(tally.of_player(name).value, DIGITS) for name in tally.names},
        "interval": {name: _interval(tally.of_player(name)) for name in tally.names},
        "even_share": {name: round(float(tally.even(name)), DIGITS) for name in tally.names},
        "empires": {
            empire: _share(tally.of_empire(empire))
            | {"players": {name: _share(tally.of_player_as(name, empire)) for name in tally.names}}
            for empire in tally.empires
        },
        "victories": {victory: _share(tally.of_victory(victory)) for victory in tally.victories},
        "rounds": {
            "mean": round(fmean(rounds), DIGITS) if rounds else 0,
            "median": median(rounds) if rounds else 0,
            "games": {str(number): games for number, games in tally.lengths.items()},
        },
        "answers": {"mean": round(fmean(game.answers for game in tally.games), DIGITS) if rounds else 0},
        "faults": [_fault(match, game) for game in tally.faulty],
        "digest": tally.digest(),
    }


def _share(share: Share) -> dict[str, Any]:
    return {"games": share.games, "win_share": round(share.value, DIGITS), "interval": _interval(share)}


def _interval(share: Share) -> list[float]:
    return [round(end, DIGITS) for end in share.interval]


def _fault(match: Match, game: Played) -> dict[str, Any]:
    if game.fault is None:
        raise ValueError("the game has no fault")
    return {"game": game.number, **game.fault._asdict(), "command": command(match, game.number)}


def command(match: Match, number: int) -> str:
    """Return what shows one game of a match again."""
    words = ["mare", "arena", "--games", "1", "--first", str(number)]
    words += ["--seats", ",".join(match.seats), "--seed", str(match.seed)]
    for option in match.edition.declared:
        value, called = getattr(match.options, option.name), option_called(option.name)
        words += [called] * value if isinstance(value, bool) else [called, option.typed(value)]
    words += ["--nodes", str(match.nodes)]
    words += ["--edition", match.edition.id] if match.edition is not DEFAULT else []
    if match.map_name is not None:
        words += ["--map", match.map_name]
    return shlex.join(words)


# ---------------------------------------------------------------------- for people


def lines(tally: Tally) -> list[str]:
    """Return the whole report, but for how long it took."""
    notice = notice_of(tally.match.edition.id)
    if not tally.games:
        return [*notice, _heading(tally), *_faults(tally)]
    return [
        *notice,
        _heading(tally),
        "",
        *_players(tally),
        "",
        *_empires(tally),
        "",
        *_victories(tally),
        "",
        *_lengths(tally),
        *_faults(tally),
        f"Digest of all games: {tally.digest()}",
    ]


def _heading(tally: Tally) -> str:
    match = tally.match
    return (
        f"{count(len(tally.games), 'game')} of {', '.join(match.seats)}; {_options(match)}"
        f" seed {match.seed}. Intervals are of {CONFIDENCE:.0%} confidence (Wilson)."
    )


def _options(match: Match) -> str:
    """``open display, at most 40 rounds, open hands,``."""
    told = ["" if match.edition is DEFAULT else match.edition.title]
    for option in match.edition.declared:
        value = getattr(match.options, option.name)
        if isinstance(option, Rounds):
            told.append(f"at most {count(value, 'round')}" if value else "")
        else:
            told.append(told_of(option, value) if value else "")
    return " ".join(f"{part}," for part in told if part)


def _players(tally: Tally) -> list[str]:
    rows = []
    for name in tally.names:
        share, even = tally.of_player(name), float(tally.even(name))
        low, high = share.interval
        verdict = "more than even" if low > even else "less than even" if high < even else "may be even"
        rows.append((name, *_cells(share), f"{even:6.1%}", verdict if len(tally.names) > 1 else ""))
    return _table(("player", "games won", "share", "interval", "even", ""), rows)


def _empires(tally: Tally) -> list[str]:
    rows = []
    several = len(tally.names) > 1
    for empire in tally.empires:
        by_player = [f"{tally.of_player_as(name, empire).value:.1%}" for name in tally.names] if several else []
        rows.append((empire, *_cells(tally.of_empire(empire)), *by_player))
    return _table(("empire", "games won", "share", "interval", *(tally.names if several else [])), rows)


def _won_with(match: Match) -> dict[str, str]:
    """Return what games are won with, in English."""
    board = match.edition.start(match.options, match.map).board
    return {name: str(told) for name, told in view_named(match.edition.id).words.victories(board).items()}


def _victories(tally: Tally) -> list[str]:
    won_with = _won_with(tally.match)
    rows = [
        (won_with.get(name, "no winner: the last round"), *_cells(tally.of_victory(name))) for name in tally.victories
    ]
    return _table(("won by", "games", "share", "interval"), rows)


def _lengths(tally: Tally) -> list[str]:
    rounds, most = tally.rounds, max(tally.lengths.values())
    rows = [
        (count(number, "round"), str(games), "#" * max(1, round(40 * games / most)))
        for number, games in tally.lengths.items()
    ]
    answers = fmean(game.answers for game in tally.games)
    spread = f"{fmean(rounds):.2f} on average, {median(rounds):g} in the middle, {rounds[0]} to {rounds[-1]}"
    return [
        *_table(("length", "games", ""), rows),
        f"Rounds: {spread}; {answers:.0f} answers a game.",
    ]


def _faults(tally: Tally) -> list[str]:
    if not tally.faulty:
        return []
    found = [f"{count(len(tally.faulty), 'game')} could not be played to the end, and count for no player:"]
    for game in tally.faulty[:FAULTS]:
        if game.fault is not None:
            place = f"Game {game.number}, step {game.fault.step}, {tally.empires[game.fault.seat]}"
            found += [f"  {place}: {game.fault.sentence}", f"    {command(tally.match, game.number)}"]
    if len(tally.faulty) > FAULTS:
        found.append(f"  … and {len(tally.faulty) - FAULTS} more.")
    return found


def _cells(share: Share) -> tuple[str, str, str]:
    low, high = share.interval
    won = f"{float(share.count):.1f}".removesuffix(".0")
    return won, f"{share.value:6.1%}", f"{low:.1%} to {high:.1%}"


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Return rows under their heads; the first column flush left, the others as wide as they need to be."""
    body = [heads, *rows]
    widths = [max(len(row[column]) for row in body) for column in range(len(heads))]
    return [
        "  ".join(
            cell.ljust(width) if column == 0 or heads[column] == "" else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in body
    ]


WIDTH = 780
LABELS = 250
"""Where the bars begin."""
SCALE = 440
"""As wide as a share of the whole is."""
ROW = 26
BAR = 16
HEAD = 44
FONT = 'font-family="system-ui, sans-serif"'
INK = "#333333"
COLORS = ("#3b6ea5", "#a5563b", "#5b8c3f", "#7a6a9a")
"""The titles of the charts: players, empires, victories and lengths."""


class _Picture:
    """Lines of SVG, from the top down."""

    def __init__(self) -> None:
        self._shapes: list[str] = []
        self.y = 34

    def text(self, x: float, text: str, size: int = 13, anchor: str = "start", weight: str = "normal") -> None:
        """Draw a text on the current line."""
        self._shapes.append(
            f'<text x="{x:g}" y="{self.y}" font-size="{size}" text-anchor="{anchor}" font-weight="{weight}"'
            f' fill="{INK}">{escape(text)}</text>'
        )

    def bar(self, width: float, color: str) -> None:
        """Draw a bar on the current line."""
        self._shapes.append(
            f'<rect x="{LABELS}" y="{self.y - BAR + 4}" width="{width:.1f}" height="{BAR}" fill="{color}"/>'
        )

    def line(self, x: float, end: float, height: int = 0) -> None:
        """Draw a line across the current bar; upright if it has a height."""
        middle = self.y - BAR // 2 + 4
        self._shapes.append(
            f'<line x1="{x:.1f}" y1="{middle - height}" x2="{end:.1f}" y2="{middle + height}" stroke="{INK}"/>'
        )

    def whole(self) -> str:
        """Return the picture."""
        height = self.y + 10
        frame = f'width="{WIDTH}" height="{height}" viewBox="0 0 {WIDTH} {height}"'
        paper = f'<rect width="{WIDTH}" height="{height}" fill="white"/>'
        return "\n".join(
            [f'<svg xmlns="http://www.w3.org/2000/svg" {frame} {FONT}>', paper, *self._shapes, "</svg>", ""]
        )


def chart(tally: Tally) -> str:
    """Return the shares of players, empires and victories, and the lengths of the games, as the text of an SVG file."""
    picture = _Picture()
    picture.text(20, f"{count(len(tally.games), 'game')} of {', '.join(tally.match.seats)}", 16, weight="bold")
    picture.y += 20
    picture.text(20, _drawn_legend(tally))
    _drawn_shares(picture, "Games won by player", tally.names, tally.of_player, 0, lambda name: float(tally.even(name)))
    even = 1 / len(tally.empires)
    _drawn_shares(picture, "Games won by empire", tally.empires, tally.of_empire, 1, lambda empire: even)
    _drawn_shares(picture, "Won by", tally.victories, tally.of_victory, 2, called=_won_with(tally.match))
    _drawn_lengths(picture, tally)
    return picture.whole()


def _drawn_shares(
    picture: _Picture,
    title: str,
    names: Sequence[str],
    share_of: Callable[[str], Share],
    color: int,
    even: Callable[[str], float] | None = None,
    called: Mapping[str, str] = MappingProxyType({}),
) -> None:
    _drawn_head(picture, title)
    for name in names:
        share = share_of(name)
        low, high = share.interval
        picture.text(LABELS - 10, _short_name(called.get(name, name)), anchor="end")
        picture.bar(SCALE * share.value, COLORS[color])
        if even is not None:
            picture.line(LABELS + SCALE * even(name), LABELS + SCALE * even(name), BAR // 2 + 3)
        picture.line(LABELS + SCALE * low, LABELS + SCALE * high)
        for end in (low, high):
            picture.line(LABELS + SCALE * end, LABELS + SCALE * end, 4)
        picture.text(LABELS + SCALE + 10, f"{share.value:.1%}")
        picture.y += ROW


def _drawn_lengths(picture: _Picture, tally: Tally) -> None:
    _drawn_head(picture, "Length in rounds")
    most = max(tally.lengths.values(), default=1)
    for rounds, games in tally.lengths.items():
        picture.text(LABELS - 10, str(rounds), anchor="end")
        picture.bar(SCALE * games / most, COLORS[3])
        picture.text(LABELS + SCALE + 10, count(games, "game"))
        picture.y += ROW


def _drawn_head(picture: _Picture, title: str) -> None:
    picture.y += HEAD - ROW + 10
    picture.text(20, title, 14, weight="bold")
    picture.y += ROW


def _short_name(label: str, most: int = 36) -> str:
    return label if len(label) <= most else label[: most - 1] + "…"


def _drawn_legend(tally: Tally) -> str:
    whiskers = f"whiskers: intervals of {CONFIDENCE:.0%} confidence (Wilson)"
    return f"seed {tally.match.seed}; {whiskers}; upright lines: even shares"
