"""The page's own words, in the language in use."""

from __future__ import annotations

from cli.i18n.texts import marked, tr

WORDS = {
    "answer": marked("Your answer"),
    "answers": marked("Answers"),
    "back": marked("A step back"),
    "chat": marked("Talk"),
    "clear": marked("Start anew"),
    "close": marked("Close"),
    "copied": marked("Copied."),
    "copy": marked("Copy"),
    "earlier": marked("A round back"),
    "elsewhere": marked("The table is in a newer window. To have it here, load this page again."),
    "end": marked("To the end"),
    "fast": marked("fast"),
    "give": marked("Give this answer"),
    "gone": marked("The program has ended, or cannot be reached. This page looks for it again."),
    "help": marked("Help"),
    "hint": marked("Hint"),
    "leave": marked("Leave"),
    "less": marked("Smaller"),
    "later": marked("A round on"),
    "log": marked("Log"),
    "look back": marked("Look back"),
    "map": marked("Map"),
    "message": marked("Say something"),
    "more": marked("Larger"),
    "notify": marked("Call me when it is my turn"),
    "normal": marked("normal"),
    "on": marked("A step on"),
    "pace": marked("Pace"),
    "play": marked("Play by itself"),
    "players": marked("Players"),
    "question": marked("The question"),
    "rule": marked("The rule"),
    "say": marked("Say"),
    "sign": marked("Sign"),
    "since": marked("Since your last turn"),
    "slow": marked("slow"),
    "staged": marked("Staged, not signed"),
    "stale": marked("This address is no longer good. Type “browser” in the terminal for the one that is."),
    "start": marked("To the beginning"),
    "steps": marked("Steps"),
    "stop": marked("Stop"),
    "table": marked("Back to the table"),
    "turning": marked("Turning points"),
    "type": marked("Type an answer or a command"),
    "undo": marked("Take back"),
    "votes": marked("Votes"),
    "agree": marked("Agree"),
    "refuse": marked("Refuse"),
    "your turn": marked("Your turn"),
}


def words() -> dict[str, str]:
    """Return the words by what the page calls them."""
    return {name: tr(text) for name, text in WORDS.items()}
