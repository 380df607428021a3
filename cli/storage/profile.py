"""A player's own things on this machine: their key and its passphrase, their name, and how far they want to be reached.

Passphrases are typed at a terminal, where they do not show, or taken from the environment.
"""

from __future__ import annotations

import getpass
import hashlib
import json
import os
import shlex
import stat
import sys
import unicodedata
from collections.abc import Callable, Mapping
from enum import StrEnum
from pathlib import Path

from platformdirs import user_data_path

from cli.command import Failure
from cli.i18n.texts import marked, reason_of, tr
from cli.output.lines import ask_secretly
from cli.storage import ownfiles
from cli.storage.known_players import KnownPlayers
from crypto import Identity, KeyFileError, from_pem, needs_passphrase, to_pem
from p2p import MAX_NAME, shown, unseen

VARIABLE = "MARE_PASSPHRASE"
"""The environment variable with the passphrase of a key file."""

NEW_VARIABLE = "MARE_NEW_PASSPHRASE"
"""The environment variable with the passphrase that a key file is to get."""


def ask_passphrase(file: str) -> str:
    """Return the passphrase of a key file; raises Failure if there is no terminal to ask at."""
    given = os.environ.get(VARIABLE)
    return given if given is not None else _typed_passphrase(tr("Passphrase of {file}: ", file=file), VARIABLE)


def ask_new_passphrase(file: str) -> str:
    """Return the passphrase that a key file is to get, typed twice; empty if none is wanted. Raises Failure."""
    given = os.environ.get(NEW_VARIABLE)
    if given is not None:
        return given
    new = _typed_passphrase(tr("New passphrase of {file}: ", file=file), NEW_VARIABLE)
    if new and _typed_passphrase(tr("The same again: "), NEW_VARIABLE) != new:
        raise Failure(tr("The two passphrases differ; nothing was changed."))
    return new


def _typed_passphrase(prompt: str, variable: str) -> str:
    if not sys.stdin.isatty():
        raise Failure(
            tr("You need a passphrase, but there is no terminal to ask at; put it into {variable}.", variable=variable)
        )
    try:
        return ask_secretly(prompt)
    except EOFError:
        raise Failure(tr("You typed no passphrase.")) from None


HOME = "MARE_HOME"
"""The environment variable with the folder to use instead of the platform's."""

PLAYERS = "players.json"
"""The file with the players that one has met."""

NO_NAME = marked(
    "A name has 1 to {most} letters, or fewer that are not Latin; all of them show, and no space stands around it."
)
HIDDEN = marked("The name has a character that people can't see ({character}). Leave it out.")

Ask = Callable[[str], str]
"""Asks for the passphrase of the file that it is told; raises Failure."""


class Profile:
    """The key, the name and the known players of who plays here."""

    def __init__(self, folder: Path, identity: Identity, name: str, has_passphrase: bool, is_new: bool) -> None:
        """Callers use `open_profile`."""
        self.folder = folder
        self.identity = identity
        self.name = name
        self.has_passphrase = has_passphrase
        self.is_new = is_new
        """Whether the key was made just now."""
        self.players = KnownPlayers(folder / PLAYERS)

    @property
    def key_file(self) -> Path:
        """Where the key is."""
        return _key_file(self.folder)

    @property
    def is_named(self) -> bool:
        """Whether the player has chosen a name, and does not go by their login name."""
        return _name_file(self.folder).exists()

    def rename(self, name: str) -> None:
        """Be called this from now on; raises Failure for what is no name, and OSError."""
        if problem := problem_of(name):
            raise Failure(problem, status=2)
        # Read first, so that a damaged file is named and not written over.
        _name(self.folder)
        ownfiles.replace(_name_file(self.folder), json.dumps({"name": name}, ensure_ascii=False).encode("utf-8"))
        self.name = name

    def protect(self, new: str | None) -> None:
        """Give the key file this passphrase, or none; raises Failure and OSError."""
        ownfiles.replace(self.key_file, _closed(self.identity, new))
        self.has_passphrase = new is not None

    def export(self, path: Path, new: str) -> None:
        """Write a copy of the key that opens with this passphrase; raises Failure and OSError.

        A file that is there is never written over.
        """
        data = _closed(self.identity, new)
        try:
            ownfiles.reserve(path)
        except FileExistsError:
            raise Failure(tr("{path}: this file already exists, and was left as it is.", path=path)) from None
        try:
            ownfiles.replace(path, data)
        except OSError:
            path.unlink(missing_ok=True)
            raise


def open_profile(ask: Ask = ask_passphrase) -> Profile:
    """Return the profile of this machine, or a new one if there is none; raises Failure and OSError."""
    return _profile_in(data_folder(), ask)


def profile_with(identity: Identity, bot: str | None = None) -> Profile:
    """Return the profile of this machine, or of a bot that is lent under a name, for a game that has this key.

    The key file stays closed. Raises Failure and OSError.
    """
    folder = data_folder() if bot is None else _bot_folder(bot)
    return Profile(folder, identity, _name(folder), False, False)


def open_bot(name: str, ask: Ask = ask_passphrase) -> Profile:
    """Return the profile of a bot that is lent under this name, or a new one; raises Failure and OSError.

    Each name has a key of its own, so that a bot can sit beside its lender and beside other bots. The key is
    kept, since players who have met the bot would be warned of another key.
    """
    folder = _bot_folder(name)
    folder.parent.mkdir(mode=0o700, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    return _profile_in(folder, ask)


def _bot_folder(name: str) -> Path:
    return data_folder() / "bots" / hashlib.sha256(name.encode("utf-8")).hexdigest()[:16]


def _profile_in(folder: Path, ask: Ask) -> Profile:
    path = _key_file(folder)
    is_new = False
    try:
        data = _read_key(path)
    except FileNotFoundError:
        try:
            ownfiles.create(path, to_pem(Identity.generate(), None))
            is_new = True
        except FileExistsError:
            # Another program was quicker; its key is as good.
            is_new = False
        except OSError as error:
            raise _unwritable(folder, error) from None
        data = _read_key(path)
    identity, has_passphrase = _opened(str(path), data, ask)
    return Profile(folder, identity, _name(folder), has_passphrase, is_new)


def import_key(source: Path, ask: Ask = ask_passphrase) -> Path | None:
    """Use the key in this file from now on, with its passphrase; returns where the key that was used is kept, if any.

    Raises Failure and OSError.
    """
    try:
        data = ownfiles.read(source)
    except OSError as error:
        raise Failure(f"{source}: {reason_of(error)}.", status=2) from None
    try:
        _opened(str(source), data, ask)
    except Failure as failure:
        raise Failure(str(failure), status=2) from None
    path = _key_file(data_folder())
    try:
        ownfiles.create(path, data)
    except FileExistsError:
        kept = _keep_aside(path)
        ownfiles.replace(path, data)
        return kept
    return None


def data_folder() -> Path:
    """Return the folder of the profile, made if missing, which only its owner can read; raises Failure."""
    chosen = os.environ.get(HOME)
    folder = Path(chosen) if chosen else user_data_path("mare", appauthor=False)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise Failure(
            tr(
                "{folder} is not a folder, so nothing can be kept there; choose another with {variable}.",
                folder=folder,
                variable=HOME,
            )
        ) from None
    except OSError as error:
        raise _unwritable(folder, error) from None
    return folder


def _unwritable(folder: Path, error: OSError) -> Failure:
    return Failure(
        tr(
            "nothing can be written in {folder} ({reason}); choose another folder with {variable}.",
            folder=folder,
            reason=reason_of(error),
            variable=HOME,
        )
    )


def _key_file(folder: Path) -> Path:
    return folder / "identity.pem"


def _name_file(folder: Path) -> Path:
    return folder / "profile.json"


def _keep_aside(path: Path) -> Path:
    """Give the file a second name that is free."""
    number = 1
    while True:
        kept = path.with_name(f"{path.stem}-{number}{path.suffix}")
        try:
            os.link(path, kept)
        except FileExistsError:
            number += 1
        else:
            return kept


def _read_key(path: Path) -> bytes:
    """Return the key file; raises Failure for one that others may read, since they may have its key already."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if os.name == "posix" and mode & 0o077:
        raise Failure(
            tr(
                "{path}: others on this machine may read this key; run `chmod 600 {quote}`.",
                path=path,
                quote=shlex.quote(str(path)),
            )
        )
    return ownfiles.read(path)


def _opened(file: str, data: bytes, ask: Ask) -> tuple[Identity, bool]:
    """Return the identity in a key file, and whether that has a passphrase."""
    try:
        closed = needs_passphrase(data)
        return from_pem(data, ask(file) if closed else None), closed
    except KeyFileError as error:
        raise Failure(f"{file}: {error}") from None


def _closed(identity: Identity, new: str | None) -> bytes:
    try:
        return to_pem(identity, new)
    except KeyFileError as error:
        raise Failure(tr("{error} Nothing was changed.", error=error)) from None


def _name(folder: Path) -> str:
    """Return the name that was chosen, or else the login name."""
    path = _name_file(folder)
    try:
        data = ownfiles.read(path)
    except FileNotFoundError:
        return _login_name()
    try:
        match json.loads(data):
            case {"name": str(name), **rest} if not rest and not problem_of(name):
                return name
    except (ValueError, RecursionError):
        pass
    raise Failure(tr("{path}: this is no longer a profile; repair it, or move it away to begin a new one.", path=path))


def problem_of(name: str) -> str:
    """Return why people can't be called this, in a sentence; empty if they can."""
    if char := unseen(name):
        code = f"U+{ord(char):04X}"
        return tr(HIDDEN, character=f"{code}, {title}" if (title := unicodedata.name(char, "")) else code)
    if name != " ".join(name.split()) or not 1 <= len(name.encode("utf-8")) <= MAX_NAME:
        return tr(NO_NAME, most=MAX_NAME)
    return ""


def own_name() -> str:
    """Return the name of the player here, with or without a key; raises Failure."""
    return _name(data_folder())


def _login_name() -> str:
    try:
        name = shown(getpass.getuser())
    except (OSError, KeyError, ImportError):
        name = ""
    return name.encode("utf-8")[:MAX_NAME].decode("utf-8", "ignore").strip() or "Player"


class Reach(StrEnum):
    """Whom the program may ask: relays too, only the player's own router, or no one."""

    ANYWHERE = "anywhere"
    DIRECT = "direct"
    LOCAL = "local"


def kept_reach() -> Reach | None:
    """Return what the player has chosen; None if they were never asked. Raises Failure and OSError."""
    kept = _kept("reach")
    return None if kept is None else Reach(kept)


def keep_reach(reach: Reach) -> None:
    """Keep the answer from now on; raises Failure and OSError."""
    _keep("reach", reach)


class Pauses(StrEnum):
    """Whether what happened to a player waits for a key."""

    ON = "on"
    OFF = "off"


def kept_pauses() -> Pauses:
    """Return what the player has chosen at a table, on by default. Raises Failure and OSError."""
    return Pauses(_kept("pauses") or Pauses.ON)


def keep_pauses(pauses: Pauses) -> None:
    """Keep the choice from now on; raises Failure and OSError."""
    _keep("pauses", pauses)


_CHOICES: Mapping[str, type[StrEnum]] = {"reach": Reach, "pauses": Pauses}
"""What is chosen once and kept, each in a file of its own."""


def _kept(choice: str) -> str | None:
    path = data_folder() / f"{choice}.json"
    try:
        data = ownfiles.read(path)
    except FileNotFoundError:
        return None
    try:
        match json.loads(data):
            case {**kept} if [*kept] == [choice]:
                return _CHOICES[choice](str(kept[choice]))
    except (ValueError, RecursionError):
        pass
    raise Failure(
        tr("{path}: this file is damaged; `mare whoami --{choice}` writes a new one.", path=path, choice=choice)
    )


def _keep(choice: str, chosen: StrEnum) -> None:
    ownfiles.replace(data_folder() / f"{choice}.json", json.dumps({choice: chosen}).encode("utf-8"))
