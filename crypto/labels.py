"""The labels that begin everything signed or hashed, so that no bytes made for one purpose ever serve another."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Label(StrEnum):
    """Every label there is, ``mare/<protocol>/<purpose>``. A new protocol number makes all old bytes foreign."""

    CHARTER = "mare/7/charter"
    ENTRY = "mare/7/entry"
    SIGNED_ENTRY = "mare/7/signed-entry"
    LOG = "mare/7/log"
    ACK = "mare/7/ack"
    REQUEST = "mare/7/request"
    PROMISE = "mare/7/promise"
    EPOCH = "mare/7/epoch"
    SIGNED_EPOCH = "mare/7/signed-epoch"
    CLAIM = "mare/7/claim"
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
