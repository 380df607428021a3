"""A conversation line by line: what is new is printed, and lines are read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import trio

from cli.i18n.texts import tr, translated
from cli.ui.conversation.conversation import Conversation
from cli.ui.conversation.listing import FEW
from cli.ui.conversation.lookups import shown
from cli.ui.text.cells import WIDTH, fitted, wrapped
from cli.ui.text.console import Console, Left, Link, People
from cli.ui.text.help import BOARD, CHOOSING, HELP, HELP_OF_A_SPECTATOR, LEAVING, REFUSALS, REMATCH
from cli.ui.text.names import side
from cli.ui.text.staging import Plan
from cli.ui.view import GameView
from core.engine.game import Game

if TYPE_CHECKING:
    from p2p import Session


class Dialogue:
    """Shows a conversation at a console that prints and reads lines."""

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
        self._console = console
        self._told = self._round = 0
        self._asked: Plan | None = None
        self._has_left = False
        self._parted = trio.Event()
        self.conversation = Conversation(self, game, view, seat, names, people, session, line_by_line=True)
        self.conversation.asks_once_more = console.live
        self.conversation.commands |= {
            "help": lambda rest: self._help(),
            **dict.fromkeys(("rule", "rules"), lambda rest: fitted(self.conversation.rule(rest), WIDTH)),
        }

    # ------------------------------------------------------------------ for the conversation

    def changed(self) -> None:
        """Print what is new: the story, the position once a round begins, reports, a question."""
        talk = self.conversation
        lines = [line for line in talk.story.lines if line.number > self._told]
        self._told = talk.story.told
        for line in lines:
            if not line.is_old:
                self._print(shown(line))
        if talk.recalls:
            return
        if talk.round != self._round:
            if not self._round:
                self._print(talk.lookups.board())
            self._round = talk.round
            self._print(talk.lookups.players())
        while talk.reports:
            self._print("\n".join(talk.lookups.in_full(talk.reports[0])))
            talk.read_on()
        if talk.draft.is_asked and talk.draft.plan is not self._asked:
            self._asked = talk.draft.plan
            self._print(self._question())

    def _print(self, text: str) -> None:
        """Print a text in words: no name is an identifier of the notation."""
        talk = self.conversation
        self._console.say(talk.view.answering.in_words(talk.game.state.board, text))

    def _question(self) -> str:
        talk, words = self.conversation, self.conversation.view.words
        state, prompt = talk.game.state, talk.draft.question()[0]
        own, moment, hand = side(state, talk.seat or 0), words.moment(state), talk.lookups.hand()
        heading = tr("-- {moment}. You are {empire}; you hold {hand}.", moment=moment, empire=own, hand=hand)
        lines = [heading, f"{prompt.rule}: {translated(prompt.sentence)}", talk.listing.listed("", FEW)]
        if warning := words.warning(state):
            # Where many answers are only begun in the list, “done” may be the only one with a number.
            lines += wrapped(warning, WIDTH)
        return "\n".join(lines)

    def call(self, sentence: str) -> None:
        """Call a person who may look elsewhere: it is their turn."""
        self._console.call(sentence)

    def leave(self) -> None:
        """Have the person leave, once their line is done."""
        self._has_left = True

    def pass_on(self, link: Link) -> str:
        """Return a line to be passed on, whole and alone, with what it is for; it is in the clipboard, too."""
        return in_lines(link, self._console)

    async def wait(self, event: trio.Event) -> None:
        """Wait until what the person does sets an event; raises Left.

        Where players type only to answer, lines are read meanwhile.
        """
        if self._console.live:
            await event.wait()
        while not event.is_set():
            await self.read()

    def _help(self) -> str:
        """Return what a person can type, with examples of this table."""
        talk = self.conversation
        said = [tr(BOARD), tr(HELP_OF_A_SPECTATOR)]
        if talk.seat is not None:
            answering = f"{talk.lookups.how_to_answer()} {tr(CHOOSING)}"
            opening = [line for text in talk.opening for line in wrapped(translated(text), WIDTH)]
            said = [*opening, *wrapped(answering, WIDTH), *map(tr, (BOARD, HELP, self.leaving, REFUSALS))]
        if talk.people is not None:
            said.append(talk.people.help)
        return "\n".join([*said, *talk.view.words.typed_words(talk.game.state.board)])

    # ------------------------------------------------------------------ lines

    async def converse(self) -> None:
        """Take what the player types, whether or not a question is open, until they leave; raises Left.

        Returns at once where players type only to answer.
        """
        while self._console.live:
            try:
                await self.read()
            except Left:
                self._parted.set()
                raise

    async def read(self, prompt: str = "> ") -> None:
        """Read a line, do what it says, and print what is said to it. Raises Left."""
        talk = self.conversation
        try:
            line = await self._console.line(prompt, talk.completions)
        except KeyboardInterrupt:
            if not self._console.live:
                # No player waits where one types only to answer.
                raise
            talk.interrupt()
        else:
            if line is None or line.strip() == "quit":
                raise Left
            talk.entered(line)
        if self._has_left:
            raise Left
        for said in filter(None, (talk.refusal, *talk.notes)):
            self._print(said)
        talk.clear()

    # ------------------------------------------------------------------ the end

    def conclude(self, ending: str, page: Sequence[str] = ()) -> None:
        """Show how the game has ended, unless the rules have told that it has no winner; and the rest of its page."""
        talk = self.conversation
        if talk.over:
            return
        for report in talk.due_reports():
            self._print("\n".join(talk.lookups.in_full(report)))
        if not talk.end_is_told:
            self._print(ending)
        if page:
            self._print("\n".join(page[1:]))

    async def linger(self, ending: str, page: Sequence[str] = (), lobby: float | None = None) -> None:
        """Let the person look at the end of the game; lines that have been shown stay where they are.

        If another game with the same bots is possible, offer it to a person who may type at any time.
        """
        if self.conversation.rematches and self._console.live:
            self.conclude(ending, page)
            self.conversation.end(ending)
            self._print(tr(REMATCH))
            await self._parted.wait()


def in_lines(link: Link, console: Console) -> str:
    """Return a line to be passed on, whole and alone, with what it is for, and whether it is in the clipboard."""
    return "\n".join(filter(None, [link.told, link.line, link.besides, console.copy(link.line)]))
