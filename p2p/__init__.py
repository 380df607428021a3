"""The lockstep protocol as a pure state machine, and the Trio shell around it; see ``docs/protocol.md``."""
