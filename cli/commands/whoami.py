"""``mare whoami``: show or change the player's name and key."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from pathlib import Path

from cli.command import Failure
from cli.i18n.texts import tr
from cli.output.lines import say
from cli.storage.profile import (
    Pauses,
    Profile,
    Reach,
    ask_new_passphrase,
    import_key,
    keep_pauses,
    keep_reach,
    kept_pauses,
    kept_reach,
    open_profile,
)
from cli.ui.text.cells import fitted
from crypto import fingerprint

EXAMPLES = ("mare whoami", "mare whoami --name Anna", "mare whoami --reach anywhere", "mare whoami --export anna.key")


def add_arguments(parser: ArgumentParser) -> None:
    """Declare what to change; nothing if there are no options."""
    parser.add_argument("--name", help=tr("use this name at every table from now on"))
    parser.add_argument(
        "--passphrase", action="store_true", help=tr("set, change or remove the passphrase of your key")
    )
    parser.add_argument(
        "--forget", metavar="NAME", help=tr("forget a player's key, to meet them again with another one")
    )
    parser.add_argument(
        "--reach",
        choices=[one.value for one in Reach],
        help=tr("whom to ask on the way to friends: relays, your own router only, or no one"),
    )
    parser.add_argument(
        "--pauses",
        choices=[one.value for one in Pauses],
        help=tr("whether what happened to you waits for Enter"),
    )
    keys = parser.add_mutually_exclusive_group()
    keys.add_argument(
        "--export", metavar="FILE", type=Path, help=tr("write a copy of your key, protected by a passphrase")
    )
    keys.add_argument("--import", metavar="FILE", type=Path, dest="source", help=tr("use the key from such a copy"))


def run(args: Namespace) -> int:
    """Do what was asked for, then show the player's name and key; returns the exit code."""
    if args.source is not None:
        kept = import_key(args.source)
        if kept is not None:
            say(tr("Your old key is kept in {kept}.", kept=kept))
    profile = open_profile()
    if profile.is_new:
        say(tr("Your key has been made; other players know you by it."))
    if args.name is not None:
        profile.rename(args.name)
    if args.reach is not None:
        keep_reach(args.reach)
    if args.pauses is not None:
        keep_pauses(args.pauses)
    if args.passphrase:
        _protect(profile)
    if args.forget is not None:
        _forget(profile, args.forget)
    if args.export is not None:
        _export(profile, args.export)
    say(tr("name      {name}", name=profile.name))
    say(tr("reach     {reach}", reach=kept_reach() or tr("not chosen yet")))
    say(tr("pauses    {pauses}", pauses=kept_pauses()))
    key = tr("key       {fingerprint}", fingerprint=fingerprint(profile.identity.public))
    say(fitted(key, shutil.get_terminal_size().columns))
    closed = tr("with a passphrase") if profile.has_passphrase else tr("no passphrase")
    say(tr("key file  {file} ({passphrase})", file=profile.key_file, passphrase=closed))
    return 0


def _protect(profile: Profile) -> None:
    new = ask_new_passphrase(str(profile.key_file)) or None
    profile.protect(new)
    say(tr("The key file has this passphrase now.") if new else tr("The key file has no passphrase now."))


def _forget(profile: Profile, name: str) -> None:
    if not profile.players.forget(name):
        raise Failure(tr("You have met no player called {name!r}.", name=name), status=2)
    say(tr("The key of {name!r} is forgotten; you meet this player anew.", name=name))


def _export(profile: Profile, path: Path) -> None:
    new = ask_new_passphrase(str(path))
    if not new:
        raise Failure(tr("A copy of your key needs a passphrase; nothing was written."))
    profile.export(path, new)
    say(tr("A copy of your key is in {path}; `mare whoami --import` uses it on another machine.", path=path))
