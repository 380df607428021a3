"""Invitations and addresses as they are given on the command line, for whoever joins or watches."""

from __future__ import annotations

from cli.command import Failure
from cli.texts import problem_of
from p2p.address import Address, AddressError
from p2p.invitation import Invitation, InvitationError, parse


def invitation_of(text: str) -> Invitation:
    """The invitation in a text; raises Failure."""
    try:
        return parse(text)
    except InvitationError as error:
        raise Failure(problem_of(error), status=2) from None


def address_of(text: str | None) -> Address | None:
    """The address after ``--at``, if it was given; raises Failure."""
    try:
        return None if text is None else Address.parse(text)
    except AddressError as error:
        raise Failure(f"--at: {problem_of(error)}", status=2) from None
