"""The kinds of values in actions, frames and events of The Sword of Rome."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

from core.engine.errors import NotationError
from core.engine.kind import Flag, Kind, Mask, Named, Said, Several
from core.engine.message import Message, several
from core.engine.words import Words


class CardsKind(Kind):
    """One or more different cards by number, in ascending order."""

    lists = True

    def shown(self, board: Any, value: Sequence[int]) -> Message:
        return several(value)

    def read(self, words: Words, said: Said) -> tuple[int, ...]:
        cards = [words.number()]
        while words.more():
            cards.append(words.number())
        if len({*cards}) < len(cards):
            raise NotationError("Name each card once.")
        return tuple(sorted(cards))

    def text(self, board: Any, value: Sequence[int], said: Said) -> str:
        return " ".join(map(str, value))


class FacesKind(Kind):
    """The faces of dice, as people read them."""

    def shown(self, board: Any, value: Sequence[int]) -> Message:
        return several(value)


NUMBER = Kind()

SIDE = Named("player", lambda board: board.empires, lambda board: board.empire_names)

POWER = Named("power", lambda board: board.powers, lambda board: board.power_names)

HOLDER = Named("power", lambda board: board.holders, lambda board: board.holder_names)

LOCATION = Named("location", lambda board: board.locations, lambda board: board.location_names)

LEADER = Named(
    "leader",
    lambda board: tuple(leader.id for leader in board.leaders),
    lambda board: tuple(leader.name for leader in board.leaders),
)

MARKER = Named("marker", lambda board: board.map.markers)

TRACK = Named("track", lambda board: board.map.tracks)

Number: TypeAlias = Annotated[int, NUMBER]
Side: TypeAlias = Annotated[int, SIDE]
Power: TypeAlias = Annotated[int, POWER]
Holder: TypeAlias = Annotated[int, HOLDER]
Location: TypeAlias = Annotated[int, LOCATION]
Leader: TypeAlias = Annotated[int, LEADER]
Marker: TypeAlias = Annotated[int, MARKER]
Track: TypeAlias = Annotated[int, TRACK]
Card: TypeAlias = Annotated[int, NUMBER]
Cards: TypeAlias = Annotated[tuple[int, ...], CardsKind()]
Faces: TypeAlias = Annotated[tuple[int, ...], FacesKind()]
PowerList: TypeAlias = Annotated[tuple[int, ...], Several(POWER)]
LocationMask: TypeAlias = Annotated[int, Mask(LOCATION)]
YesNo: TypeAlias = Annotated[bool, Flag()]
