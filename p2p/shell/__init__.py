"""The Trio tasks, connections and files around a session."""
