"""What a person can propose who sits alone with bots, which agree to all of it; the rest is for tables of people."""

from __future__ import annotations

from collections.abc import Callable

from cli.table.people import OtherPeople, kept_alone, talking_help
from cli.table.votes import Votes
from cli.texts import marked, tr
from p2p.ballots import END, PAUSE, RESIGN
from p2p.play import Table

_HELP = marked("""\
  takeback        take back the newest action that was not the autopilot's
  pause           stop here for now; `mare resume` goes on
  end             end the game for good, and nobody wins
  resign          let the autopilot play for you, to the end""")

_HERE = marked("There are only bots at this table, and none of them goes away.")
_SELF = marked("You play yourself, and whoever has resigned has done so for good.")
_NONE = marked("There are only bots at this table, who propose nothing; to what you propose they agree by themselves.")
_NOT_HERE = {
    "table": _HERE,
    "absent": _HERE,
    "invite": _HERE,
    "newkey": _HERE,
    "back": _SELF,
    "agree": _NONE,
    "refuse": _NONE,
    "votes": _NONE,
}


class OnlyBots:
    """The commands that there are among people, for somebody who has no people at his table."""

    def __init__(self, table: Table) -> None:
        self._votes = Votes(table)
        self._others = OtherPeople(table)

    @property
    def help(self) -> str:
        """What can be done alone, in lines."""
        return f"{talking_help()}\n{tr(_HELP)}"

    @property
    def parting(self) -> str:
        """What becomes of the game when one leaves the table."""
        return kept_alone()

    @property
    def commands(self) -> dict[str, Callable[[str], str]]:
        """What can be typed, by its first word; each takes the rest of the line."""
        votes = self._votes
        refused = {word: _always(sentence) for word, sentence in _NOT_HERE.items()}
        return refused | {
            "say": self._others.say,
            "tell": self._others.tell,
            "takeback": lambda rest: votes.take_back(),
            "pause": lambda rest: votes.propose(PAUSE),
            "end": lambda rest: votes.propose(END),
            "resign": lambda rest: votes.propose(RESIGN, self._votes.me),
        }

    def proposed(self) -> list[str]:
        """What is voted on now, for a moment, a line for each change."""
        return self._votes.proposed()


def _always(sentence: str) -> Callable[[str], str]:
    return lambda rest: tr(sentence)
