"""The labels that begin everything signed or hashed, so that bytes made for one purpose never serve another."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Label(StrEnum):
    """All labels, ``mare/<protocol>/<purpose>``. After a new protocol number, old signatures and hashes never match."""

    CHARTER = "mare/6/charter"
    ENTRY = "mare/6/entry"
    SIGNED_ENTRY = "mare/6/signed-entry"
    LOG = "mare/6/log"
    ACK = "mare/6/ack"
    CLOSING = "mare/6/closing"
    REQUEST = "mare/6/request"
    PROMISE = "mare/6/promise"
    EPOCH = "mare/6/epoch"
    SIGNED_EPOCH = "mare/6/signed-epoch"
    CLAIM = "mare/6/claim"
    AUTOPILOT_ANSWER = "mare/6/autopilot-answer"
    AUTOPILOT_CHANCE = "mare/6/autopilot-chance"
    COMMITMENT = "mare/6/commitment"
    SALT = "mare/6/salt"
    LINK = "mare/6/link"
    SEED = "mare/6/seed"
    STREAM = "mare/6/stream"
    PRESENCE = "mare/6/presence"
    TALK = "mare/6/talk"
    RECORD = "mare/6/record"
    SEALED = "mare/6/sealed"
    FINGERPRINT = "mare/6/fingerprint"
    AUTHORITY = "mare/6/authority"
    WATCH = "mare/6/watch"
    TABLE = "mare/6/table"
    INVITATION = "mare/6/invitation"
