"""Simple deals that bots make in chat with people and with each other: who leaves which place alone.

Nothing of this is in the log, and no rule knows of it: a deal is what two players have said. An edition adds a
``Judge``.
"""
