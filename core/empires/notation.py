"""Action notation: one line of text for each action, one spelling only.

``text`` writes that spelling. ``parse`` is lenient: capitals, extra spaces and the order of listed resources or icons
do not matter, and ``with`` and other small words may be left out; ``parse_strict`` accepts only what ``text`` writes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from core.empires.actions import (
    CONTROL,
    FREE,
    Announce,
    Attack,
    Award,
    Build,
    Collect,
    Convert,
    Copy,
    Done,
    Fight,
    Give,
    Keep,
    LoseFortress,
    LoseLegion,
    MakePeace,
    March,
    Name,
    Obtain,
    Occupy,
    OccupyMarker,
    Offer,
    Pillage,
    Release,
    Remove,
    Sail,
    Size,
    Stand,
    Take,
)
from core.empires.board import Board, bits
from core.empires.map import TRACKS
from core.engine.action import Action
from core.engine.errors import NotationError
from core.engine.message import Message, several
from core.mare.resources import COIN, Tokens, is_legendary, kind_of, ordinary

SMALL_WORDS = frozenset({"with", "from", "in", "to", "at", "for"})
"""Words that make a line readable and carry nothing; the verb and the order of what follows say it all."""

_PROVINCE = Message("province")
_SEA = Message("sea")
_EMPIRE = Message("empire")
_TILE = Message("hero or wonder")
_RESOURCE = Message("resource")

PLACELESS = ("control", "legion", "fortress", "trireme")


def icon_name(board: Board, province: int, icon: int) -> str:
    """An icon's name in the notation, or ``control`` for the control marker."""
    return "control" if icon == CONTROL else board.icons[province][icon].name


def tokens_text(board: Board, tokens: Tokens) -> str:
    """Resources in words: ``coin coin *sheep``."""
    return " ".join([board.tokens[token] for token in tokens])


class Words:
    """The words of a line after its verb, taken from the left."""

    def __init__(self, board: Board, words: list[str]) -> None:
        self.board = board
        self.words = [word for word in words if word not in SMALL_WORDS]
        self.words.reverse()

    def next(self, meaning: Message) -> str:
        """The next word; raises NotationError where they end too soon."""
        if not self.words:
            raise NotationError("The action ends where {meaning} should follow.", meaning=meaning)
        return self.words.pop()

    def rest(self) -> list[str]:
        """All words that are left."""
        rest = self.words[::-1]
        self.words = []
        return rest

    def end(self) -> None:
        """Raises NotationError where words are left over."""
        if self.words:
            raise NotationError("{word} is one word too many.", word=_quote(self.words[-1]))

    def more(self) -> bool:
        """Whether words are left."""
        return bool(self.words)

    def _index(self, names: tuple[str, ...], meaning: Message) -> int:
        word = self.words.pop() if self.words else self.next(_one(meaning))
        try:
            return names.index(word)
        except ValueError:
            raise NotationError(
                "There is no {meaning} {word} in this game.", meaning=meaning, word=_quote(word)
            ) from None

    def province(self) -> int:
        """A province, by index."""
        return self._index(self.board.provinces, _PROVINCE)

    def sea(self) -> int:
        """A sea, by index."""
        return self._index(self.board.seas, _SEA)

    def empire(self) -> int:
        """An empire, by index."""
        return self._index(self.board.empires, _EMPIRE)

    def tile(self) -> int:
        """A hero or wonder, by index."""
        return self._index(tuple(tile.id for tile in self.board.tiles), _TILE)

    def token(self) -> int:
        """A resource."""
        return self._index(self.board.tokens, _RESOURCE)

    def tokens(self) -> Tokens:
        """All resources that follow, one at least, sorted."""
        tokens = [self.token()]
        while self.words:
            tokens.append(self.token())
        return tuple(sorted(tokens))

    def number(self) -> int:
        """A whole number without sign or leading zeros, below 1000."""
        word = self.next(Message("a number"))
        if not (word.isascii() and word.isdigit() and len(word) < 4 and (word == "0" or word[0] != "0")):
            raise NotationError("{word} is not a number.", word=_quote(word))
        return int(word)

    def icon(self, province: int) -> int:
        """An icon of a province, or CONTROL."""
        word = self.next(Message("a building"))
        if word == "control":
            return CONTROL
        icon = self.board.icon_of[province].get(word)
        if icon is not None:
            return icon
        icons = [name for name in self.board.icon_of[province] if name.startswith(f"{word}:")]
        if icons:
            raise NotationError(
                "Say which {word} of {province} you mean: {icons}.",
                word=word,
                province=self.board.province_names[province],
                icons=several(icons),
            )
        raise NotationError(
            "{province} has no icon {word}.", province=self.board.province_names[province], word=_quote(word)
        )


def _one(meaning: Message) -> Message:
    if meaning.template[0] in "aeiou":
        return Message("an {meaning}", meaning=meaning)
    return Message("a {meaning}", meaning=meaning)


def _quote(word: str) -> str:
    shown = word if len(word) <= 40 else word[:37] + "..."
    return "“" + shown.encode("ascii", "replace").decode() + "”"


# ---------------------------------------------------------------------- reading


def _read_build(words: Words) -> Action:
    what = words.next(Message("what is built"))
    if what in words.board.tile_of:
        where = FREE
    elif what == "trireme":
        where = words.sea()
    else:
        where = words.province()
        if what not in PLACELESS:
            words.words.append(what)
            words.icon(where)
    if words.words == ["free"]:
        words.rest()
        return Build(what, where, ())
    if not words.more():
        raise NotationError("Say what you pay with: “with coin coin coin”, or “free” where it costs nothing.")
    return Build(what, where, words.tokens())


def _read_march(words: Words) -> Action:
    source, target, number = words.province(), words.province(), words.number()
    return March(source, target, number, words.icon(source) if words.more() else FREE)


def _read_lose(words: Words) -> Action:
    unit = words.next(Message("legion or fortress"))
    if unit not in ("legion", "fortress"):
        raise NotationError("{word} can't be lost; say legion or fortress.", word=_quote(unit))
    province = words.province()
    if unit == "fortress":
        return LoseFortress(province)
    return LoseLegion(province, words.icon(province) if words.more() else FREE)


def _read_occupy(words: Words) -> Action:
    province = words.province()
    icons = [words.icon(province)]
    while words.more():
        icons.append(words.icon(province))
    if CONTROL in icons:
        if len(icons) > 1:
            raise NotationError("Occupy the control marker or buildings, not both.")
        return OccupyMarker(province)
    if len(set(icons)) < len(icons):
        raise NotationError("Name each building once.")
    return Occupy(province, sum(1 << icon for icon in icons))


def _read_collect(words: Words) -> Action:
    word = words.next(Message("coin or legendary"))
    if word not in ("coin", "legendary"):
        raise NotationError("{word} can't be collected; say coin or legendary.", word=_quote(word))
    return Collect(word == "legendary")


def _read_award(words: Words) -> Action:
    track = words.next(Message("a track"))
    if track not in TRACKS:
        raise NotationError("{word} is no track; say trade, culture or military.", word=_quote(track))
    return Award(TRACKS.index(track), words.empire())


def _read_obtain(words: Words) -> Action:
    token = words.token()
    if token == COIN or is_legendary(token):
        raise NotationError("Only an ordinary commodity can be obtained.")
    return Obtain(kind_of(token))


_READERS: dict[str, Callable[[Words], Action]] = {
    "done": lambda words: Done(),
    "announce": lambda words: Announce(words.number()),
    "offer": lambda words: Offer(words.tokens()),
    "take": lambda words: Take(words.token(), words.empire()),
    "give": lambda words: Give(words.token(), words.empire()),
    "name": lambda words: Name(words.empire()),
    "build": _read_build,
    "convert": lambda words: Convert(words.province()),
    "remove": lambda words: Remove(words.province()),
    "sail": lambda words: Sail(words.sea(), words.sea(), words.number()),
    "attack": lambda words: Attack(words.empire(), words.sea()),
    "march": _read_march,
    "fight": lambda words: Fight(words.empire(), words.province()),
    "lose": _read_lose,
    "pillage": lambda words: Pillage(province := words.province(), words.icon(province)),
    "occupy": _read_occupy,
    "release": lambda words: Release(words.province()),
    "collect": _read_collect,
    "size": lambda words: Size(words.number()),
    "obtain": _read_obtain,
    "copy": lambda words: Copy(words.tile()),
    "keep": lambda words: Keep(words.tokens()),
    "peace": lambda words: MakePeace(words.empire()),
    "stand": lambda words: Stand(province := words.province(), words.icon(province)),
    "award": _read_award,
}

VERBS = tuple(_READERS)
"""The first words of all actions."""


def parse(board: Board, line: str) -> Action:
    """The action that a line spells, leniently; raises NotationError with what is wrong and what to say instead."""
    words = line.lower().split() if line.isascii() else []
    # A refusal quotes the word; a control character in it would reach the terminal of whoever reads the refusal.
    if not words or not all(map(str.isprintable, words)):
        raise NotationError("An action is a line of plain letters, such as “done” or “march latium gallia 2”.")
    reader = _READERS.get(words[0])
    if reader is None:
        raise NotationError(
            "There is no action {word}; the actions are {actions}.",
            word=_quote(words[0]),
            actions=", ".join(_READERS),
        )
    rest = Words(board, words[1:])
    action = reader(rest)
    rest.end()
    return action


def parse_strict(board: Board, line: str) -> Action:
    """The action that a line spells exactly; raises NotationError where ``text`` would spell it otherwise."""
    action = parse(board, line)
    spelling = text(board, action)
    if spelling != line:
        raise NotationError("The one spelling of this action is “{spelling}”.", spelling=spelling)
    return action


# ---------------------------------------------------------------------- writing


def _write_build(board: Board, action: Build) -> str:
    what, where = action.what, ""
    if action.where != FREE:
        where = " " + (board.seas if what == "trireme" else board.provinces)[action.where]
    price = "with " + tokens_text(board, action.payment) if action.payment else "free"
    return f"build {what}{where} {price}"


def _write_march(board: Board, action: March) -> str:
    line = f"march {board.provinces[action.source]} {board.provinces[action.target]} {action.number}"
    return line if action.icon == FREE else f"{line} from {icon_name(board, action.source, action.icon)}"


def _write_lose_legion(board: Board, action: LoseLegion) -> str:
    line = f"lose legion {board.provinces[action.province]}"
    return line if action.icon == FREE else f"{line} from {icon_name(board, action.province, action.icon)}"


def _write_occupy(board: Board, action: Occupy) -> str:
    icons = " ".join(icon_name(board, action.province, icon) for icon in bits(action.icons))
    return f"occupy {board.provinces[action.province]} {icons}"


_WRITERS: dict[type, Callable[[Board, Any], str]] = {
    Done: lambda board, action: "done",
    Announce: lambda board, action: f"announce {action.number}",
    Offer: lambda board, action: "offer " + tokens_text(board, action.tokens),
    Take: lambda board, action: f"take {board.tokens[action.token]} from {board.empires[action.empire]}",
    Give: lambda board, action: f"give {board.tokens[action.token]} to {board.empires[action.empire]}",
    Name: lambda board, action: f"name {board.empires[action.empire]}",
    Build: _write_build,
    Convert: lambda board, action: f"convert {board.provinces[action.province]}",
    Remove: lambda board, action: f"remove {board.provinces[action.province]}",
    Sail: lambda board, action: f"sail {board.seas[action.source]} {board.seas[action.target]} {action.number}",
    Attack: lambda board, action: f"attack {board.empires[action.empire]} in {board.seas[action.sea]}",
    March: _write_march,
    Fight: lambda board, action: f"fight {board.empires[action.empire]} in {board.provinces[action.province]}",
    LoseLegion: _write_lose_legion,
    LoseFortress: lambda board, action: f"lose fortress {board.provinces[action.province]}",
    Pillage: lambda board, action: (
        f"pillage {board.provinces[action.province]} {icon_name(board, action.province, action.icon)}"
    ),
    Occupy: _write_occupy,
    OccupyMarker: lambda board, action: f"occupy {board.provinces[action.province]} control",
    Release: lambda board, action: f"release {board.provinces[action.province]}",
    Collect: lambda board, action: "collect legendary" if action.legendary else "collect coin",
    Size: lambda board, action: f"size {action.number}",
    Obtain: lambda board, action: f"obtain {board.tokens[ordinary(action.kind)]}",
    Copy: lambda board, action: f"copy {board.tiles[action.tile].id}",
    Keep: lambda board, action: "keep " + tokens_text(board, action.tokens),
    MakePeace: lambda board, action: f"peace {board.empires[action.empire]}",
    Stand: lambda board, action: (
        f"stand {board.provinces[action.province]} {icon_name(board, action.province, action.icon)}"
    ),
    Award: lambda board, action: f"award {TRACKS[action.track]} to {board.empires[action.empire]}",
}


ACTION_TYPES = tuple(_WRITERS)
"""The types of all actions."""


def text(board: Board, action: Action) -> str:
    """The one spelling of an action."""
    return _WRITERS[type(action)](board, action)
