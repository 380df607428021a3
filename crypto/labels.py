"""The labels that begin everything signed or hashed, so that no bytes made for one purpose ever serve another."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Label(StrEnum):
    """Every label there is, ``mare/<protocol>/<purpose>``. A new protocol number makes all old bytes foreign."""

    CHARTER = "mare/2/charter"
    ENTRY = "mare/2/entry"
    SIGNED_ENTRY = "mare/2/signed-entry"
    LOG = "mare/2/log"
    ACK = "mare/2/ack"
    CLOSING = "mare/2/closing"
    COMMITMENT = "mare/2/commitment"
    SALT = "mare/2/salt"
    LINK = "mare/2/link"
    SEED = "mare/2/seed"
    STREAM = "mare/2/stream"
    PRESENCE = "mare/2/presence"
    TALK = "mare/2/talk"
    RECORD = "mare/2/record"
    SEALED = "mare/2/sealed"
    FINGERPRINT = "mare/2/fingerprint"
    AUTHORITY = "mare/2/authority"
    WATCH = "mare/2/watch"
    TABLE = "mare/2/table"
    INVITATION = "mare/2/invitation"
