"""Tables that are announced on this network: the one of an invitation's words, or those that a person chooses from."""

from __future__ import annotations

from cli.args import asked, given_or_asked, seat_of
from cli.command import Failure
from cli.i18n.texts import count, tr, translated
from cli.ui.text.console import Console
from p2p import GREETING, Address, Announcement, DiscoveryError, Invitation, tables_nearby

LOOKING = 4.0
"""Seconds for tables nearby to be heard of."""


async def _tables(console: Console) -> list[Announcement]:
    console.say(tr("Looking for tables on this network …"))
    try:
        return await tables_nearby(LOOKING)
    except DiscoveryError as error:
        raise Failure(tr("{error} Give the whole invitation, or --at.", error=translated(error))) from None


async def find(console: Console, invitation: Invitation) -> tuple[Address, ...]:
    """Return where the table of these words is; raises Failure if it is not announced."""
    name = invitation.secret.table()
    for table in await _tables(console):
        if table.table == name:
            console.say(tr("The table of {name} has these words.", name=table.name or tr("an unnamed player")))
            return table.addresses
    raise Failure(
        tr(
            "no table with these words is announced on this network; ask for the whole invitation, or"
            " for the host's address and port, and give these with --at."
        )
    )


async def look_around(console: Console) -> tuple[Invitation, tuple[Address, ...]]:
    """Return the invitation for which the person is asked, and where its table is if that is nearby; raises Failure."""
    tables = await _tables(console)
    if not tables:
        console.say(tr("No table is announced on this network."))
        return await given_or_asked(console, None, seat_of), ()
    for number, table in enumerate(tables, start=1):
        protocol = (
            ""
            if table.protocol == GREETING
            else tr(", which speaks another protocol ({protocol})", protocol=table.protocol)
        )
        told = tr(
            "the table of {name} at {address}, {seats}{protocol}",
            name=table.name or tr("an unnamed player"),
            address=table.addresses[0] if table.addresses else tr("an unknown address"),
            seats=count(table.seats, "seat"),
            protocol=protocol,
        )
        console.say(f"  {number}. {told}")

    def chosen_by(number: str) -> Announcement | Invitation:
        if " " in number or "://" in number:
            return seat_of(number)
        if not (number.isascii() and number.isdecimal() and len(number) < 4 and 1 <= int(number) <= len(tables)):
            raise Failure(tr("there is no table {chosen!r} in the list.", chosen=number))
        return tables[int(number) - 1]

    chosen = await asked(console, tr("Which table, or what twelve words? "), chosen_by)
    if isinstance(chosen, Invitation):
        known = [table.addresses for table in tables if table.table == chosen.secret.table()]
        return chosen, known[0] if known else ()
    table = chosen

    def invitation_to_it(text: str) -> Invitation:
        invitation = seat_of(text)
        if invitation.secret.table() != table.table:
            name = table.name or tr("an unnamed player")
            raise Failure(tr("this is the invitation to another table, not to that of {name}.", name=name))
        return invitation

    invitation = await asked(console, tr("Its twelve words, or the invitation: "), invitation_to_it)
    return invitation, table.addresses
