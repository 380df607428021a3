"""The players you have met: which name had which key, so that another person under a known name is noticed."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cli.command import Failure
from cli.i18n.texts import reason_of, tr
from cli.storage import ownfiles
from crypto import PublicKey, WeakKeyError, fingerprint
from p2p import Charter, folded, shown

MOST = 4096
"""The most players that are remembered; later ones are not."""


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A person as first met under this name."""

    name: str
    key: PublicKey


class KnownPlayers:
    """The players in a file, which is read anew each time: another table may be open beside this one."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def warning(self, name: str, key: PublicKey) -> str | None:
        """Return the warning that a known player's name has another key here, or None; the name is not remembered.

        This is for keys that their owners have not proven yet. Raises Failure for a damaged file, and OSError.
        """
        name = shown(name)
        known = _namesake(self.load(), name, key)
        return None if known is None else _warning_in_lobby(name, known, key)

    def meet(self, name: str, key: PublicKey) -> str | None:
        """Remember a player who has signed with this key, and return what to say about them, or None.

        A known name with another key stays who it was, so the warning comes each time until the old one is forgotten;
        a known key with another name goes by that name from now on. Raises Failure for a damaged file, and OSError.
        """
        name = shown(name)
        players = self.load()
        if (namesake := _namesake(players, name, key)) is not None:
            return _warning(name, namesake, key)
        known = next((player for player in players if player.key == key), None)
        if not name or known == KnownPlayer(name, key) or (known is None and len(players) >= MOST):
            return None
        self._save([*(player for player in players if player.key != key), KnownPlayer(name, key)])
        return tr("You know {name} as {known}: the key is the same.", name=name, known=known.name) if known else None

    def meet_signers(self, charter: Charter, me: PublicKey) -> Iterator[str]:
        """Meet all others who have signed a charter, and yield what to say about them.

        What cannot be read or written is said, too: it is no reason to leave the game.
        """
        for player, signer in enumerate(charter.players):
            if signer.key != me:
                try:
                    remark = self.meet(shown(charter.seats[charter.seats_of(player)[0]].name), signer.key)
                except (Failure, OSError) as error:
                    yield self.trouble(error)
                    return
                if remark is not None:
                    yield remark

    def forget(self, name: str) -> int:
        """Forget the players of this name, and return how many there were; raises Failure and OSError like `meet`."""
        players = self.load()
        kept = [player for player in players if folded(player.name) != folded(name)]
        if len(kept) < len(players):
            self._save(kept)
        return len(players) - len(kept)

    def trouble(self, error: Failure | OSError) -> str:
        """Return what to say about a file that cannot be read or written."""
        return str(error) if isinstance(error, Failure) else f"{self._path}: {reason_of(error)}."

    def load(self) -> list[KnownPlayer]:
        """Return all players; raises Failure for a damaged file, which is left as it is, and OSError."""
        try:
            data = ownfiles.read(self._path)
        except FileNotFoundError:
            return []
        try:
            return _players(json.loads(data))
        except (ValueError, RecursionError, WeakKeyError):
            raise Failure(
                tr(
                    "{path}: this is no longer a list of players; repair it, or move it away to begin a new one.",
                    path=self._path,
                )
            ) from None

    def _save(self, players: list[KnownPlayer]) -> None:
        value = {"players": [{"name": player.name, "key": player.key.raw.hex()} for player in players]}
        ownfiles.replace(self._path, json.dumps(value, indent=1, ensure_ascii=False).encode("utf-8"))


def _players(value: object) -> list[KnownPlayer]:
    match value:
        case {"players": [*entries], **rest} if not rest:
            return [_player(entry) for entry in entries]
    raise ValueError("no list of players")


def _player(value: object) -> KnownPlayer:
    match value:
        case {"name": str(name), "key": str(key), **rest} if not rest and name and name == shown(name):
            return KnownPlayer(name, PublicKey(bytes.fromhex(key)))
    raise ValueError("no player")


def _namesake(players: list[KnownPlayer], name: str, key: PublicKey) -> KnownPlayer | None:
    """Return the known player who is called the same and has another key, or None."""
    known = next((player for player in players if folded(player.name) == folded(name)), None)
    return None if known is None or known.key == key else known


def _warning_in_lobby(name: str, known: KnownPlayer, key: PublicKey) -> str:
    return tr(
        "WARNING: this {name} has another key than the {known} you know! The key you know is"
        " {fingerprint}, this one is {fingerprint2}. Another person may be using the name. Ask"
        " {known} by another way, such as the telephone, which words `mare whoami` shows there."
        " If they are the new ones, “ready” is enough; `{forget}`, typed in a terminal, ends this warning.",
        **_facts(name, known, key),
    )


def _warning(name: str, known: KnownPlayer, key: PublicKey) -> str:
    """Return the same in few words, for those who have read it in the lobby."""
    return tr(
        "WARNING: this {name} has another key than the {known} you know: not {fingerprint}, but {fingerprint2};"
        " `{forget}`, typed in a terminal, ends this warning.",
        **_facts(name, known, key),
    )


def _facts(name: str, known: KnownPlayer, key: PublicKey) -> dict[str, str]:
    """Return what a warning names."""
    return {
        "name": name,
        "known": known.name,
        "fingerprint": fingerprint(known.key),
        "fingerprint2": fingerprint(key),
        "forget": f"mare whoami --forget {shlex.quote(known.name)}",
    }
