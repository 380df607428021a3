"""The lockstep protocol as a pure state machine, and the Trio shell around it; ``docs/protocol.md`` is its specification."""
