"""The labels that begin everything signed or hashed, so that no bytes made for one purpose ever serve another."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Label(StrEnum):
    """Every label there is, ``mare/<protocol>/<purpose>``. A new protocol number makes all old bytes foreign."""

    CHARTER = "mare/5/charter"
    ENTRY = "mare/5/entry"
    SIGNED_ENTRY = "mare/5/signed-entry"
    LOG = "mare/5/log"
    ACK = "mare/5/ack"
    CLOSING = "mare/5/closing"
    PROPOSAL = "mare/5/proposal"
    BALLOT = "mare/5/ballot"
    WISH = "mare/5/wish"
    REQUEST = "mare/5/request"
    PROMISE = "mare/5/promise"
    EPOCH = "mare/5/epoch"
    SIGNED_EPOCH = "mare/5/signed-epoch"
    CLAIM = "mare/5/claim"
    AUTOPILOT_ANSWER = "mare/5/autopilot-answer"
    AUTOPILOT_CHANCE = "mare/5/autopilot-chance"
    COMMITMENT = "mare/5/commitment"
    SALT = "mare/5/salt"
    LINK = "mare/5/link"
    SEED = "mare/5/seed"
    STREAM = "mare/5/stream"
    PRESENCE = "mare/5/presence"
    TALK = "mare/5/talk"
    RECORD = "mare/5/record"
    SEALED = "mare/5/sealed"
    FINGERPRINT = "mare/5/fingerprint"
    AUTHORITY = "mare/5/authority"
    WATCH = "mare/5/watch"
    TABLE = "mare/5/table"
    INVITATION = "mare/5/invitation"
