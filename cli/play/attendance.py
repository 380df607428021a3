"""The members of a lobby in words: their names, what they chose, and what has changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from cli.i18n.texts import plural, tr
from cli.play.terms import Terms
from cli.ui.text.names import called
from core.engine.edition import RANDOM
from crypto import PublicKey, fingerprint
from p2p import Member, Picture, folded, is_key_of


class LobbySeat(NamedTuple):
    """A seat in the lobby: who has it, in words, and whether they agree to the table as it is."""

    name: str
    notes: str
    is_ready: bool


@runtime_checkable
class ShowsSeats(Protocol):
    """A console that shows who is in the lobby, besides what it says of each change."""

    def seat(self, seats: Sequence[LobbySeat]) -> None:
        """Show who is there now."""

    def explain(self, meaning: Callable[[str], str]) -> None:
        """Show what each line that can be typed means: what ``meaning`` returns for it, or nothing if that is empty."""


def line_of(picture: Picture, index: int, host: PublicKey, me: PublicKey) -> str:
    """Return the lines about one member, with the words of their key."""
    member = picture.members[index]
    notes = [_chosen(member)]
    if member.bots:
        notes.append(_lends_to_the_end(member.bots) if member.key != host else _lends_for_now(member.bots))
    notes += [tr("ready")] if member.ready else []
    notes += [tr("the host")] if member.key == host else []
    notes += [tr("you")] if member.key == me else []
    return tr(
        "  {name}: {notes}\n      key {fingerprint}",
        name=called(picture, index),
        notes=", ".join(notes),
        fingerprint=fingerprint(member.key),
    )


def seats_of(picture: Picture, host: PublicKey, me: PublicKey, terms: Terms) -> list[LobbySeat]:
    """Return who is there, and what there is to say on each; the free seats come last, without a name."""
    found = []
    for index, member in enumerate(picture.members):
        notes = [_chosen(member, terms.name_of(member.choice, picture))]
        notes += [tr("the host")] if member.key == host else []
        notes += [tr("you")] if member.key == me else []
        found.append(LobbySeat(called(picture, index), ", ".join(notes), member.ready))
        found += [LobbySeat(tr("Bot"), tr("lent by {name}", name=called(picture, index)), is_ready=True)] * member.bots
    return found + [LobbySeat("", tr("a free seat"), is_ready=False)] * (picture.seats - picture.taken)


def _chosen(member: Member, name: str = "") -> str:
    """Return what a member plays, by its name where that need not be typed."""
    if member.choice == RANDOM:
        return tr("lets chance decide what to play")
    return tr("plays {empire}", empire=name or member.choice)


def is_called(name: str, index: int, member: Member) -> bool:
    """Return whether what was typed means this member: the beginning of the name, the key's first words, the number."""
    is_name = folded(name) != "" and folded(member.name).startswith(folded(name))
    return is_name or is_key_of(name, member.key) or name == str(index + 1)


def changes(old: Picture, new: Picture, terms: Terms) -> list[str]:
    """Return what has happened between two pictures, in a sentence each."""
    before = {member.key: member for member in old.members}
    after = {member.key for member in new.members}
    told = [
        tr("{name} has left.", name=called(old, index))
        for index, member in enumerate(old.members)
        if member.key not in after
    ]
    come = [called(new, index) for index, member in enumerate(new.members) if member.key not in before]
    for index, member in enumerate(new.members):
        if member.key in before:
            predicates = _predicates(before[member.key], member, come)
        else:
            predicates = [tr("has joined")]
            predicates += [tr("plays {empire}", empire=member.choice)] if member.choice != RANDOM else []
        told += [f"{called(new, index)} {predicate}." for predicate in predicates]
        if member.key not in before:
            told += _namesakes(new, index)
    if (old.options, old.watch) != (new.options, new.watch):
        told.append(tr("The host has changed the terms of the game: {terms}.", terms=terms.told(new)))
    return told


def _namesakes(picture: Picture, newcomer: int) -> list[str]:
    """Return who else is called as the newcomer is: a key tells them apart, where a name does not."""
    member = picture.members[newcomer]
    name = folded(member.name)
    return [
        tr(
            "{name} has the same name as {other}, but is another person; their key: {fingerprint}.",
            name=called(picture, newcomer),
            other=called(picture, index),
            fingerprint=fingerprint(member.key),
        )
        for index, other in enumerate(picture.members)
        if name and index != newcomer and folded(other.name) == name
    ]


def _predicates(old: Member, new: Member, come: Sequence[str]) -> list[str]:
    """Return what a member has done since, each in a predicate; a newcomer of that moment may have a bot's seat."""
    told = []
    if old.choice != new.choice:
        told.append(tr("wants to play {empire}", empire=new.choice) if new.choice != RANDOM else _chosen(new))
    if old.bots != new.bots:
        told.append(_lends(new.bots, come[0] if come and new.bots < old.bots else None))
    if new.ready and not old.ready:
        told.append(tr("is ready"))
    return told


def _lends_to_the_end(bots: int) -> str:
    return plural("lends {number} bot", "lends {number} bots", bots)


def _lends_for_now(bots: int) -> str:
    return plural("lends {number} bot until people come", "lends {number} bots until people come", bots)


def _lends(bots: int, newcomer: str | None) -> str:
    if newcomer is None:
        return _lends_to_the_end(bots) if bots else tr("no longer lends bots")
    if bots:
        return plural(
            "lends {number} bot now; one has made way for {name}",
            "lends {number} bots now; one has made way for {name}",
            bots,
            name=newcomer,
        )
    return tr("no longer lends bots; the last has made way for {name}", name=newcomer)
