"""Facts that scenarios of all editions of Mare Nostrum expect: resources, tiles, pieces, buildings, titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from core.engine.facts import NONE, Fact, Facts, Reader, Subjects, or_none, without_none
from core.engine.game import Game
from core.engine.words import Fail, index_of, indices_of
from core.mare.kinds import TRACKS, BoardNames, counted_tokens, read_tokens
from core.mare.position import icons_text, posts_text, read_icons, read_posts, tile_names
from core.mare.resources import spread


def facts_of(
    empire: Mapping[str, Reader], province: Mapping[str, Reader], sea: Mapping[str, Reader], table: Mapping[str, Reader]
) -> Facts:
    """Return the facts of an edition: of an empire, a province, a sea, and of the table."""
    about = (
        Subjects("empire", lambda board: board.empires, empire),
        Subjects("province", lambda board: board.provinces, province),
        Subjects("sea", lambda board: board.seas, sea),
    )
    return Facts(table, about)


def resources(board: BoardNames, index: int, words: Sequence[str], fail: Fail) -> Fact:
    wanted = read_tokens(without_none(words), board, fail)
    return Fact(
        or_none(counted_tokens(wanted, board)),
        lambda game: or_none(counted_tokens(spread(game.state.players[index].hand), board)),
    )


def tiles(board: BoardNames, index: int, words: Sequence[str], fail: Fail) -> Fact:
    names = tile_names(board)
    wanted = indices_of(without_none(words), names, "hero or wonder", fail)
    return Fact(
        or_none(" ".join(names[tile] for tile in wanted)),
        lambda game: or_none(" ".join(names[tile] for tile in game.state.players[index].tiles)),
    )


PIECES = ("legion", "trireme", "fortress", "control")


def pieces(game: Game[Any], index: int) -> Sequence[int]:
    player = game.state.players[index]
    return (player.legions, player.triremes, player.fortresses, player.markers)


def buildings(board: BoardNames, index: int, words: Sequence[str], fail: Fail) -> Fact:
    wanted = read_icons(without_none(words), board, index, fail)
    return Fact(
        or_none(icons_text(wanted, board, index)),
        lambda game: or_none(icons_text(game.state.provinces[index].built, board, index)),
    )


def occupied(board: BoardNames, index: int, words: Sequence[str], fail: Fail) -> Fact:
    """Read the occupier and the occupied: ``rome market city``, or ``none``."""
    empire, *names = without_none(words) or (NONE,)
    expected = NONE
    if empire != NONE:
        index_of(empire, board.empires, "empire", fail)
        posts = read_posts(names, board, index, fail)
        if not posts:
            raise fail(f"expected what is occupied after “{empire}”.")
        expected = f"{empire} {posts_text(posts, board, index)}"

    def look(game: Game[Any]) -> str:
        province = game.state.provinces[index]
        occupied = posts_text(province.posts, board, index)
        return f"{board.empires[province.occupier]} {occupied}" if province.posts else NONE

    return Fact(expected, look)


def leaders(board: BoardNames, index: int, words: Sequence[str], fail: Fail) -> Fact:
    """Read titles after tracks: ``trade rome military egypt``. Only the named tracks count."""
    tracks = indices_of(words[::2], TRACKS, "track", fail)
    holders = [index_of(word, board.empires, "empire", fail) for word in words[1::2]]
    if len(holders) < len(tracks):
        raise fail("expected an empire after each track.")
    titles = sorted(zip(tracks, holders, strict=True))

    def spell(leaders: Mapping[int, int]) -> str:
        return ", ".join(f"{TRACKS[track]} {board.empires[leaders[track]]}" for track, _ in titles)

    return Fact(spell(dict(titles)), lambda game: spell(dict(enumerate(game.state.leaders))))
