"""Who plays a seat that no person plays: built-in policies, and external programs (``docs/bots.md``)."""
