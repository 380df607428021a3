"""Invitations and addresses as a person gives them: in the arguments, in a file, through a pipe, or when asked."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from typing import TypeVar

from cli.command import Failure
from cli.i18n.texts import begun, tr, translated
from cli.output.lines import type_from_here
from cli.storage.files import read_text
from cli.ui.text.console import Console
from p2p.net.address import Address, AddressError
from p2p.net.invitation import MAX_TEXT, Invitation, InvitationError, parse

Read = TypeVar("Read")

PIPED = "-"
"""What stands for standard input, in the place of an invitation as of its file."""


def add_invitation_arguments(parser: ArgumentParser, invitation: str, at: str) -> None:
    """Take an invitation, and where the table is; the help for both is translated already."""
    parser.add_argument("invitation", nargs="*", metavar="INVITATION", help=invitation)
    parser.add_argument(
        "--invitation",
        dest="invitation_file",
        metavar="FILE",
        help=tr(
            "read the invitation from this file, or with - from standard input; other users of this"
            " machine can see the command line, but not the file"
        ),
    )
    parser.add_argument("--at", metavar="HOST:PORT", help=at)


def given(args: Namespace, read: Callable[[str], Read]) -> Read | None:
    """Return what ``read`` makes of the invitation in the arguments; None if there is none. Raises Failure."""
    file = args.invitation_file
    if args.invitation == [PIPED] and file is None:
        file, args.invitation = PIPED, []
    if args.invitation and file is not None:
        raise Failure(tr("you gave the invitation twice; leave out --invitation or the other one."), status=2)
    if file is None:
        return read(" ".join(args.invitation)) if args.invitation else None
    name, text = (tr("standard input"), _piped()) if file == PIPED else (file, read_text(file))
    try:
        return read(text)
    except Failure as failure:
        raise Failure(f"{name}: {failure}", failure.status) from None


def _piped() -> str:
    """Return all of standard input; afterwards the person types at the terminal."""
    if sys.stdin.isatty():
        raise Failure(
            tr("--invitation - reads from a pipe; leave it out here, and paste the invitation when you are asked."),
            status=2,
        )
    data = sys.stdin.buffer.read(4 * MAX_TEXT)
    type_from_here()
    return data.decode("utf-8-sig", errors="replace")


async def asked(console: Console, prompt: str, read: Callable[[str], Read]) -> Read:
    """Ask until the answer can be read, and say why one cannot; raise that as Failure at the end of the input."""
    wrong = Failure(tr("there is no terminal to ask at; give the invitation in a file with --invitation."))
    while (line := await console.line(prompt, lambda begun: [])) is not None:
        try:
            return read(line.strip())
        except Failure as failure:
            wrong = failure
            console.say(begun(str(failure)))
    raise wrong


async def given_or_asked(console: Console, named: Read | None, read: Callable[[str], Read]) -> Read:
    """Return what the arguments have named, or else what the person answers; raises Failure."""
    return await asked(console, tr("Invitation: "), read) if named is None else named


def invitation_of(text: str) -> Invitation:
    """Return the invitation in a text; raises Failure."""
    try:
        return parse(text)
    except InvitationError as error:
        raise Failure(translated(error), status=2) from None


def seat_of(text: str) -> Invitation:
    """Return the invitation to a seat in a text; raises Failure."""
    invitation = invitation_of(text)
    if invitation.kind != "table":
        raise Failure(tr("this invitation is for watching only; use it with `mare watch`."), status=2)
    return invitation


def address_of(text: str | None) -> Address | None:
    """Return the address after ``--at``, if it was given; raises Failure."""
    try:
        return None if text is None else Address.parse(text)
    except AddressError as error:
        raise Failure(f"--at: {translated(error)}", status=2) from None
