"""Who plays a seat that no person plays: built-in policies, and external programs by the protocol of ``docs/bots.md``."""
