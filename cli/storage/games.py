"""The games of this machine: where they are kept, what it takes to sit down again, and how they are named."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any, NamedTuple

from cli.bots.minds import Chosen
from cli.command import Failure
from cli.i18n.texts import marked, tr
from cli.storage.files import name_of, read_record
from cli.storage.profile import data_folder
from cli.table_game import new_game, rules_of
from cli.ui.text.console import Console
from core import DataError
from crypto import Identity, from_pem, to_pem
from p2p import (
    PROTOCOL,
    Address,
    Charter,
    CharterError,
    ForeignGame,
    JournalError,
    Session,
    SetupError,
    Signer,
    Store,
    StoredGame,
    StoredJournal,
    StoredRecord,
    TableSecret,
)

FILE = "games.db"

NAME = re.compile(r"\w{1,64}", re.ASCII)
"""What people may type for a game's id, rightly or not; the names of files mostly have a dot."""

MYSELF = "me"
"""Who keeps a game: the owner of the profile, a bot beside them on this machine, or a bot that they lend."""
BOT = "bot"
LENT = "lent"

PROVEN = marked("stopped by a proof against a player")
"""What is said of a game that a proof stopped."""


@dataclass(frozen=True, slots=True)
class Notes:
    """What it takes to sit down again, beside keys and journal.

    ``identity`` is the key, in PEM, of who has none but for this game. ``seating`` is there for tables with bots on
    this machine only, ``network`` for others: the options with which the program listened, and the key of its endpoint.
    ``known`` has by person where they were found; ``bots`` says how the bots play that sit here with the owner, or that
    the owner lends. ``host`` is the person whose table it is: the first of the charter, if this program can't know.
    """

    keeper: str
    name: str = ""
    secret: str = field(default="", repr=False)
    map_text: str | None = None
    identity: str | None = field(default=None, repr=False)
    seating: dict[str, Any] | None = None
    network: dict[str, Any] | None = field(default=None, repr=False)
    known: dict[str, list[list[Any]]] = field(default_factory=dict)
    player: Chosen | None = None
    bots: tuple[Chosen, ...] = ()
    host: int = 0

    @property
    def table(self) -> TableSecret:
        """The secret of the table."""
        return TableSecret(bytes.fromhex(self.secret))

    @property
    def addresses(self) -> dict[int, tuple[Address, ...]]:
        """By person, the addresses where they were found."""
        return {int(player): tuple(Address(host, port) for host, port in where) for player, where in self.known.items()}

    def key(self) -> Identity | None:
        """Return the key that was made for this game, if it was."""
        return None if self.identity is None else from_pem(self.identity.encode("ascii"), None)


def notes_of(game: StoredGame) -> Notes:
    """Return the notes of a game."""
    fields = json.loads(game.notes)
    player = fields.pop("player")
    bots = tuple(map(_chosen, fields.pop("bots", ())))
    return Notes(**fields, player=None if player is None else _chosen(player), bots=bots)


def _chosen(fields: dict[str, Any]) -> Chosen:
    """Return who plays a seat, as notes have it."""
    log = fields["log"]
    path = None if log is None else Path(log)
    return Chosen(fields["name"], fields["think"], path, fields.get("nodes", 0), fields.get("talks", True))


def _as_text(value: object) -> str:
    """Return the path of a file in JSON."""
    return str(value)


def known_of(addresses: Mapping[int, Iterable[Address]]) -> dict[str, list[list[Any]]]:
    """Return addresses as notes have them."""
    return {str(player): [[host, port] for host, port in where] for player, where in addresses.items()}


def pem_of(signer: Signer) -> str:
    """Return the key of a signer that has none but for one game."""
    return to_pem(signer.identity, None).decode("ascii")


def open_store() -> Store:
    """Return the games of this profile; raises JournalError and OSError."""
    return Store(data_folder() / FILE)


def begin(store: Store, charter: Charter, signer: Signer, notes: Notes) -> StoredJournal:
    """Keep a game from now on, before anything of it is signed; raises JournalError."""
    player = charter.player(signer.identity.public)
    fields = json.dumps(asdict(notes), default=_as_text)
    return store.begin(charter, player, signer.secrets(), fields)


def signer_of(game: StoredGame, identity: Identity) -> Signer:
    """Return who plays a game; raises Failure."""
    try:
        return Signer.restore(identity, game.secrets)
    except ValueError:
        raise Failure(
            tr("the secrets of game {short} are damaged, so it cannot be played on.", short=short(game.charter))
        ) from None


class Taken(NamedTuple):
    """A game that no other program can take up meanwhile: who plays it, and its journal with its contents."""

    signer: Signer
    journal: StoredJournal
    items: list[bytes]


def take_up(store: Store, game: bytes, player: int, identity: Identity | None = None) -> Taken:
    """Take up a person's game, with the key that was made for it unless another is given.

    Raises Failure and JournalError.
    """
    for found in store.games():
        if (found.charter.id, found.player) == (game, player):
            key = identity or notes_of(found).key()
            if key is None:
                raise Failure(
                    tr(
                        "game {short} is played with the key of a profile that is not here.",
                        short=short(found.charter),
                    )
                )
            return Taken(signer_of(found, key), *store.resume(found))
    raise Failure(
        tr(
            "the part of game {hex} that player {player} had is not kept here, so it cannot go on;"
            " `mare forget {hex}` deletes the rest.",
            player=player + 1,
            hex=game.hex()[:8],
        )
    )


def look_at(game: StoredGame, items: Iterable[bytes]) -> Session:
    """Return a game as far as it has come, only to be looked at; raises Failure."""
    try:
        session = _session_of(game)
        session.restore(items)
    except (CharterError, DataError, SetupError) as error:
        raise Failure(
            tr("this program cannot read game {short}: {error}", short=short(game.charter), error=error)
        ) from None
    return session


def _session_of(game: StoredGame) -> Session:
    return Session(game.charter, partial(new_game, map_text=notes_of(game).map_text), None)


def empire_in(store: Store, game: StoredGame) -> str | None:
    """Return the empire of the keeper of a game; None before it is dealt, or if that cannot be read.

    The game is followed no further than to the deal.
    """

    def state() -> Any:
        return rules_of(session.log.game).state

    try:
        session = _session_of(game)
        session.restore(takewhile(lambda item: not state().seats, store.items(game)))
    except (CharterError, DataError, SetupError, JournalError):
        return None
    own = game.charter.seats_of(game.player)
    return state().board.empires[state().seats.index(own[0])] if state().seats and own else None


def short(charter: Charter) -> str:
    """Return the beginning of a game's id, which names the game."""
    return charter.id.hex()[:8]


def continuing(charter: Charter) -> str:
    """Return how others, too, can go on with a game, or the same players from an earlier step."""
    return tr(
        "With a new key, another player or a bot in a seat, or from an earlier step: all leave, one of you types `mare"
        " continue {short}`, and the others join that table.",
        short=short(charter),
    )


def with_lost_machine(charter: Charter) -> str:
    """Return how the others go on with a game if a player's machine is lost."""
    return tr(
        "If their machine is lost: all leave, one of you types `mare continue {short}`, and the others join that"
        " table.",
        short=short(charter),
    )


def without_majority(charter: Charter, names: str) -> str:
    """Return what is left to players whose votes can't pass without those who are named."""
    return tr(
        "Without {names} no vote can pass: {quorum} of {players} must agree. Wait for them, or leave: `mare resume"
        " {short}` goes on once they are back, `mare continue {short}` with a bot in their place.",
        names=names,
        quorum=charter.quorum,
        players=len(charter.players),
        short=short(charter),
    )


def with_lost_answer(charter: Charter, names: str = "") -> str:
    """Return how all go on if a secret answer is lost: the player's own, or perhaps that of the players named."""
    if not names:
        return tr(
            "Your program has lost the secret answer that the game waits for, as an old copy of your data folder may."
            " All leave, one of you types `mare continue {short}`, and the others join that table.",
            short=short(charter),
        )
    return tr(
        "The game waits for the secret answer of {names}. If they have put back an old copy of their data folder, the"
        " answer is lost. Then all leave, one of you types `mare continue {short}`, and the others join that table.",
        names=names,
        short=short(charter),
    )


def without_them(charter: Charter, step: int | None, *, is_accused: bool = False) -> str:
    """Return how the others go on with a game that a proof against a player has stopped, from a step.

    ``is_accused`` says that this is told to that player.
    """
    if step is None:
        return tr("The proof is kept. No step is there yet from which the game could go on: open a new table.")
    if is_accused:
        return tr(
            "The proof against you is kept. The others can go on after step {step} without you, or let you in at their"
            " table: ask them for its invitation.",
            step=step,
        )
    return tr(
        "The proof is kept. To go on without that player, one of you types `mare continue {short} --from {step}`, and"
        " the others join that table. You may let that player in there, too.",
        short=short(charter),
        step=step,
    )


def successors(store: Store) -> dict[bytes, Charter]:
    """Return by the id of each game that goes on here as another one the charter of the latest of these."""
    return {game.charter.after.game: game.charter for game in reversed(store.games()) if game.charter.after}


def how_it_went_on(charter: Charter) -> str:
    """Return how to come to the game here with which another one went on last; nothing if none that can be read did."""
    with suppress(Failure, JournalError, OSError):
        if not (data_folder() / FILE).exists():
            return ""  # No games are kept here, and to look at a record makes no store for them.
        store = open_store()
        went_on, last = successors(store), charter.id
        while last in went_on:
            last = went_on[last].id
        found = [game for game in store.games() if game.id == last != charter.id]
        if any(game.progress.is_finished for game in found):
            return tr("The game went on as {short}, and is over: `mare show {short}` replays it.", short=last.hex()[:8])
        if found:
            return tr("The game went on as {short}: `mare resume {short}` goes on there.", short=last.hex()[:8])
    return ""


def named(store: Store, prefix: str | None) -> list[StoredGame]:
    """Return what is kept of the only game whose id has this prefix, the player's own first.

    Without a prefix, it is the unfinished game that was played last and did not go on as another one. Raises Failure
    and JournalError.
    """
    if prefix is None:
        went_on = successors(store)
        open_games = [game for game in store.games() if not game.progress.is_finished and game.id not in went_on]
        mine = [game for game in open_games if notes_of(game).keeper == MYSELF]
        if not mine:
            raise Failure(tr("there is no game to go on with; `mare games` lists the games that are kept."))
        prefix = max(mine, key=lambda game: game.played).id.hex()
    parts: list[StoredGame] = []
    for part in parts_of(store, prefix):
        if isinstance(part, ForeignGame):
            raise _foreign(part)
        parts.append(part)
    return sorted(parts, key=lambda game: ((MYSELF, LENT, BOT).index(notes_of(game).keeper), game.player))


def parts_of(store: Store, prefix: str) -> list[StoredGame | ForeignGame]:
    """Return what is kept of the one game whose id begins so, of any protocol; raises Failure and JournalError."""
    if not prefix:
        # Every game's id begins so.
        raise Failure(tr("give the beginning of a game's id, as `mare games` shows it."), status=2)
    kept: list[StoredGame | ForeignGame] = [*store.games(), *store.foreign()]
    parts = [part for part in kept if part.id.hex().startswith(prefix.lower())]
    if (found := len({part.id for part in parts})) > 1:
        raise _ambiguous(found, prefix)
    return parts


def _foreign(game: ForeignGame) -> Failure:
    return Failure(
        tr(
            "game {short} was begun by another release of mare, with protocol {protocol}; this one"
            " speaks protocol {own}. Go on with it in that release, or delete it with `mare forget"
            " {short}`.",
            short=game.id.hex()[:8],
            protocol=game.protocol,
            own=PROTOCOL,
        )
    )


def record_named(store: Store, prefix: str) -> StoredRecord | None:
    """Return the imported record whose game's id begins so, if it is one; raises Failure and JournalError."""
    found = [record for record in store.records() if record.game.hex().startswith(prefix.lower())]
    if len(found) > 1:
        raise _ambiguous(len(found), prefix)
    return found[0] if found else None


class KeptRecord(NamedTuple):
    """The record of a game that is kept here, or was brought here: its name, and the text of its map if known."""

    called: str
    data: bytes
    steps: int
    map_text: str | None


def kept_record(prefix: str) -> KeptRecord | None:
    """Return the record of the one game whose id begins so, as far as it has come; raises Failure and JournalError."""
    store = open_store()
    games = named(store, prefix)
    if games:
        session = look_at(games[0], store.items(games[0]))
        called, record = short(session.charter), session.record()
        if record is None:
            raise Failure(tr("game {short} has not begun: not all players have signed its charter.", short=called))
        return KeptRecord(called, record, session.log.height, notes_of(games[0]).map_text)
    brought = record_named(store, prefix)
    if brought is None:
        return None
    return KeptRecord(brought.game.hex()[:8], store.record(brought.game), brought.height, None)


def is_game(name: str) -> bool:
    """Return whether a name that may be a file's or a kept game's is rather a game's; a file comes first."""
    return NAME.fullmatch(name) is not None and not os.path.lexists(name)


def recorded(name: str) -> tuple[str, bytes, str | None]:
    """Return what a file or a kept game is called, its record, and the text of its map if known.

    Raises Failure and JournalError.
    """
    if not is_game(name):
        return name_of(name), read_record(name), None
    kept = kept_record(name)
    if kept is None:
        raise neither(name)
    return tr("game {short}", short=kept.called), kept.data, kept.map_text


def _ambiguous(number: int, prefix: str | None) -> Failure:
    return Failure(
        tr(
            "{number} games begin with {prefix!r}; give more of the id, as `mare games` shows it.",
            number=number,
            prefix=prefix,
        ),
        status=2,
    )


def unknown(prefix: str) -> Failure:
    """Refuse a name that no game has."""
    return Failure(
        tr("no game here begins with {prefix!r}; `mare games` lists the games that are kept.", prefix=prefix), status=2
    )


def neither(name: str) -> Failure:
    """Refuse a name that neither a file nor a game has."""
    return Failure(
        tr(
            "{game}: there is no such file, and no kept game has an id that begins so; `mare games`"
            " lists the games that are kept.",
            game=name,
        ),
        status=2,
    )


@contextmanager
def kept(console: Console, charter: Charter, journal: StoredJournal, *, with_bots: bool = False) -> Iterator[None]:
    """Keep the game from other programs while the block runs; if it is left early, say how to go on.

    ``with_bots`` says that there are no other people who would have to go on, too.
    """
    try:
        yield
    except BaseException as reason:
        if not isinstance(reason, JournalError):
            console.say(how_to_go_on_alone(charter) if with_bots else how_to_go_on(charter))
        raise
    finally:
        journal.close()


def how_to_go_on(charter: Charter) -> str:
    """Return what to tell a player who leaves a game that is not over."""
    if not _is_here(charter):
        return f"{_lost()} {elsewhere(short(charter))}"
    return how_it_went_on(charter) or tr(
        "The game is kept: `mare resume {short}` goes on with it, as soon as the others are there, too.",
        short=short(charter),
    )


def how_to_go_on_alone(charter: Charter) -> str:
    """Return the same if all others are bots on this machine."""
    if not _is_here(charter):
        return _lost()
    return tr("The game is kept: `mare resume {short}` goes on with it.", short=short(charter))


def elsewhere(prefix: str) -> str:
    """Return how a game goes on that is not here, but perhaps with a friend."""
    return tr("If a friend has it, they can type `mare continue {prefix}`, and you join.", prefix=prefix)


def _is_here(charter: Charter) -> bool:
    """Return whether the disk has a game: if its file is deleted, a program that has it open doesn't notice."""
    try:
        return any(game.id == charter.id for game in open_store().games())
    except (Failure, JournalError, OSError):
        return False


def _lost() -> str:
    return tr("The game is not kept here: {path} no longer has it.", path=data_folder() / FILE)
