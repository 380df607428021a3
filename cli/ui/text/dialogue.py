"""The conversation with a person at the table: what is asked, help in answering, and why an answer is refused."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import trio

from cli.i18n.texts import count, tr, translated
from cli.table_game import question
from cli.ui.conversation.story import Line, Witness, since_turn, stands
from cli.ui.text.answering import (
    AUTOPILOT,
    LEADS,
    LEAST_LETTERS,
    LOOKED_UP,
    NAMING,
    ODDS,
    SAVED,
    VERY_ALIKE,
    command_like,
    fits,
    in_rules,
    stage,
)
from cli.ui.text.cells import WIDTH, folded_rules, wrapped
from cli.ui.text.console import Console, Left, Link, People
from cli.ui.text.entries import entry_lines
from cli.ui.text.following import Follower
from cli.ui.text.help import (
    ANSWERING,
    CHOOSING,
    HELP,
    HELP_OF_A_SPECTATOR,
    HOW_TO_QUIT,
    JOINING,
    LEAVING,
    NEWCOMERS,
    NOT_ASKED,
    QUITTING,
    REFUSALS,
    REMATCH,
    WATCHING,
    Hints,
)
from cli.ui.text.names import side
from cli.ui.text.once_more import OnceMore
from cli.ui.text.staging import Plan
from cli.ui.view import Choice, GameView, Report, Unclear
from core import RuleError
from core.engine.answers import Answers
from core.engine.event import Event as Happening
from core.engine.event import message_of
from core.engine.flow import Prompt
from core.engine.game import Game
from core.engine.state import NO_EMPIRE
from p2p.session.events import Completed, Event, RolledBack

if TYPE_CHECKING:
    from p2p.session.session import Session

FEW = 24
"""Lines that legal answers may take unasked."""
MANY = 40
"""Lines that they may take when they are asked for."""
BEST = 5
"""Ways to pay that are listed, the best ones."""


class Dialogue(Follower):
    """One person's side of a game: it tells the story, shows the position and asks for answers."""

    opening: Sequence[str] = (NEWCOMERS,)
    """The lines with which the help of a player begins."""

    tells_what_happened = True
    """Whether the player is told what happened to them before they are asked again."""

    leaving = LEAVING
    """The line of the help that says how to leave, and what follows."""

    def __init__(
        self,
        console: Console,
        game: Game[Any],
        view: GameView,
        seat: int | None,
        names: Mapping[int, str],
        people: People | None = None,
        session: Session | None = None,
    ) -> None:
        """``names`` has by seat who sits there; a spectator has no seat, and is asked nothing.

        Without a ``session`` nothing is signed that could be looked up.
        """
        self._session = session
        self._people = people
        self._leaving = False
        self._unsaid = ""
        log = None if session is None else session.log
        self._witness = None if seat is None else Witness(game, view.words, seat, log)
        super().__init__(console, game, view, seat, names)
        self._listed: list[str] = []
        self._is_asked = False
        self._answer: str | None = None
        self._answered = trio.Event()
        self._promised: deque[str] = deque()
        self._once_more = OnceMore(view.words)
        self._played_for_since = ""
        """The moment at which a bot began to play for the player, until they have been told what happened."""
        self._played: list[Line] = []
        self.hints = Hints(view)
        self.pauses = True
        """Whether what happened to the player waits for a key, where keys are heard; ``keep_pauses`` keeps a change."""
        self.keep_pauses: Callable[[bool], None] = lambda on: None
        self.rematches = False
        """Whether another game with the same bots can be had, and ``wants_rematch`` whether it is wanted."""
        self.wants_rematch = False
        self._over = False
        self._parted = trio.Event()
        self._commands: dict[str, Callable[[str], str]] = {
            "board": lambda rest: self._board(),
            "place": self._place,
            "players": lambda rest: self._players(),
            "log": self._log,
            "entry": self._entry,
            "rule": self._rule,
            "rules": self._rule,
            "help": lambda rest: self._help(),
            "?": lambda rest: self._rule(rest) if rest else self._help(),
        }
        if seat is not None:
            self._commands |= {"hand": lambda rest: self._hand(), "answers": self._answers}
            self._commands |= {"hint": lambda rest: self._hint(), "hints": self._turn_hints}
            self._commands["since"] = lambda rest: self._since_turn()
        if people is not None:
            self._commands |= people.commands
            self._commands |= {word: partial(self._link, make) for word, make in people.links.items()}
        self._lead_elsewhere()

    def _lead_elsewhere(self) -> None:
        """Have words lead somewhere that people type who look for something, and ``say`` alone say what was refused."""
        commands = self._commands
        commands |= dict.fromkeys(("odds", "chances"), lambda rest: tr(ODDS))
        if "bot" in commands:
            commands["play"] = lambda rest: commands["bot"]("")
        commands |= {word: partial(self._lead, line) for word, line in LEADS.items() if line}
        commands["chat"] = self._chat
        if self._session is not None and self._seat is not None:
            commands["save"] = lambda rest: tr(SAVED)
        if "resign" in commands:
            commands.setdefault("autopilot", lambda rest: tr(AUTOPILOT))
        if "say" in commands:
            commands["say"] = partial(self._say, commands["say"])

    def _say(self, say: Callable[[str], str], rest: str) -> str:
        """Say something to all; if nothing is named, what was refused last as it answers nothing."""
        text, self._unsaid = rest or self._unsaid, ""
        return say(text)

    def _lead(self, line: str, rest: str) -> str:
        """Do what a word stands for that people type for it."""
        word, _, topic = line.partition(" ")
        return self._commands[word](topic)

    def _chat(self, rest: str) -> str:
        """Say something to all; or show what has been said."""
        if rest and "say" in self._commands:
            return self._commands["say"](rest)
        return self._commands["talk"]("") if "talk" in self._commands else self._log("talk")

    def _help(self) -> str:
        """Return what a person can type, with examples of this table."""
        said = [tr(HELP_OF_A_SPECTATOR)]
        if self._seat is not None:
            answering = f"{self._how_to_answer()} {tr(CHOOSING)}"
            opening = [line for text in self.opening for line in wrapped(tr(text), WIDTH)]
            said = [*opening, *wrapped(answering, WIDTH), self._help_of_a_player()]
        if self._people is not None:
            said.append(self._people.help)
        return "\n".join([*said, *self._view.words.typed_words(self._game.state.board)])

    def _how_to_answer(self) -> str:
        examples = self._view.words.examples(self._game.state.board, self._empire)._asdict()
        return f"{tr(ANSWERING, **examples)} {tr(JOINING, **examples)}"

    def _help_of_a_player(self) -> str:
        return "\n".join(map(tr, (HELP, self.leaving, REFUSALS)))

    def see(self, event: Event) -> None:
        """Show the position once the empires are dealt, and the players at the beginning of every round."""
        if isinstance(event, RolledBack) or (isinstance(event, Completed) and event.step.proposed is not None):
            # What was promised was tried on a position that is no more.
            self._promised.clear()
        super().see(event)

    def _follow_step(self, event: Event) -> None:
        super()._follow_step(event)
        if isinstance(event, Completed) and self._seat is not None and self._game.state.seats:
            self._once_more.follow(self._game.state, self._empire)

    def conclude(self, ending: str, page: Sequence[str] = ()) -> None:
        """Show how the game has ended, unless the rules have told that it has no winner; and the rest of its page."""
        if self._over:
            return
        self._say_what_happened()
        result = self._game.state.result
        if result is None or result.winners or not self._end_is_told:
            self._console.say(ending)
        if page:
            self._console.say("\n".join(page[1:]))

    async def linger(self, ending: str, page: Sequence[str] = (), limit: float = math.inf) -> None:
        """Let the person look at the end of the game; lines that have been shown stay where they are.

        If another game with the same bots is possible, offer it to a person who may type at any time.
        """
        if self.rematches and self._console.live:
            self.conclude(ending, page)
            self._over = True
            self._console.say(tr(REMATCH))
            await self._parted.wait()

    async def converse(self) -> None:
        """Take what the player types, whether or not a question is open, until they leave; raises Left.

        Returns at once where players type only to answer.
        """
        while self._console.live:
            try:
                answer = await self._next_answer()
            except Left:
                self._parted.set()
                raise
            if answer is not None:
                self._answer = answer
                self._is_asked = False
                self._answered.set()

    async def ask(self) -> str:
        """Ask the player what the game asks; returns the answer in its one spelling. Raises Left.

        What is left of a line of several steps is given without asking again.
        """
        if self._promised:
            return self._promised.popleft()
        self._is_asked, self._answer, self._answered = True, None, trio.Event()
        try:
            self._say_what_happened()
            self._console.say(self._asked(self._question()[0]))
            self._once_more.show()
            self._console.call(self._turn())
            if self._console.live:
                await self._answered.wait()
            while self._answer is None:
                self._answer = await self._next_answer()
            self._signed()
            return self._answer
        finally:
            self._is_asked = False

    def _follow(self, event: Happening) -> None:
        super()._follow(event)
        if self._session is not None:
            log = self._session.log
            self._since[-1] = self._since[-1]._replace(step=log.height + 1, below=log.head)
        if self._witness is not None:
            self._witness.hear(self._since[-1])
        if self._played_for_since:
            self._played.append(self._since[-1])

    def _reports(self) -> Sequence[Report]:
        """Return what happened to the player and was not told yet, which then is."""
        if self._witness is None or not self.tells_what_happened:
            return ()
        return [*self._missed(), *self._witness.due()]

    def _missed(self) -> Iterator[Report]:
        """Yield what happened while a bot played for the player, to all; what the bot did for them is news, too."""
        begun, missed = self._played_for_since, self._played
        self._played_for_since, self._played = "", []
        if not begun:
            return
        events = [line.event for line in missed if line.event is not None and self._stands(line)]
        state, words = self._game.state, self._view.words
        lines = [f"{self._named(empire)}: {text}" for empire, text in words.digest(state, events, NO_EMPIRE)]
        title = tr("While a bot played for you, from {begun} to {now}", begun=begun, now=words.moment(state))
        yield Report(title, lines or [tr("Nothing happened that changed the board.")])

    def _stands(self, line: Line) -> bool:
        return self._session is None or stands(self._session.log, line)

    def _say_what_happened(self) -> None:
        for report in self._reports():
            self._console.say("\n".join(self._in_full(report)))

    def _in_full(self, report: Report) -> list[str]:
        """Return what happened to the player in lines."""
        board = self._game.state.board
        told = [one if isinstance(one, str) else translated(message_of(board, one)) for one in report.told]
        return [f"== {report.title}", *[line for text in told for line in wrapped(text, WIDTH - 2, rest="  ")]]

    def _news(self) -> list[Line]:
        """Return the events since the player's last turn, by what the log has now: a vote may have taken some back."""
        if self._session is None or self._seat is None:
            return super()._news()
        state = self._game.state
        return since_turn(self._session.log, self._since, self._seat, (state.round, state.phase))

    def _signed(self) -> None:
        """Forget what was refused before an answer; where no log says what comes after it, tell of that from now."""
        self._unsaid = ""
        if self._session is None:
            self._since.clear()

    def withdraw(self) -> str:
        """Drop what the person was about to answer, as a bot answers now; returns what to say about lost steps."""
        self._played_for_since = self._played_for_since or self._view.words.moment(self._game.state)
        self._promised.clear()
        self._listed = []
        return ""

    async def _next_answer(self) -> str | None:
        """Read a line, and do what it says; returns what it answers, None if it was something else. Raises Left."""
        try:
            line = await self._console.line("> ", self._complete)
        except KeyboardInterrupt:
            self._interrupt()
            return None
        self._leaving = False
        self.wants_rematch = self._over and line is not None and line.strip().lower() == "rematch"
        if line is None or line.strip() == "quit" or (self._over and (self.wants_rematch or not line.strip())):
            raise Left
        return self._take(line.strip())

    def _interrupt(self) -> None:
        """Take Ctrl-C: warn of what becomes of the game, and leave when it comes for the second time; raises Left.

        Where one types only to answer, no player waits: it is raised as it came.
        """
        if not self._console.live:
            raise KeyboardInterrupt
        if self._leaving or self._over or self._seat is None:
            raise Left
        self._leaving = True
        parting = "" if self._people is None else self._people.parting
        self._console.say(
            "\n".join(filter(None, [tr("Press Ctrl-C again to leave, or type anything else to stay."), parting]))
        )

    # ------------------------------------------------------------------ what is asked

    def _question(self) -> tuple[Prompt, Answers]:
        return question(self._game, self._own_seat)

    def _turn(self) -> str:
        """Return a sentence that says whose turn it is, for a player who looks elsewhere."""
        state = self._game.state
        own, moment = side(state, self._own_seat), self._view.words.moment(state)
        return tr("Your turn as {empire}: {moment}.", empire=own, moment=moment)

    def _asked(self, prompt: Prompt) -> str:
        state = self._game.state
        own = side(state, self._own_seat)
        moment, hand = self._view.words.moment(state), self._hand()
        heading = tr("-- {moment}. You are {empire}; you hold {hand}.", moment=moment, empire=own, hand=hand)
        lines = [heading, f"{prompt.rule}: {translated(prompt.sentence)}", self._list("", FEW)]
        if warning := self._view.words.warning(state):
            # Where many answers are only begun in the list, “done” may be the only one with a number.
            lines += wrapped(warning, WIDTH)
        return "\n".join(lines)

    def _list(self, begun: str, most: int) -> str:
        """List the answers that begin so, in no more lines than that; whole ones can then be chosen by number.

        But if answers begin with numbers of their own, those count alone.
        """
        self._listed = []
        lines = []
        if payments := self._payments(begun):
            return self._list_of(payments)
        is_numbered = not self._verb_of_number()
        for line, ended in self._view.answering.outline(self._question()[1], begun, most):
            if ended and is_numbered:
                self._listed.append(line)
            shown = self._view.answering.in_short(self._game.state.board, line)
            number = f"{len(self._listed):>4}. " if ended and is_numbered else " " * 6
            lines.append(f"{number}{shown}{'' if ended else ' …'}")
        return "\n".join(lines)

    def _verb_of_number(self) -> str:
        """Return what a number alone is an answer to, as ``announce`` in ``announce 3``; empty if it is to nothing."""
        answers = self._open_answers()
        if answers is None:
            return ""
        return next((verb for verb in self._begins() if any(map(str.isdecimal, answers.next_words([verb])))), "")

    def _payments(self, begun: str) -> list[Choice]:
        """Return the ways to pay for what a line names, best first; nothing if it names nothing."""
        if begun.partition(" ")[0] not in self._view.answering.PAYING:
            return []
        answers = self._question()[1]
        choices = self._view.answering.ways(self._game, self._own_seat, answers).after(f"{begun} ")
        is_choice = len(choices) > 1 or any(choice.alike for choice in choices)
        return choices if is_choice and all(choice.whole for choice in choices) else []

    def _list_of(self, payments: Sequence[Choice]) -> str:
        """Return the best few payments in lines, to be chosen by number, and how many more there are."""
        lines = []
        for number, choice in enumerate(payments[:BEST], start=1):
            shown = self._view.answering.in_short(self._game.state.board, choice.line)
            self._listed.append(choice.line)
            lines.append(f"  {number:>2}. {shown}{f' ({choice.note})' if choice.note else ''}")
        if len(payments) > BEST:
            lines.append(f"      … {tr('{number} more', number=len(payments) - BEST)}")
        return "\n".join(lines)

    def _complete(self, line: str) -> list[str]:
        words = self._question()[1].complete(line) if self._is_asked else []
        if " " not in line.lstrip():
            words += [name for name in (*self._commands, "quit") if name.startswith(line.strip()) and name != "?"]
        return words

    # ------------------------------------------------------------------ what is said

    def _open_answers(self) -> Answers | None:
        """Return what the person can answer now; None if they are asked nothing."""
        return self._question()[1] if self._is_asked else None

    def _begins_answer(self, line: str) -> bool:
        """Return whether a line begins with the verb of an answer, though that is the name of a command.

        It does if the answer goes on so, or if the command looks at a place and the line names none.
        """
        word, _, rest = line.lower().strip().partition(" ")
        answers = self._open_answers()
        if answers is None or word not in answers.next_words([]):
            return False
        if not rest or fits(answers.next_words([word]), rest.split()[0]):
            return True
        return word == "place" and not self._view.words.place_named(self._game.state, rest)

    def _take(self, line: str) -> str | None:
        """Return the action that a line answers with; None if it was something else, which is then done."""
        word, _, rest = line.partition(" ")
        word, typed = word.lower(), not line.isdecimal()
        if not line:
            return None
        if word in self._commands and not self._begins_answer(line):
            self._once_more.withdraw()
            if said := self._commands[word](rest.strip()):
                self._console.say(said)
            return None
        if word in QUITTING:
            self._console.say(tr(HOW_TO_QUIT))
            return None
        if not self._is_asked:
            self._console.say(self._why_not_asked() + self._nearest(line))
            return None
        if line.isdecimal() and (line := self._chosen(line) or "") == "":
            return None
        try:
            return self._spelled(line, typed=typed)
        except (RuleError, Unclear) as refusal:
            self._console.say(translated(refusal) + self._nearest(line))
        return None

    def _why_not_asked(self) -> str:
        """Return why what looks like an answer is none now."""
        if self._people is not None and (told := self._people.played_for):
            return told
        return tr(NOT_ASKED if self._seat is not None else WATCHING)

    def _nearest(self, line: str) -> str:
        """Return where a line may lead whose first word begins no answer, after a space; empty where one does.

        That is the nearest command or answer, or a place, or what the rules say; and the talk at the table. If a line
        names something without a verb, it may be half an answer, and no talk.
        """
        self._unsaid = ""
        typed = line.lower().split()
        if typed[:2] == ["name", "me"] or typed[:1] in (["rename"], ["whoami"]):
            return f" {tr(NAMING)}"
        if not typed or line.isdecimal() or self._is_begun(typed):
            return ""
        names_something, known = self._names_something(typed[0]), (*self._commands, "quit", *self._listed_words())
        told = "" if names_something else command_like(typed[0], known, VERY_ALIKE)
        told = told or self._place_meant(typed) or in_rules(self._view.rulebook, " ".join(typed))
        if not names_something:
            told = told or command_like(typed[0], known)
        if "say" in self._commands and not names_something:
            self._unsaid = line
            told = " ".join(filter(None, [told, tr("To say it to all, type “say”.")]))
        return f" {told}" if told else ""

    def _begins(self) -> list[str]:
        """Return the words with which an answer can begin now."""
        answers = self._open_answers()
        return answers.next_words([]) if answers is not None else []

    def _listed_words(self) -> list[str]:
        """Return the words with which an answer can begin now, and those that may follow the only one to go on."""
        answers, begins = self._open_answers(), self._begins()
        following = [] if answers is None else [words for verb in begins if (words := answers.next_words([verb]))]
        return [*begins, *following[0]] if len(following) == 1 else begins

    def _is_begun(self, typed: Sequence[str]) -> bool:
        """Return whether the first word of a line begins a command or an answer, now or at another time."""
        known, verbs = (*self._commands, "quit", *self._begins()), self._game.rules.notation.verbs
        if typed[0] in known or typed[0] in verbs:
            return True
        if len(typed) == 1:
            return any(name.startswith(typed[0]) for name in known)
        # In talk, a short word is whole, though it may begin the name of a command.
        return len(typed[0]) >= LEAST_LETTERS and any(name.startswith(typed[0]) for name in (*known, *verbs))

    def _names_something(self, word: str) -> bool:
        """Return whether a word stands for an answer without its verb."""
        answers = self._open_answers()
        try:
            meant = "" if answers is None else self._view.answering.expand(answers, word)
        except Unclear:
            return False
        return meant.partition(" ")[0] in self._game.rules.notation.verbs

    def _place_meant(self, typed: Sequence[str]) -> str:
        """Return how to look at the place that a line names; empty if it names none."""
        name = " ".join(typed)
        if len(typed) > LOOKED_UP or len(name) < LEAST_LETTERS:
            return ""
        place = self._view.words.place_named(self._game.state, name)
        return tr("“place {place}” shows what there is.", place=place) if place else ""

    def _chosen(self, number: str) -> str | None:
        answer = self._picked(number)
        if answer is None:
            self._console.say(self._why_none_is_picked())
        return answer

    def _picked(self, number: str) -> str | None:
        """Return the answer of that number in the list that was last shown, None if there is none.

        Where answers begin with numbers of their own, it is one of these.
        """
        if verb := self._verb_of_number():
            return f"{verb} {number}"
        in_list = len(number) < 4 and 1 <= int(number) <= len(self._listed)
        return self._listed[int(number) - 1] if in_list else None

    def _why_none_is_picked(self) -> str:
        if not self._listed:
            return tr("No answers are listed to choose from. Type “answers” and the first words of yours to list some.")
        answers = count(len(self._listed), "whole answer")
        return tr("The list has {answers}; type “answers” to see it.", answers=answers)

    def _spelled(self, line: str, *, typed: bool) -> str | None:
        """Return the first step of a line; the others are promised, having been tried on a copy of the game.

        None if a person must first say once more that they mean it.
        """
        plan = Plan(self._game, self._own_seat)
        try:
            stage(plan, line, self._view.answering)
        except (RuleError, Unclear):
            self._once_more.withdraw()
            raise
        if self._console.live and (said := self._once_more.objection(plan, 0, typed=typed, named=typed)):
            self._console.say(said)
            return None
        self._once_more.give(plan)
        first, *others = plan.steps
        self._promised.extend(others)
        return first

    # ------------------------------------------------------------------ commands

    def _link(self, make: Callable[[], Link], rest: str) -> str:
        """Return a line to be passed on, which is put into the clipboard, too."""
        link = make()
        return self._to_copy(link) if link.line else link.told

    def _to_copy(self, link: Link) -> str:
        """Return a line to be passed on, whole and alone, with what it is for; it is in the clipboard, too."""
        return "\n".join(filter(None, [link.told, link.line, link.besides, self._console.copy(link.line)]))

    def _rule(self, rest: str) -> str:
        if not rest and not self._is_asked:
            return tr("Name a number, a phase or a word, such as “rule 3.1” or “rule trade”.")
        topics = [rest] if rest else [self._question()[0].rule, self._view.words.payment_rule(self._game.state)]
        found = [paragraph for topic in filter(None, topics) for paragraph in self._view.rulebook.about(topic, tr)]
        if not found and (place := self._view.words.place_named(self._game.state, rest)):
            return tr("The rules say nothing about that; “place {place}” shows what there is.", place=place)
        return "\n".join(folded_rules(found, WIDTH)) or tr(
            "The rules say nothing about that; try a number such as 3.1."
        )

    def _turn_hints(self, rest: str) -> str:
        return self.hints.turn(rest)

    def _hint(self) -> str:
        """Return what a good player would consider now, and what that would lead to."""
        return self.hints.told(Plan(self._game, self._own_seat)) if self._is_asked else tr(NOT_ASKED)

    def _entry(self, rest: str) -> str:
        """Return what was signed in a step of the log."""
        number = int(rest) if rest.isdecimal() and len(rest) < 8 else 0
        lines = entry_lines(self._session.log, number) if self._session is not None else []
        if number and self._session is not None and not lines:
            return tr("The log has {steps}.", steps=count(self._session.log.height, "step"))
        return "\n".join(lines) or tr("“entry 12” shows step 12 of the log.")

    def _answers(self, rest: str) -> str:
        if not self._is_asked:
            return tr(NOT_ASKED)
        try:
            begun = self._view.answering.expand(self._question()[1], rest)
        except Unclear as unclear:
            return str(unclear)
        return self._list(begun, MANY) or tr("No legal answer begins like that.")
