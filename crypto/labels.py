"""The labels that begin everything signed or hashed, so that no bytes made for one purpose ever serve another."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Label(StrEnum):
    """Every label there is, ``mare/<protocol>/<purpose>``. A new protocol number makes all old bytes foreign."""

    CHARTER = "mare/3/charter"
    ENTRY = "mare/3/entry"
    SIGNED_ENTRY = "mare/3/signed-entry"
    LOG = "mare/3/log"
    ACK = "mare/3/ack"
    CLOSING = "mare/3/closing"
    PROPOSAL = "mare/3/proposal"
    BALLOT = "mare/3/ballot"
    WISH = "mare/3/wish"
    CLAIM = "mare/3/claim"
    AUTOPILOT_ANSWER = "mare/3/autopilot-answer"
    AUTOPILOT_CHANCE = "mare/3/autopilot-chance"
    COMMITMENT = "mare/3/commitment"
    SALT = "mare/3/salt"
    LINK = "mare/3/link"
    SEED = "mare/3/seed"
    STREAM = "mare/3/stream"
    PRESENCE = "mare/3/presence"
    TALK = "mare/3/talk"
    RECORD = "mare/3/record"
    SEALED = "mare/3/sealed"
    FINGERPRINT = "mare/3/fingerprint"
    AUTHORITY = "mare/3/authority"
    WATCH = "mare/3/watch"
    TABLE = "mare/3/table"
    INVITATION = "mare/3/invitation"
