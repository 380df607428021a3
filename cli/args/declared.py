"""The options that editions declare: as arguments, and in words."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import Any

from cli.command import Failure
from cli.i18n.texts import count, tr, translated
from core.editions import EDITIONS
from core.engine.edition import Edition
from core.engine.option import LineUp, Option, Rounds


def add_declared_arguments(parser: ArgumentParser) -> None:
    """Declare all options of all editions, except the limit of rounds; None if they are not given."""
    for name, editions in _editions_by_option().items():
        _add_option(parser, name, editions)


def _editions_by_option() -> dict[str, list[Edition]]:
    """Return the editions that have each option besides the limit of rounds."""
    found: dict[str, list[Edition]] = {}
    for edition in EDITIONS.values():
        for option in edition.declared:
            if not isinstance(option, Rounds):
                found.setdefault(option.name, []).append(edition)
    return found


def _add_option(parser: ArgumentParser, name: str, editions: Sequence[Edition]) -> None:
    """Add what these editions declare by one name, as the first of them explains it."""
    declared = [option for edition in editions for option in edition.declared if option.name == name]
    meaning = meaning_of(declared[0])
    if len(editions) < len(EDITIONS):
        called = ", ".join(edition.id for edition in editions)
        meaning = tr("{meaning}; only in: {editions}", meaning=meaning, editions=called)
    if type(declared[0].usual) is bool:
        parser.add_argument(option_called(name), action="store_true", default=None, help=meaning)
        return
    words = dict.fromkeys(word for option in declared for word in option.words(()))
    metavar = "NAME,…" if isinstance(declared[0], LineUp) else f"{{{','.join(words)}}}"
    parser.add_argument(option_called(name), metavar=metavar, help=meaning)


def meaning_of(option: Option) -> str:
    """Return what an option means, for who chooses."""
    if isinstance(option, Rounds):
        return tr("end after N rounds, with no winner; 0 for no limit (default: {most})", most=tr("no limit"))
    return translated(option.meaning)


def told_of(option: Option, value: Any, playing: Sequence[str] = ()) -> str:
    """Return what a table agrees to that has chosen this, where these empires play."""
    if isinstance(option, Rounds):
        return tr("ends after {rounds}", rounds=count(value, "round")) if value else tr("no round limit")
    return translated(option.told(value, playing))


def empires_of(edition: Edition, game_map: Any) -> tuple[str, ...]:
    """Return all empires of a map, in seat order."""
    tables = edition.tables(game_map)
    return tuple(dict.fromkeys(name for size in sorted(tables, reverse=True) for name in tables[size]))


def line_up_size(args: Namespace, edition: Edition, game_map: Any) -> int:
    """Return how many empires the arguments name to play, 0 where they name none; raises Failure."""
    chosen = declared_options(args, edition, game_map)
    return next((len(chosen.get(option.name, ())) for option in edition.declared if isinstance(option, LineUp)), 0)


def declared_options(args: Namespace, edition: Edition, game_map: Any) -> dict[str, Any]:
    """Return the given options; raises Failure for one that the edition lacks, or that cannot be so."""
    declared = {option.name: option for option in edition.declared}
    given = {name: typed for name in _editions_by_option() if (typed := getattr(args, name)) is not None}
    chosen: dict[str, Any] = {"max_rounds": args.max_rounds}
    for name, typed in given.items():
        called = option_called(name)
        if name not in declared:
            others = ", ".join(map(option_called, declared))
            raise Failure(
                tr(
                    "{option}: {title} has no such option. It has {others}.",
                    option=called,
                    title=edition.title,
                    others=others,
                ),
                status=2,
            )
        known = empires_of(edition, game_map)
        value = typed if typed is True else declared[name].read(typed, known)
        if value is None:
            words = ", ".join(declared[name].words(known))
            raise Failure(_unread(declared[name], called, typed, words), status=2)
        chosen[name] = value
    return chosen


def _unread(option: Option, called: str, typed: str, known: str) -> str:
    """Return why the typed text is not a value of an option, and which values there are."""
    if isinstance(option, LineUp):
        return tr(
            "{option} {typed!r}: choose from {known}, each at most once.", option=called, typed=typed, known=known
        )
    return tr("{option} {typed!r}: choose {known}.", option=called, typed=typed, known=known)


def option_called(name: str) -> str:
    """Return how an option is typed."""
    return f"--{name.replace('_', '-')}"
