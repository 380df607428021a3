"""The labels that begin everything signed or hashed, so that no bytes made for one purpose ever serve another."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Label(StrEnum):
    """Every label there is, ``mare/<protocol>/<purpose>``. A new protocol number makes all old bytes foreign."""

    CHARTER = "mare/1/charter"
    ENTRY = "mare/1/entry"
    SIGNED_ENTRY = "mare/1/signed-entry"
    LOG = "mare/1/log"
    ACK = "mare/1/ack"
    CLOSING = "mare/1/closing"
    COMMITMENT = "mare/1/commitment"
    SALT = "mare/1/salt"
    LINK = "mare/1/link"
    SEED = "mare/1/seed"
    STREAM = "mare/1/stream"
    HELLO = "mare/1/hello"
    WELCOME = "mare/1/welcome"
    RECORD = "mare/1/record"
    SEALED = "mare/2/sealed"
    FINGERPRINT = "mare/2/fingerprint"
    AUTHORITY = "mare/2/authority"
    WATCH = "mare/2/watch"
    TABLE = "mare/2/table"
    INVITATION = "mare/2/invitation"
