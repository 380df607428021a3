"""What the help says, what is said to a player who is asked nothing or would leave, and hints by built-in players."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from cli.i18n.texts import both, marked, term, tr
from cli.table_game import edition_by
from cli.ui.text.staging import DONE, Plan
from cli.ui.view import GameView
from core.engine.game import Game
from core.engine.message import Message
from core.engine.policy import CERTAIN, STEADY, UNTRIED, RankedAction, RankingPolicy, questions

NEWCOMERS = marked("New to the game? “rule victory” says how you win, and `mare learn` teaches you the rest.")
UNTAUGHT = marked("New to the game? “rule victory” says how you win.")
ANSWERING = marked(
    "Answer with an action, such as “{answer}” or “done”. Words may be cut short and small words left out: “{short}” is"
    " “{whole}”."
)
CHOOSING = marked("A number chooses from the list of answers.")
JOINING = marked("Several steps fit one line: “{several}”.")

BOARD = marked("""  board           the map, and what lies face up""")

MAP_ALONE = marked("""  board           the map""")
"""The same where heroes and wonders are on a page of their own."""

HELP = marked("""\
  place NAME      a place on the map, and what it borders
  players         all that lies open about every player
  hand            what you hold
  log [WORDS]     the log, of a phase, a player, “battle”, “round 3”, any word
  entry N         the signed entry of step N of the log
  since           what the others have done since your last turn
  answers [WORDS] the legal answers, or those that begin so; … is what follows
  rule [TOPIC]    the rule behind the question, or the rules on a topic
  hint            what a good player would consider
  ? or help       this""")

LEAVING = marked("""  quit            leave the table; `mare resume` comes back to it""")

REFUSALS = marked("Refusals begin with the number of the rule that forbids what you tried.")

HELP_OF_A_SPECTATOR = marked("""\
  place NAME      a place on the map, and what it borders
  players         all that lies open about every player
  log [WORDS]     the log, of a phase, a player, “battle”, “round 3”, any word
  entry N         the signed entry of step N of the log
  rule [TOPIC]    the rules on a topic
  ? or help       this
  quit            watch no longer""")


REMATCH = marked("“rematch” plays again with the same bots, each in the next seat; Enter ends.")
REMATCH_ON_A_PAGE = marked("If you play again, the same bots sit there, each in the next seat.")
NOT_ASKED = marked("You are asked nothing at the moment.")
SETTING_UP = marked("The table is being set up; look around meanwhile.")
WATCHING = marked("You are watching, and only players can type that; “help” lists what you can type.")

QUITTING = ("q", "exit", "leave", ":q", ":q!", ":wq", ":x")
"""What people type who would leave, and do not know how."""
HOW_TO_QUIT = marked("“quit” leaves.")


STRONG = "strong"

HINT_SECONDS = 0.5
"""Seconds for which a player may search who does that."""

HINT_NODES = 2_400
"""The budget of that search: as much as a bot has at a table, if the computer is fast enough."""

MOST_REASONS = 4
"""Sentences on what an answer would lead to."""

MOST_FOLLOWING = 2
"""Answers after the one that is advised."""

NEAREST = 5
"""A chance to win is told to the nearest so many percent: the next search will see it a little differently."""

MOST_DANGERS = 2
"""Sentences on what others can take, the worst first."""

FORBIDDEN = marked("This table plays without hints.")


def opening_of(view: GameView, board: Any) -> tuple[Message, ...]:
    """Return the lines with which the help of a player begins."""
    welcome = NEWCOMERS if view.lessons.folders else UNTAUGHT
    notice = (Message(view.notice),) if view.notice else ()
    return (*notice, view.words.goal(board), Message(welcome))


def hint_of(view: GameView, plan: Plan) -> str:
    """Return what is in danger after the staged steps, what good players would do then, and who is near to winning."""
    game = plan.game.copy()
    found: dict[str, list[str]] = {}
    chances: dict[str, list[str]] = {}
    for name in (STEADY, STRONG):
        if name in edition_by(game).strengths:
            best, *others = _ranked(game, plan.seat, name)
            answer = game.text(best.action)
            found.setdefault(answer, []).append(term(name))
            chances[answer] = [_chances(view, game, name, best, second) for second in others[:1]]
    state, empire = game.state, game.state.seats.index(plan.seat)
    dangers = view.answering.dangers(state, empire)[:MOST_DANGERS]
    lines = list(dangers)
    # Who plays better comes first, so that a small screen shows it.
    for answer, names in reversed(found.items()):
        said, *reasons = _advice(view, plan, answer, names)
        lines += [said, *chances[answer], *reasons]
    return "\n".join([*lines, *view.words.near(state, empire)[:1]])


def _advice(view: GameView, plan: Plan, answer: str, names: list[str]) -> list[str]:
    answering, game = view.answering, plan.game
    shown = answering.in_short(game.state.board, answer)
    reasons = answering.effects(game, plan.seat, game.parse_strict(answer))[:MOST_REASONS]
    if len(names) > 1:
        said = tr(
            "Consider “{answer}”: both built-in players, {players}, would choose it.",
            answer=shown,
            players=both(names),
        )
    else:
        said = tr(
            "Consider “{answer}”, the choice of the built-in player who is {player}.", answer=shown, player=names[0]
        )
    if following := _following(view, plan, answer):
        reasons.append(tr("Then “{answers}”.", answers="; ".join(following)))
    return [said, *[f"  {reason}" for reason in reasons]]


def _chances(view: GameView, game: Game[Any], name: str, best: RankedAction, second: RankedAction) -> str:
    """Return how likely a built-in player thinks the asker is to win, with its best answer and the second best."""
    answer = view.answering.in_short(game.state.board, game.text(second.action))
    chance, other = _roughly(best.chance), _roughly(second.chance)
    if second.chance >= best.chance or other == chance:
        said = tr(
            "Your chance to win, as {player} sees it: {chance} with this, about the same with “{answer}”.",
            player=term(name),
            chance=chance,
            answer=answer,
        )
    else:
        said = tr(
            "Your chance to win, as {player} sees it: {chance} with this, {other} with “{answer}”.",
            player=term(name),
            chance=chance,
            other=other,
            answer=answer,
        )
    return f"  {said}"


def _roughly(chance: int) -> str:
    """Return a chance in millionths in percent, to the NEAREST."""
    told = (100 * chance // NEAREST + CERTAIN // 2) // CERTAIN * NEAREST
    if 0 < told < 100:
        return f"~{told}%"
    return f">{100 - NEAREST}%" if told else f"<{NEAREST}%"


def _following(view: GameView, plan: Plan, answer: str) -> list[str]:
    """Return with which answers a built-in player would go on in the same phase; nothing if it would do no more."""
    trial, board = Plan(plan.game, plan.seat), plan.game.state.board
    trial.add(answer)
    while trial.goes_on and len(trial.steps) <= MOST_FOLLOWING:
        trial.add(trial.game.text(_ranked(trial.game, trial.seat, STEADY)[0].action))
    steps = trial.steps[1:]
    return [view.answering.in_short(board, step) for step in steps] if steps != [DONE] else []


def _ranked(game: Game[Any], seat: int, name: str) -> list[RankedAction]:
    """Return the answers of a built-in player, best first. One that searches has HINT_SECONDS.

    A player who compares no answers gives one.
    """
    answers = questions(game.node)[seat]
    edition = edition_by(game)
    player = edition.strengths.get(name, edition.strengths[STEADY])(HINT_NODES, _until(time.monotonic() + HINT_SECONDS))
    if isinstance(player, RankingPolicy):
        return player.ranked(game, seat, answers, secrets.randbelow)
    return [RankedAction(player.decide(game, seat, answers, secrets.randbelow), UNTRIED)]


def _until(deadline: float) -> Callable[[], bool]:
    return lambda: time.monotonic() < deadline
