"""What the help says, and what is said to a player who is asked nothing or would leave."""

from __future__ import annotations

from cli.i18n.texts import marked

NEWCOMERS = marked("New to the game? “rule victory” says how you win, and `mare learn` teaches you the rest.")
ANSWERING = marked(
    "Answer with an action, such as “{answer}” or “done”. Words may be cut short and small words left out: “{short}” is"
    " “{whole}”."
)
CHOOSING = marked("A number chooses from the list of answers.")
JOINING = marked("Several steps fit one line: “{several}”.")

HELP = marked("""\
  board           the map, the seas, the heroes and wonders face up
  place NAME      a province or sea, and what it borders
  players         titles, levels, heroes, wonders and pieces of every player
  hand            your own resources
  log [WORDS]     the log, of a phase, a player, “battle”, “round 3”, any word
  entry N         the signed entry of step N of the log
  since           what the others have done since your last turn
  answers [WORDS] the legal answers, or those that begin so; … is what follows
  rule [TOPIC]    the rule behind the question, or the rules on a topic,
                  a hero or a wonder
  hint            what a good player would consider; “hints on” first
  ? or help       this""")

LEAVING = marked("""  quit            leave the table; `mare resume` comes back to it""")

REFUSALS = marked("Refusals begin with the number of the rule that forbids what you tried.")

HELP_OF_A_SPECTATOR = marked("""\
  board           the map, the seas, the heroes and wonders face up
  place NAME      a province or sea, and what it borders
  players         titles, levels, heroes, wonders and pieces of every player
  log [WORDS]     the log, of a phase, a player, “battle”, “round 3”, any word
  entry N         the signed entry of step N of the log
  rule [TOPIC]    the rules on a topic
  ? or help       this
  quit            watch no longer""")


REMATCH = marked("“rematch” plays again with the same bots, each in the next seat; Enter ends.")
NOT_ASKED = marked("You are asked nothing at the moment.")
SETTING_UP = marked("The table is being set up; look around meanwhile.")
WATCHING = marked("You are watching, and only players can type that; “help” lists what you can type.")

QUITTING = ("q", "exit", "leave", ":q", ":q!", ":wq", ":x")
"""What people type who would leave, and do not know how."""
HOW_TO_QUIT = marked("“quit” leaves.")
