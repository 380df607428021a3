"""The lockstep protocol as a pure state machine, and the Trio shell around it; see ``docs/protocol.md``.

Programs import what they need from here alone. A module is loaded when one of its names is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from p2p.errors import JournalError
    from p2p.game import Below, Chance, Decision, Game, IllegalAction, Node, Over, Setup, SetupError, Simultaneous
    from p2p.lobby.guest import GuestLobby
    from p2p.lobby.host import HostLobby
    from p2p.lobby.model import (
        Changed,
        Continued,
        Denied,
        Dismissed,
        Entrant,
        LobbyEvent,
        Member,
        NotGranted,
        Offer,
        Picture,
        Place,
        Renewed,
        Rules,
        Spoken,
        not_full,
        speech,
        turned,
    )
    from p2p.lobby.room import GuestRoom, HostRoom, LobbyEnded, LobbyRoom, LobbyShow, table_at
    from p2p.log.changes import AGREEMENT, FORFEIT, course
    from p2p.log.charter import MAX_NAME, PROTOCOL, Charter, CharterError, Player, Seat, is_key_of
    from p2p.log.justify import has_head, is_allowed
    from p2p.log.log import Log
    from p2p.log.messages import MAX_PAST, Addresses, Past, Status
    from p2p.log.record import MAX_RECORD, RECORD_MAGIC, Progress, RecordError, Verification, verify_record
    from p2p.log.statements import ABSENT, BACK, END, OF_ALL, RESIGN, TAKE_BACK, Change, Proposed, author, is_opening
    from p2p.log.steps import Kind, Refused, Step
    from p2p.net import iroh
    from p2p.net.address import BY_TCP, MAX_ADDRESSES, Address, AddressError, Way, listen, may_dial
    from p2p.net.connection import Connecting, Connection
    from p2p.net.discovery import Announcement, DiscoveryError, announce, own_addresses, tables_nearby
    from p2p.net.door import GREETING, DialError, Door, dial_any
    from p2p.net.invitation import MAX_INVITATION, Invitation, InvitationError, parse_invitation
    from p2p.net.tls import Credentials, TableSecret, WatchCredentials
    from p2p.session.conversation import TalkError
    from p2p.session.events import (
        CatchingUp,
        CaughtUp,
        Committed,
        Completed,
        Differs,
        Diverged,
        Doubled,
        Event,
        Finished,
        Journal,
        MessageRefused,
        Missed,
        Moved,
        Overdue,
        Proven,
        Reached,
        Requested,
        Returned,
        Revealed,
        RolledBack,
        Said,
        Started,
        Stopped,
    )
    from p2p.session.session import Session
    from p2p.session.signer import Signer
    from p2p.session.state import Phase
    from p2p.shell.mesh import Mesh, Window
    from p2p.shell.store import ForeignGame, Store, StoredGame, StoredJournal, StoredRecord
    from p2p.shell.table import PATIENCE, Show, Table
    from p2p.wire.frames import Allowance
    from p2p.wire.text import folded, shown, unseen, visible
else:
    from importlib import import_module

    _NAMES = {
        "p2p.errors": "JournalError",
        "p2p.game": "Below Chance Decision Game IllegalAction Node Over Setup SetupError Simultaneous",
        "p2p.lobby.guest": "GuestLobby",
        "p2p.lobby.host": "HostLobby",
        "p2p.lobby.model": (
            "Changed Continued Denied Dismissed Entrant LobbyEvent Member NotGranted Offer Picture Place Renewed "
            "Rules Spoken not_full speech turned"
        ),
        "p2p.lobby.room": "GuestRoom HostRoom LobbyEnded LobbyRoom LobbyShow table_at",
        "p2p.log.changes": "AGREEMENT FORFEIT course",
        "p2p.log.charter": "Charter CharterError MAX_NAME PROTOCOL Player Seat is_key_of",
        "p2p.log.justify": "has_head is_allowed",
        "p2p.log.log": "Log",
        "p2p.log.messages": "Addresses MAX_PAST Past Status",
        "p2p.log.record": "MAX_RECORD Progress RECORD_MAGIC RecordError Verification verify_record",
        "p2p.log.statements": "ABSENT BACK Change END OF_ALL Proposed RESIGN TAKE_BACK author is_opening",
        "p2p.log.steps": "Kind Refused Step",
        "p2p.net.iroh": "iroh",
        "p2p.net.address": "Address AddressError BY_TCP MAX_ADDRESSES Way listen may_dial",
        "p2p.net.connection": "Connecting Connection",
        "p2p.net.discovery": "Announcement DiscoveryError announce own_addresses tables_nearby",
        "p2p.net.door": "DialError Door GREETING dial_any",
        "p2p.net.invitation": "Invitation InvitationError MAX_INVITATION parse_invitation",
        "p2p.net.tls": "Credentials TableSecret WatchCredentials",
        "p2p.session.conversation": "TalkError",
        "p2p.session.events": (
            "CatchingUp CaughtUp Committed Completed Differs Diverged Doubled Event Finished Journal "
            "MessageRefused Missed Moved Overdue Proven Reached Requested Returned Revealed RolledBack Said "
            "Started Stopped"
        ),
        "p2p.session.session": "Session",
        "p2p.session.signer": "Signer",
        "p2p.session.state": "Phase",
        "p2p.shell.mesh": "Mesh Window",
        "p2p.shell.store": "ForeignGame Store StoredGame StoredJournal StoredRecord",
        "p2p.shell.table": "PATIENCE Show Table",
        "p2p.wire.frames": "Allowance",
        "p2p.wire.text": "folded shown unseen visible",
    }
    _HOMES = {name: module for module, names in _NAMES.items() for name in names.split()}

    def __getattr__(name: str) -> object:
        """Return a name of the face, the first time that it is asked for."""
        if (home := _HOMES.get(name)) is None:
            raise AttributeError(f"module 'p2p' has no attribute {name!r}")
        module = import_module(home)
        value = globals()[name] = module if home.endswith(f".{name}") else getattr(module, name)
        return value
