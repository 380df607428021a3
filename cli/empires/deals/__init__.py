"""Simple deals that bots make in chat with people and with each other (chapter 8): who leaves which place alone.

Nothing of this is in the log, and no rule knows of it: a deal is what two players have said.
"""
