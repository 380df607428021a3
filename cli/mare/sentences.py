"""The sentences of deals, a small grammar that people type and bots speak.

For example::

    I leave Gallia alone if you stay out of Mare Ionium until the end of round 4.
    Carthage: I stay out of Italia if Rome leaves Africa alone.
    Yes.            Carthage: No, Rome.
    Help against Egypt: Carthage, take Aegyptus.

It is English in every language of the program, since other players' bots have to understand it; people who read another
one are told what it means.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeVar

from cli.i18n.texts import ENGLISH, language, marked, term, tr
from core.mare.kinds import BoardNames

T = TypeVar("T")

WITHOUT_END = 0
"""The round of a deal that does not say how long it holds."""


class Spot(NamedTuple):
    """A province or a sea, by its number on the board."""

    number: int
    is_sea: bool


class Proposal(NamedTuple):
    """What is proposed to ``hearer``, None for “you”: to leave ``given`` alone if the other leaves ``wanted``.

    ``speaker`` is the empire that is named before the sentence, if one is. ``until`` is the last round, WITHOUT_END
    where none is said.
    """

    speaker: int | None
    hearer: int | None
    given: Spot
    wanted: Spot
    until: int


class Reply(NamedTuple):
    """A yes or no to the proposal of ``hearer``, None if none is named."""

    speaker: int | None
    hearer: int | None
    agrees: bool


class Request(NamedTuple):
    """A call for help against ``leader``: that ``hearer``, None for “you”, takes ``place``.

    Without a place it only names the leader.
    """

    speaker: int | None
    hearer: int | None
    leader: int
    place: Spot | None


class Misunderstood(Exception):
    """A sentence that is meant as a proposal or request and says nothing that can be understood; the message says what.

    It is English where a bot says it, and has a template and fields for people who read another language.
    """

    def __init__(self, template: str, **fields: str) -> None:
        super().__init__(template.format(**fields))
        self.template = template
        self.fields = fields


NO_PLACE = marked("No province or sea is called '{name}', or more than one is; name one, such as {example}.")
NO_PLAYER = marked("No player is called '{name}' here; say “you”, or one of {names}.")
NO_LEADER = marked("No player is called '{name}' here; name one of {names}.")

KEEPING = re.compile(
    r"i (?:will )?(?:leave (?P<left>.+?) alone|stay out of (?P<shunned>.+?))"
    r" if (?P<hearer>\w+) (?:leaves? (?P<left_too>.+?) alone|stays? out of (?P<shunned_too>.+?))"
    r"(?:,? until the end of round (?P<until>\d{1,4}))?"
)
UNKNOWN = {
    NO_PLACE: re.compile(
        r"(?:\w+: )?No province or sea is called '(?P<name>[^']*)', or more than one is;"
        r" name one, such as (?P<example>.*)\."
    ),
    NO_PLAYER: re.compile(
        r"(?:\w+: )?No player is called '(?P<name>[^']*)' here; say “you”, or one of (?P<names>.*)\."
    ),
    NO_LEADER: re.compile(r"(?:\w+: )?No player is called '(?P<name>[^']*)' here; name one of (?P<names>.*)\."),
}
"""What a bot answers to a name that it does not know, and how that is found again in its words."""

COMPLAINT = re.compile(r"(?P<speaker>\w+): (?P<other>\w+) has broken our deal on (?P<place>.+)\.")
ANSWERS = re.compile(r"(?P<answer>yes|agreed|no|no deal)(?:,? (?P<hearer>\w+))?")
HELP = re.compile(r"help against (?P<leader>\w+)(?:[:,] ?(?:(?P<hearer>\w+),? )?take (?P<place>.+))?")
ADDRESS = re.compile(r"(?P<speaker>\w+): ?(?P<rest>.*)")


def read(board: BoardNames, text: str) -> Proposal | Reply | Request | None:
    """Return what a sentence says, None if it is other talk; raises Misunderstood.

    Capitals, more spaces and the full stop do not matter; of a place or an empire its beginning is enough.
    """
    words = " ".join(text.casefold().split()).rstrip(".! ")
    speaker = None
    address = ADDRESS.fullmatch(words)
    if address is not None:
        speaker = _only(_empires(board), address["speaker"])
        if speaker is None:
            return None
        words = address["rest"]
    if found := ANSWERS.fullmatch(words):
        hearer = None if found["hearer"] is None else _only(_empires(board), found["hearer"])
        return Reply(speaker, hearer, found["answer"] in ("yes", "agreed"))
    if found := KEEPING.fullmatch(words):
        hearer = _hearer(board, found["hearer"])
        given = _place(board, found["left"] or found["shunned"])
        wanted = _place(board, found["left_too"] or found["shunned_too"])
        return Proposal(speaker, hearer, given, wanted, int(found["until"] or WITHOUT_END))
    if found := HELP.fullmatch(words):
        leader = _empire(board, found["leader"], NO_LEADER)
        if found["place"] is None:
            return Request(speaker, None, leader, None)
        return Request(speaker, _hearer(board, found["hearer"] or "you"), leader, _place(board, found["place"]))
    return None


def meaning(board: BoardNames, text: str) -> str:
    """Return what a sentence says in the language in use; nothing in English, and for other talk."""
    if language() == ENGLISH:
        return ""
    if found := COMPLAINT.fullmatch(text):
        return tr("{other} has broken our deal on {place}.", other=term(found["other"]), place=found["place"])
    for template, pattern in UNKNOWN.items():
        if found := pattern.fullmatch(text):
            return tr(template, **found.groupdict())
    try:
        said = read(board, text)
    except Misunderstood:
        return ""
    if isinstance(said, Reply):
        return tr("Agreed.") if said.agrees else tr("No deal.")
    if isinstance(said, Request):
        return _needed(board, said)
    return _meant(board, said) if said is not None else ""


def _meant(board: BoardNames, proposal: Proposal) -> str:
    given, wanted, until = _name(board, proposal.given), _name(board, proposal.wanted), proposal.until
    if proposal.hearer is None:
        if not until:
            return tr("I leave {given} alone if you stay out of {wanted}.", given=given, wanted=wanted)
        return tr(
            "I leave {given} alone if you stay out of {wanted} until the end of round {until}.",
            given=given,
            wanted=wanted,
            until=until,
        )
    hearer = term(board.empire_names[proposal.hearer])
    if not until:
        return tr("I leave {given} alone if {hearer} stays out of {wanted}.", given=given, hearer=hearer, wanted=wanted)
    return tr(
        "I leave {given} alone if {hearer} stays out of {wanted} until the end of round {until}.",
        given=given,
        hearer=hearer,
        wanted=wanted,
        until=until,
    )


def _needed(board: BoardNames, request: Request) -> str:
    leader = term(board.empire_names[request.leader])
    if request.place is None:
        return tr("Help against {leader}.", leader=leader)
    place = _name(board, request.place)
    if request.hearer is None:
        return tr("Help against {leader}: take {place}.", leader=leader, place=place)
    hearer = term(board.empire_names[request.hearer])
    return tr("Help against {leader}: {hearer}, take {place}.", leader=leader, hearer=hearer, place=place)


def proposed(board: BoardNames, proposal: Proposal) -> str:
    """Return a proposal in words, with both empires named."""
    given, wanted = _name(board, proposal.given), _name(board, proposal.wanted)
    hearer = "you stay" if proposal.hearer is None else f"{board.empire_names[proposal.hearer]} stays"
    until = f" until the end of round {proposal.until}" if proposal.until else ""
    return f"{_spoken_by(board, proposal.speaker)}I leave {given} alone if {hearer} out of {wanted}{until}."


def replied(board: BoardNames, reply: Reply) -> str:
    """Return a yes or no in words."""
    hearer = "" if reply.hearer is None else f", {board.empire_names[reply.hearer]}"
    return f"{_spoken_by(board, reply.speaker)}{'Agreed' if reply.agrees else 'No deal'}{hearer}."


def requested(board: BoardNames, request: Request) -> str:
    """Return a call for help in words."""
    task = ""
    if request.hearer is not None and request.place is not None:
        task = f": {board.empire_names[request.hearer]}, take {_name(board, request.place)}"
    return f"{_spoken_by(board, request.speaker)}Help against {board.empire_names[request.leader]}{task}."


def broken(board: BoardNames, speaker: int, other: int, place: Spot) -> str:
    """Return the complaint that a deal has been broken."""
    return f"{board.empire_names[speaker]}: {board.empire_names[other]} has broken our deal on {_name(board, place)}."


def _spoken_by(board: BoardNames, speaker: int | None) -> str:
    return "" if speaker is None else f"{board.empire_names[speaker]}: "


def _name(board: BoardNames, place: Spot) -> str:
    return (board.sea_names if place.is_sea else board.province_names)[place.number]


def _empires(board: BoardNames) -> dict[str, int]:
    return _named(board.empire_names)


def _hearer(board: BoardNames, word: str) -> int | None:
    return None if word == "you" else _empire(board, word, NO_PLAYER)


def _empire(board: BoardNames, word: str, unknown: str) -> int:
    found = _only(_empires(board), word)
    if found is None:
        raise Misunderstood(unknown, name=word, names=", ".join(board.empire_names))
    return found


def _place(board: BoardNames, words: str) -> Spot:
    places = {name: Spot(index, is_sea=False) for name, index in _named(board.province_names).items()}
    places |= {name: Spot(index, is_sea=True) for name, index in _named(board.sea_names).items()}
    found = _only(places, words.removeprefix("the ").replace("_", " "))
    if found is None:
        raise Misunderstood(NO_PLACE, name=words, example=board.province_names[0])
    return found


def _named(names: Sequence[str]) -> dict[str, int]:
    return {name.casefold(): index for index, name in enumerate(names)}


def _only(named: Mapping[str, T], beginning: str) -> T | None:
    """Return what has this name, or else is the only one whose name begins so."""
    if beginning in named:
        return named[beginning]
    found = [thing for name, thing in named.items() if beginning and name.startswith(beginning)]
    return found[0] if len(found) == 1 else None
