"""The page's own words, in the language in use."""

from __future__ import annotations

from cli.i18n.texts import marked, tr

WORDS = {
    "agree": marked("Agree"),
    "all": marked("To all"),
    "alone": marked("To {name} alone"),
    "another": marked("One more"),
    "answer": marked("Your answer"),
    "answers": marked("Answers"),
    "back": marked("A step back"),
    "beside": marked("The table"),
    "cards": marked("Heroes and wonders"),
    "chat": marked("Talk"),
    "clear": marked("Start anew"),
    "close": marked("Close"),
    "copied": marked("Copied."),
    "copy": marked("Copy"),
    "course": marked("Pause, take back, end"),
    "earlier": marked("A round back"),
    "elsewhere": marked("The table is in a newer window. To have it here, load this page again."),
    "end": marked("To the end"),
    "erase": marked("Take the last word back"),
    "fast": marked("fast"),
    "fewer": marked("One fewer"),
    "give": marked("Give this answer"),
    "gone": marked("The program has ended, or cannot be reached. This page looks for it again."),
    "hand": marked("Your resources"),
    "help": marked("Help"),
    "hint": marked("Hint"),
    "later": marked("A round on"),
    "leave": marked("Leave"),
    "less": marked("Smaller"),
    "lesson": marked("Lesson"),
    "log": marked("Log"),
    "look back": marked("Look back"),
    "map": marked("Map"),
    "message": marked("Say something"),
    "more": marked("Larger"),
    "normal": marked("normal"),
    "not ready": marked("not ready"),
    "notify": marked("Call me when it is my turn"),
    "number": marked("How many"),
    "on": marked("A step on"),
    "pace": marked("Pace"),
    "pieces": marked("Hide pieces"),
    "play": marked("Play by itself"),
    "players": marked("Players"),
    "question": marked("The question"),
    "ready": marked("ready"),
    "refuse": marked("Withdraw my agreement"),
    "remove": marked("Take out: {word}"),
    "rule": marked("The rule"),
    "say": marked("Say"),
    "send": marked("Send"),
    "sign": marked("Sign"),
    "since": marked("Since your last turn"),
    "slow": marked("slow"),
    "staged": marked("Staged, not signed"),
    "stale": marked("This address is no longer good. Type “browser” in the terminal for the one that is."),
    "start": marked("To the beginning"),
    "steps": marked("Steps"),
    "stop": marked("Stop"),
    "table": marked("Back to the table"),
    "to": marked("To whom"),
    "turning": marked("Turning points"),
    "type": marked("Type an answer or a command"),
    "undo": marked("Take back"),
    "votes": marked("Votes"),
    "winning": marked("How you win"),
    "your turn": marked("Your turn"),
}

COURSE = {
    "pause": marked("How to pause"),
    "takeback": marked("Take back a signed step"),
    "end": marked("End the game"),
    "resign": marked("Resign"),
}
"""What is on the buttons about the game's course, by what can be typed instead."""


def words() -> dict[str, str]:
    """Return the words by what the page calls them."""
    return {name: tr(text) for name, text in WORDS.items()}
