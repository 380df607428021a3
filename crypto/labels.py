"""The labels that begin everything signed or hashed, so that no bytes made for one purpose ever serve another."""

from __future__ import annotations

from enum import StrEnum, unique


@unique
class Label(StrEnum):
    """Every label there is, ``mare/<protocol>/<purpose>``. A new protocol number makes all old bytes foreign."""

    CHARTER = "mare/4/charter"
    ENTRY = "mare/4/entry"
    SIGNED_ENTRY = "mare/4/signed-entry"
    LOG = "mare/4/log"
    ACK = "mare/4/ack"
    CLOSING = "mare/4/closing"
    PROPOSAL = "mare/4/proposal"
    BALLOT = "mare/4/ballot"
    WISH = "mare/4/wish"
    CLAIM = "mare/4/claim"
    AUTOPILOT_ANSWER = "mare/4/autopilot-answer"
    AUTOPILOT_CHANCE = "mare/4/autopilot-chance"
    COMMITMENT = "mare/4/commitment"
    SALT = "mare/4/salt"
    LINK = "mare/4/link"
    SEED = "mare/4/seed"
    STREAM = "mare/4/stream"
    PRESENCE = "mare/4/presence"
    TALK = "mare/4/talk"
    RECORD = "mare/4/record"
    SEALED = "mare/4/sealed"
    FINGERPRINT = "mare/4/fingerprint"
    AUTHORITY = "mare/4/authority"
    WATCH = "mare/4/watch"
    TABLE = "mare/4/table"
    INVITATION = "mare/4/invitation"
