"""The labels that begin everything signed or hashed, so that bytes made for one purpose never serve another."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Label(StrEnum):
    """All labels, ``mare/<protocol>/<purpose>``. After a new protocol number, old signatures and hashes never match."""

    CHARTER = "mare/7/charter"
    ENTRY = "mare/7/entry"
    SIGNED_ENTRY = "mare/7/signed-entry"
    LOG = "mare/7/log"
    ACK = "mare/7/ack"
    CLOSING = "mare/7/closing"
    REQUEST = "mare/7/request"
    PROMISE = "mare/7/promise"
    EPOCH = "mare/7/epoch"
    SIGNED_EPOCH = "mare/7/signed-epoch"
    AUTOPILOT_ANSWER = "mare/7/autopilot-answer"
    AUTOPILOT_CHANCE = "mare/7/autopilot-chance"
    COMMITMENT = "mare/7/commitment"
    SALT = "mare/7/salt"
    LINK = "mare/7/link"
    SEED = "mare/7/seed"
    STREAM = "mare/7/stream"
    PRESENCE = "mare/7/presence"
    TALK = "mare/7/talk"
    RECORD = "mare/7/record"
    SEALED = "mare/7/sealed"
    FINGERPRINT = "mare/7/fingerprint"
    AUTHORITY = "mare/7/authority"
    WATCH = "mare/7/watch"
    TABLE = "mare/7/table"
    INVITATION = "mare/7/invitation"
