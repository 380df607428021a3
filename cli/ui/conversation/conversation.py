"""The conversation with one person about a game, from the first moment to the last, on whatever they see it.

A *display* shows it: lines, a full screen, a page. ``changed`` tells the display that there is something new. It reads
attributes, and calls a few verbs: ``typed``, ``entered``, ``mark``, ``sign``, ``undo``, ``interrupt``. The table calls
others: ``tell``, ``see``, ``notice``, ``heard``, ``ask``.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import trio

from cli.i18n.texts import count, marked, plural, tr, translated
from cli.ui.conversation.draft import Draft
from cli.ui.conversation.listing import MANY, Listing, Signposts
from cli.ui.conversation.lookups import Lookups
from cli.ui.conversation.story import NO_DIGEST, Digest, Line, Story, Witness, since_turn, stands
from cli.ui.text.answering import AUTOPILOT, LEADS, ODDS, SAVED, stage
from cli.ui.text.console import Link, OpenVote, People
from cli.ui.text.help import FORBIDDEN, HOW_TO_QUIT, NOT_ASKED, QUITTING, SETTING_UP, WATCHING, hint_of, opening_of
from cli.ui.text.names import side
from cli.ui.text.staging import OnceMore, Plan
from cli.ui.text.stretch import meaning
from cli.ui.view import GameView, Report, Unclear
from core import RuleError
from core.engine.event import Event
from core.engine.game import Game
from core.engine.message import Message
from core.engine.state import NO_EMPIRE
from p2p import Committed, Completed, Kind, Returned, Revealed, RolledBack, Status, Step
from p2p import Event as SessionEvent

if TYPE_CHECKING:
    from p2p import Session

PAUSES = marked("What happened to you waits until you go on; “pauses off” turns that off, for you alone.")
NO_PAUSES = marked("What happened to you is in the log only; “pauses on” has it wait for you.")


class Display(Protocol):
    """What shows a conversation to the person, as far as the conversation knows it."""

    def changed(self) -> None:
        """Take note that there is something new to be shown."""

    def call(self, sentence: str) -> None:
        """Call a person who may look elsewhere: it is their turn."""

    def leave(self) -> None:
        """Have the person leave."""

    def pass_on(self, link: Link) -> str:
        """Show a line that the person copies and passes on; returns what to say about it."""

    async def wait(self, event: trio.Event) -> None:
        """Wait until what the person does sets an event. Raises Left if they leave and nothing else takes note."""


class Conversation:
    """The conversation with one person about a game."""

    recalls = False
    """Whether what is told was played earlier, and comes all at once: it is kept, and need not be shown."""
    refusal = ""
    """Why the last line was refused, or what to know before leaving."""
    digest: Digest = NO_DIGEST
    """What has happened since the player's last turn, as it was when the question came."""
    reports: Sequence[Report] = ()
    """What happened to the player and waits to be read, before they are asked anything again."""
    secret = ""
    """The answer that the player has committed to, unseen by the others."""
    over = ""
    """How the game has ended here, once it has; after a proof, it may go on at another table."""
    elapsed = ""
    """For how long the game has waited for who is asked."""
    begun = False
    returning = False
    """Whether a game that was begun before is being read: where it stands is not known yet."""
    round = 0
    """The round in which the last step has left the game; 0 before empires are dealt."""
    pause = ""
    """What Enter does in a pause, or at the end where it can do more than go away."""
    closing = ""
    """When the end goes away by itself."""
    lesson = ""
    """The title of the lesson that is going on, if any."""
    spoken_of: Sequence[str] = ()
    """The places that the words of a lesson name."""
    opening: Sequence[Message]
    """The lines with which the help of a player begins."""
    leaves_at_once = False
    """Whether the first word or key that leaves does, as no player waits."""
    asks_once_more = True
    """Whether an answer is asked for once more where it loses much, lets another player win, or may be a habit."""
    tells_what_happened = True
    """Whether the player is told what happened to them before they are asked again."""
    allows_hints = True
    """Whether the table allows hints."""
    pauses = True
    """Whether what happened to the player waits for a key, where keys are heard; ``keep_pauses`` keeps a change."""
    rematches = False
    """Whether another game with the same bots can be had, and ``wants_rematch`` whether it is wanted."""
    wants_rematch = False
    _end_is_told = False
    _answered_at = 0
    """The number of lines told when the player last answered."""
    _has_read: Sequence[Event] = ()
    """The events since the player's last answer that were shown to them until they went on."""
    _played_for: tuple[str, int] | None = None
    """The moment at which a bot began to play for the player, and the lines told by then; None if none did."""
    _leaving = False

    def __init__(
        self,
        display: Display,
        game: Game[Any],
        view: GameView,
        seat: int | None,
        names: Mapping[int, str],
        people: People | None = None,
        session: Session | None = None,
        *,
        line_by_line: bool = False,
    ) -> None:
        """``names`` has by seat who sits there; a spectator has no seat, and is asked nothing.

        Without a ``session`` nothing is signed that could be looked up. If it goes ``line_by_line``, the person sees
        nothing of a line before Enter: answers are listed by number with the question, and count at once.
        """
        self._display = display
        self.game = game
        self.view = view
        self.seat = seat
        self.names = names
        self.people = people
        self.session = session
        self.line_by_line = line_by_line
        self.opening = opening_of(view, game.state.board)
        self.story = Story(view)
        self.draft = Draft(view)
        """What the player stages and types."""
        self.listing = Listing(game, view, self.draft)
        """The answers that are listed by number."""
        self.lookups = Lookups(game, view, seat, names, self.story, session)
        self.notes: list[str] = []
        """What is said to the last line, or otherwise, besides."""
        self.committed: set[int] = set()
        """The seats that have committed to a secret answer."""
        self.signs_at_once = line_by_line
        """Whether an answer counts at once, and is not staged until all of the player's steps are signed together."""
        self.advice: Callable[[], str] | None = None
        """A teacher's answer, said besides a refusal and before a hint."""
        self.keep_pauses: Callable[[bool], None] = lambda on: None
        self.once_more = OnceMore(view.words)
        self._signposts = Signposts(game, view, self.draft, self.listing)
        self._witness = None if seat is None else Witness(game, view.words, seat, session.log if session else None)
        self._near: list[str] = []
        self._promised: deque[str] = deque()
        self._answered = self._read = self._resumed = trio.Event()
        self.commands: dict[str, Callable[[str], str]] = {}
        """What a person can type besides answers, by first word; each takes the rest, and returns what to say."""
        self._add_commands()
        game.listen(self.tell)

    # ------------------------------------------------------------------ who is who

    @property
    def state(self) -> Any:
        """The position that is shown: the one that the staged steps lead to, if there are any."""
        return self.draft.plan.game.state if self.draft.plan is not None else self.game.state

    @property
    def empire(self) -> int:
        """The person's empire; NO_EMPIRE for a spectator, and before empires are dealt."""
        return self.lookups.empire

    def side(self, seat: int) -> str:
        """Return a seat by its empire, or by its number before empires are dealt."""
        return side(self.game.state, seat)

    def votes(self) -> Sequence[OpenVote]:
        """Return what is voted on."""
        return () if self.people is None else self.people.proposed()

    def possible(self) -> Sequence[str]:
        """Return what the person can type now to propose something about the game's course."""
        return () if self.people is None else self.people.possible()

    def too_few(self) -> str:
        """Return what is left to do while so many are out of reach that no vote can pass; nothing otherwise."""
        return "" if self.people is None else self.people.too_few

    def played_for(self) -> str:
        """Return what to say while a bot plays for the player; nothing if none does."""
        return "" if self.people is None else self.people.played_for

    def final(self) -> int:
        """Return the step up to which the log is final."""
        return 0 if self.session is None else self.session.final

    def stands(self, line: Line) -> bool:
        """Return whether what a line tells of still counts."""
        return self.session is None or stands(self.session.log, line)

    def waited(self) -> Sequence[int]:
        """Return the seats that the game waits for. The program opens the player's own secrets itself."""
        session = self.session
        if session is None or session.log.kind is Kind.BEACON:
            return []
        if session.log.kind is Kind.OPENINGS:
            return self._seats_of({*session.awaited} - {session.me})
        return list(session.log.missing())

    def waits_for_secrets(self) -> bool:
        """Return whether the game waits for secret answers to be opened."""
        return self.session is not None and self.session.log.kind is Kind.OPENINGS

    def has_lost_answer(self) -> bool:
        """Return whether it waits for one of the player's that their program has lost."""
        return self.session is not None and self.session.has_lost_answer

    def automatic(self) -> Sequence[int]:
        """Return the seats that the autopilot plays."""
        return [] if self.session is None else self._seats_of(self.session.log.absent)

    def resigned(self) -> Sequence[int]:
        """Return the seats that it plays to the end."""
        return [] if self.session is None else self._seats_of(self.session.log.resigned)

    def unreached(self) -> Sequence[int]:
        """Return the seats of those who have left or cannot be reached."""
        if self.session is None:
            return []
        roster, unreachable = self.session.roster, self.session.unreachable
        seats = enumerate(self.session.charter.seats)
        return [seat for seat, of in seats if of.player in unreachable or roster.status(of.player) is not Status.HERE]

    def _seats_of(self, players: Collection[int]) -> list[int]:
        seats = () if self.session is None else self.session.charter.seats
        return [seat for seat, of in enumerate(seats) if of.player in players]

    # ------------------------------------------------------------------ what happens

    def tell(self, event: Event) -> None:
        """Keep what has happened, with the step of the log that it tells of."""
        state, log = self.game.state, None if self.session is None else self.session.log
        self._end_is_told = state.result is not None
        step, below = (0, b"") if log is None else (log.height + 1, log.head)
        self.story.add(state, step, event, below=below, is_old=self.recalls)
        if self._witness is not None:
            self._witness.hear(self.story.lines[-1])
        for said in [*self._summary(event), self._passed_over(event)]:
            if said:
                self.story.add(state, 0, said, is_old=self.recalls)
        self._make_room()

    def _summary(self, event: Event) -> list[str]:
        """Return what the round before came to, and who can win in this one, if an event begins a round."""
        state = self.game.state
        earlier = [line.event for line in self.story.lines if line.event is not None and line.round == state.round - 1]
        told = self.view.words.summary(state, event, earlier)
        if told:
            # The summary has just said so.
            self._near = self.lookups.near()
        return told

    def _passed_over(self, event: Event) -> str:
        """Return why the person is not asked what others are, if an event begins that."""
        if self.empire == NO_EMPIRE:
            return ""
        return self.view.words.passed_over(self.game, event, self.empire)

    def begin(self, opening: Iterable[Event]) -> None:
        """Keep what happened before the first question, which is no step of a log; what must be known comes first."""
        if self.view.notice:
            self._note(tr(self.view.notice), is_old=self.recalls)
        for event in opening:
            self.story.add(self.game.state, 0, event, is_old=self.recalls)
        self._answered_at = self.story.told
        self._make_room()

    def notice(self, text: str) -> None:
        """Keep what is no part of the game itself in the story too, such as who comes and goes."""
        self._note(text, is_old=False)

    def announce(self, text: str) -> None:
        """Keep what belongs to the game though it is no event, such as a vote."""
        self._note(text, is_old=self.recalls)

    def _note(self, text: str, *, is_old: bool) -> None:
        for line in text.splitlines():
            self.story.add(self.game.state, 0, line, is_old=is_old)
        self._make_room()

    def heard(self, speaker: str, text: str, seat: int | None = None) -> None:
        """Keep what the player of ``seat`` has said."""
        self.recall(speaker, text, seat, time.strftime("%H:%M"))
        self._make_room()

    def recall(self, speaker: str, text: str, seat: int | None = None, heard: str = "") -> None:
        """Keep what a player said before the game was taken up again, or at a time of day."""
        words = self.view.words
        # An English sentence of a program, or one about a deal, is followed by its meaning.
        meant = meaning(text, words.PHASES) or words.meaning(self.game.state.board, text)
        said = f"{text} ({meant})" if meant else text
        self.story.add(self.game.state, 0, said, talk=speaker, seat=seat, is_old=self.recalls, time=heard)

    def _make_room(self) -> None:
        """Let what has just happened be seen: an older reply gives way to it, but not while one types an answer."""
        if not self._leaving and not (self.draft.is_asked and self.draft.line):
            self.refusal = ""
            if not self.listing.lines:
                self.notes = []
        self._display.changed()

    def pass_time(self, elapsed: str) -> None:
        """Take note of how long the game has waited, in words."""
        if elapsed != self.elapsed:
            self.elapsed = elapsed
            self._display.changed()

    def see(self, event: SessionEvent) -> None:
        """Follow the table: who has committed, which question is closed, who may soon win."""
        self.begun = True
        if isinstance(event, Completed):
            self._follow_step()
        match event:
            case Returned():
                self._note_committed()
            case Committed(seat):
                self.committed.add(seat)
            case Revealed(seat):
                self.committed.discard(seat)
                self.secret = ""
            case RolledBack() | Completed(Step(kind=Kind.EPOCH)):
                # Whatever is asked is asked anew, and what was promised was tried on a position that is no more.
                self._promised.clear()
                self.draft.is_asked = False
                if self.secret:
                    void = tr(
                        "Your “{answer}” no longer counts. Answer again, the same or otherwise.", answer=self.secret
                    )
                    self.notice(void)
                self.draft.plan, self.secret, self.committed = None, "", set()
                self.write(self.draft.line)
            case Completed() if not self.draft.is_asked and not self._promised:
                self.draft.plan = None
                self._outdate()
        state = self.game.state
        if not self.recalls and state.seats and state.result is None:
            self.round = state.round
        self._display.changed()

    def _follow_step(self) -> None:
        """Announce who may soon win, and take note of whose turn it is."""
        before, self._near = self._near, self.lookups.near()
        for sentence in self._near:
            if sentence not in before:
                self.announce(sentence)
        if self.empire != NO_EMPIRE:
            self.once_more.follow(self.game.state, self.empire)

    # ------------------------------------------------------------------ what has happened since

    def news(self) -> list[Event]:
        """Return the events since the player's last turn, by what the log has now: a vote may have taken some back."""
        if self.session is None or self.seat is None:
            lines = [line for line in self.story.lines if line.number > self._answered_at]
        else:
            state = self.game.state
            lines = since_turn(self.session.log, self.story.lines, self.seat, (state.round, state.phase))
        return [line.event for line in lines if line.event is not None]

    def _since(self, rest: str) -> str:
        found = self.lookups.digest(self.news(), self.empire)
        lines = [f"{self.lookups.named(empire)}: {text}" for empire, text in found]
        return "\n".join(lines) or tr("Nothing has happened since your last turn.")

    def due_reports(self) -> Sequence[Report]:
        """Return what happened to the player and was not told yet, which then is."""
        if self._witness is None or not self.tells_what_happened:
            return ()
        return [*self._missed(), *self._witness.due()]

    def _missed(self) -> Iterator[Report]:
        """Yield what happened while a bot played for the player, to all; what the bot did for them is news, too."""
        missed, self._played_for = self._played_for, None
        if missed is None:
            return
        begun, told = missed
        lines = [line for line in self.story.lines if line.number > told and self.stands(line)]
        found = self.lookups.digest([line.event for line in lines if line.event is not None], NO_EMPIRE)
        title = tr(
            "While a bot played for you, from {begun} to {now}",
            begun=begun,
            now=self.view.words.moment(self.game.state),
        )
        told_of = [f"{self.lookups.named(empire)}: {text}" for empire, text in found]
        yield Report(title, told_of or [tr("Nothing happened that changed the board.")])

    def withdraw(self) -> str:
        """Drop what the person was about to answer, as a bot answers now; returns what to say about lost steps."""
        draft = self.draft
        lost = len(draft.plan.steps) if draft.plan is not None and draft.is_asked else 0
        if self._played_for is None:
            self._played_for = self.view.words.moment(self.game.state), self.story.told
        self._promised.clear()
        self.listing.lines = []
        if draft.is_asked:
            draft.is_asked, draft.plan = False, None
            draft.outdate()
            self.write("")
        return plural("{number} staged step is dropped.", "{number} staged steps are dropped.", lost) if lost else ""

    # ------------------------------------------------------------------ being asked

    def _note_committed(self) -> None:
        """Take from the log who has committed: in a game that is taken up again, this program has not seen it."""
        if self.session is not None and self.session.log.kind is Kind.COMMITMENTS:
            self.committed |= set(self.session.log.given)

    async def ask(self) -> str:
        """Ask the player what the game asks; returns the answer in its one spelling. Raises Left.

        What is promised already is given without asking again.
        """
        if self._promised:
            return self._promised.popleft()
        own, moment = side(self.game.state, self._own_seat), self.view.words.moment(self.game.state)
        self._display.call(tr("Your turn as {empire}: {moment}.", empire=own, moment=moment))
        await self._tell_what_happened()
        self.begin_question()
        try:
            await self._display.wait(self._answered)
        finally:
            self.draft.is_asked = False
        return self._promised.popleft()

    @property
    def _own_seat(self) -> int:
        if self.seat is None:
            raise ValueError("a spectator has no seat")
        return self.seat

    async def _tell_what_happened(self) -> None:
        """Show what happened to the player since they were last asked, until they have read it."""
        reports = self.due_reports()
        self.reports = reports if self.pauses or self.line_by_line else ()
        try:
            while self.reports:
                self._read = trio.Event()
                self._display.changed()
                await self._read.wait()
        finally:
            self.reports = ()

    def read_on(self) -> None:
        """Go on to what else happened to the player, or to the question."""
        told = [one for one in self.reports[0].told if isinstance(one, Event)]
        self._has_read = (*self._has_read, *told)
        self.reports, self.notes = self.reports[1:], []
        self._read.set()

    def begin_question(self) -> None:
        """Show the player what the game asks."""
        draft = self.draft
        draft.plan, draft.is_asked = Plan(self.game, self._own_seat), True
        draft.outdate()
        self._answered, self.listing.lines = trio.Event(), []
        self._note_committed()
        sides = self.view.map.sides(self.game.state.board)
        read = set(map(id, self._has_read))
        unread = self.lookups.digest([event for event in self.news() if id(event) not in read], self.empire)
        found = [(sides[empire].ink, self.lookups.named(empire), text) for empire, text in unread]
        self.digest = Digest(self.story.told, found)
        self.once_more.show()
        self._outdate()
        self.write(draft.line)

    def _outdate(self) -> None:
        """Forget why a line was refused: another question is asked now, or the news of the game must show."""
        if not self._leaving:
            self.refusal = ""

    async def rest(self, said: str) -> None:
        """Wait until the player goes on, as ``said`` says; raises Left."""
        self.draft.plan, self.pause, self._resumed = None, said, trio.Event()
        self._display.changed()
        await self._display.wait(self._resumed)
        self.pause = ""

    # ------------------------------------------------------------------ the line

    def typed(self, line: str) -> str:
        """Work out how a changed line can go on, and what it would lead to; returns what then stands there.

        If the player begins another answer after half of one, the half is dropped.
        """
        line = self._begun_anew(line)
        if line == self.draft.line:
            return line
        self.refusal = ""
        if line.strip("0123456789"):
            # A list of answers stays as long as a number may be meant.
            self.notes, self.listing.lines = [], []
        elif not self.listing.lines:
            self.notes = []
        self.write(line)
        return line

    def _begun_anew(self, line: str) -> str:
        return line if self.line_by_line or self.is_command(line) else self.draft.begun_anew(line)

    def write(self, line: str) -> None:
        """Have this stand in the line."""
        if self.line_by_line:
            self.draft.line = ""
        elif unclear := self.draft.write(line, is_command=self.is_command(line)):
            self.notes = [unclear]
        self._display.changed()

    def is_command(self, line: str) -> bool:
        """Return whether a line is a command, and no answer."""
        word, _, rest = line.partition(" ")
        word = word.lower()
        if word == "move" and any(character.isalpha() for character in rest):
            # With a name after it, "move" is an answer: the player means march or sail.
            return False
        if line.startswith("/"):
            return True
        return bool(word) and word in (*self.commands, "quit") and not self.listing.begins_answer(line)

    def entered(self, line: str) -> str:
        """Do what the line says; returns what then stands in the line."""
        after = self._entered(line.strip())
        if self.advice is not None and self.refusal and self.draft.is_asked:
            self.notes = [self.advice()]
        if after != self.draft.line:
            self.write(after)
        return after

    def _entered(self, line: str) -> str:
        draft = self.draft
        leaving, self._leaving = self._leaving, False
        if self.over and (not line or (self.rematches and line.lower() == "rematch")):
            self.wants_rematch = bool(line)
            self._display.leave()
            return ""
        if self.pause and not self.over and not self.is_command(line):
            # Nothing is asked, so that whatever else is left in the line answers nothing.
            self._resumed.set()
            return ""
        if self.reports and not self.is_command(line):
            self.read_on()
            return line
        is_typed = draft.chosen < 0
        if not is_typed:
            choice = draft.choices[draft.chosen]
            if not choice.whole:
                return self._go_on(choice.line)
            line = choice.line
        line = self._begun_anew(f"{line} ").strip()
        if line == "quit":
            return self.leave(asked=leaving)
        if not line:
            # What is asked is not answered by an Enter too many.
            if draft.choices:
                self.notes = [tr("Choose an answer from the list, or type one.")]
            return ""
        self.refusal, self.notes = "", []
        answer = self._taken(line)
        if answer is not None and self._stage(answer, typed=is_typed and answer == line):
            return draft.line
        return self._after_refusal() if self.refusal else ""

    def _taken(self, line: str) -> str | None:
        """Return the answer that a line is; None if it was something else, which is then done."""
        # A stroke always looks at a place, also where “place” is an answer.
        is_look = line.startswith("/")
        word, _, rest = (f"place {line[1:]}" if is_look else line).partition(" ")
        word = word.lower()
        if word in self.commands and (is_look or self.is_command(line)):
            self.once_more.withdraw()
            if said := self.commands[word](rest.strip()):
                self.notes = [said]
            return None
        if word in QUITTING:
            self.refusal = tr(HOW_TO_QUIT)
            return None
        if self.over and not self.line_by_line:
            self.refusal = tr("No answer is asked for here any more.")
            return None
        if not self.draft.is_asked:
            self.refusal = self._why_not_asked() + self._nearest(line)
            return None
        if not line.isdecimal() or not (self.line_by_line or self.listing.lines or self.listing.verb_of_number()):
            return line
        answer = self.listing.picked(line)
        if answer is None:
            self.refusal = self.listing.why_none_is_picked()
        return answer

    def _why_not_asked(self) -> str:
        """Return why what looks like an answer is none now."""
        if told := self.played_for():
            return told
        if self.seat is not None:
            return tr(NOT_ASKED)
        return tr(WATCHING if self.begun or self.line_by_line else SETTING_UP)

    def _nearest(self, line: str) -> str:
        return self._signposts.nearest(line, self.commands)

    def _after_refusal(self) -> str:
        """Return what stands in a line that was no answer: if it can go on in one way only, that; else one is marked.

        If nothing goes on from it, it stays to be mended, and the list has the answers to the question. A place that
        was not named is never taken unseen, even if there is no other; nor is a payment, if others are like it.
        """
        draft = self.draft
        if not draft.is_asked or not draft.choices or draft.offers_others:
            draft.offer_others()
            return draft.line
        self.refusal = ""
        choice = draft.choices[0]
        if len(draft.choices) > 1 or choice.alike or draft.adds_place(choice.line):
            if common := draft.common_words():
                return self._go_on(common)
            draft.chosen = 0
            draft.foresee(draft.line)
            return draft.line
        if not choice.whole:
            return self._go_on(choice.line)
        self._stage(choice.line)
        return draft.line if self.refusal else ""

    def _go_on(self, line: str) -> str:
        """Return the line with the step taken from the list, and mark the first next step at once."""
        self.refusal, self.notes = "", []
        self.write(f"{line} ")
        if self.draft.choices:
            self.draft.chosen = 0
            self.draft.foresee(line)
        return f"{line} "

    def mark(self, difference: int) -> str:
        """Mark the next choice, or the one before; returns the line that it makes, nothing if there is none."""
        self.draft.mark(difference)
        self._display.changed()
        return self.draft.choices[self.draft.chosen].line if self.draft.chosen >= 0 else ""

    def completed(self, line: str) -> str:
        """Return the line that Tab makes of a line."""
        draft = self.draft
        if draft.chosen >= 0:
            return draft.going_on(draft.chosen)
        if draft.is_asked and draft.choices:
            return draft.going_on(0) if len(draft.choices) == 1 or not line.strip() else draft.common(line)
        words = [name for name in (*self.commands, "quit") if line and name.startswith(line)]
        return f"{words[0]} " if len(words) == 1 else line

    def completions(self, line: str) -> list[str]:
        """Return the words that can be the last word of a line as typed so far."""
        words = self.draft.question()[1].complete(line) if self.draft.is_asked else []
        if " " not in line.lstrip():
            words += [name for name in (*self.commands, "quit") if name.startswith(line.strip()) and name != "?"]
        return words

    def clear(self) -> None:
        """Forget what was said to the last line."""
        self.refusal, self.notes = "", []

    def doubt(self) -> bool:
        """Ask whether the player means the line that is marked, as if they gave it; the next time it counts.

        Returns whether there was anything to ask.
        """
        plan, trial = self.draft.plan, self.draft.trial
        if plan is None or trial is None or not self.asks_once_more:
            return False
        whole = Plan(plan.base, plan.seat)
        whole.restore([*plan.steps, *trial.steps])
        self.refusal = self.once_more.objection(whole, len(plan.steps), typed=False)
        return bool(self.refusal)

    def turn_away(self) -> None:
        """Take note that the player has gone on to something else: what was asked once more is asked anew."""
        self.once_more.withdraw()

    # ------------------------------------------------------------------ staging

    def _stage(self, line: str, *, typed: bool = False) -> bool:
        """Stage what the line says; sign it all where another player, chance or another phase is next.

        Returns whether the person must first say once more that they mean it.
        """
        plan = self.draft.plan
        if plan is None:
            return False
        before = list(plan.steps)
        try:
            stage(plan, line, self.view.answering)
        except (RuleError, Unclear) as refusal:
            self.once_more.withdraw()
            self.refusal = translated(refusal) + self._nearest(line)
            return False
        # A number of a list that came with the question may belong to the list before.
        named = typed or not self.line_by_line
        if self.asks_once_more and (said := self.once_more.objection(plan, len(before), typed=typed, named=named)):
            plan.restore(before)
            self.refusal = said
            return True
        self.draft.outdate()
        self.listing.lines = []
        if plan.goes_on and not self.signs_at_once:
            self.write("")
        else:
            self._sign()
        return False

    def sign(self) -> None:
        """Sign what is staged."""
        self._reply(self._sign())

    def _sign(self) -> str:
        draft, plan = self.draft, self.draft.plan
        if plan is None or not draft.is_asked or not plan.steps:
            return tr("Nothing is staged.")
        self._promised.extend(plan.steps)
        self.once_more.give(plan)
        draft.is_asked = False
        self._signposts.unsaid = ""
        self._answered_at, self._has_read = self.story.told, ()
        if plan.is_secret:
            draft.plan, self.secret = None, plan.steps[0]
        self.write("")
        draft.outdate()
        self._answered.set()
        return ""

    def undo(self) -> None:
        """Take the last staged step back."""
        self._reply(self.commands["back"]("") if "back" in self.commands else tr("Nothing is staged."))

    def hint(self) -> None:
        """Say what a good player would consider now."""
        self._reply(self._hint())

    def _reply(self, said: str) -> None:
        if said:
            self.notes = [said]
        self._display.changed()

    def _take_back(self, play_again: Callable[[str], str] | None, rest: str) -> str:
        plan = self.draft.plan
        if (plan is None or not plan.steps) and play_again and self._is_away():
            return play_again("")
        if plan is None or not (plan.steps or rest.isdecimal()):
            return tr("Nothing is staged.")
        number = int(rest) if rest.isdecimal() and len(rest) < 4 else len(plan.steps)
        if not 1 <= number <= len(plan.steps):
            return _no_step(plan, rest)
        return self._rearranged(plan.take_back(number - 1), tr("No longer possible, and taken back too:"))

    def _is_away(self) -> bool:
        """Return whether the autopilot or a bot plays for the player, so that “back” is to play again."""
        return bool(self.played_for()) or (self.session is not None and self.session.me in self.session.log.absent)

    def _move(self, rest: str) -> str:
        plan = self.draft.plan
        numbers = [int(word) for word in rest.split() if word.isdecimal() and len(word) < 4]
        if plan is None or len(numbers) != 2:
            return tr("“move 3 1” puts the third staged step in the first place.")
        for number in numbers:
            if not 1 <= number <= len(plan.steps):
                return _no_step(plan, str(number))
        return self._rearranged(
            plan.move(numbers[0] - 1, numbers[1] - 1), tr("Not possible in that order, so all stays as it was:")
        )

    def _rearranged(self, refused: list[str], what: str) -> str:
        self.draft.outdate()
        self.listing.lines = []
        self.write("")
        return "\n".join([what, *refused]) if refused else ""

    # ------------------------------------------------------------------ leaving

    def interrupt(self) -> None:
        """Leave when this comes for the second time: Ctrl-C."""
        self.leave(asked=self._leaving)
        self._display.changed()

    def leave(self, *, asked: bool) -> str:
        """Leave if the person was ``asked`` already, or has nothing to lose; else say what to know before."""
        if asked or self.leaves_at_once or self.over or self.seat is None:
            self._display.leave()
        else:
            self._leaving = True
            self.refusal = "\n".join(self._before_leaving())
        return ""

    def stay(self) -> None:
        """Stay at the table after all."""
        self._leaving = False

    def _before_leaving(self) -> Iterator[str]:
        """Return what to know before leaving: what is lost, how to leave, and what becomes of the game."""
        staged = len(self.draft.plan.steps) if self.draft.plan is not None else 0
        if staged:
            yield plural(
                "{number} staged step will be lost; “sign” signs it first.",
                "{number} staged steps will be lost; “sign” signs them first.",
                staged,
            )
        if self.line_by_line:
            yield tr("Press Ctrl-C again to leave, or type anything else to stay.")
        else:
            yield tr("Leave once more to go; Esc stays.")
        if self.people is not None and self.people.parting:
            yield self.people.parting

    def end(self, ending: str) -> None:
        """Take note of how the game has ended."""
        self.over, self.draft.plan, self._leaving = ending, None, False

    @property
    def end_is_told(self) -> bool:
        """Whether the story says how the game has ended, and that it has no winner."""
        result = self.game.state.result
        return result is not None and not result.winners and self._end_is_told

    # ------------------------------------------------------------------ commands

    def _add_commands(self) -> None:
        look = self.lookups
        self.commands |= {
            "board": lambda rest: look.board(),
            "place": look.place,
            "players": lambda rest: look.players(),
            "log": look.log,
            "entry": look.entry,
            "rule": self.rule,
            "rules": self.rule,
            "help": lambda rest: "",
            "?": lambda rest: self.commands["rule" if rest else "help"](rest),
        }
        people = self.people
        if self.seat is not None:
            self.commands |= {"hand": lambda rest: look.hand(), "answers": self._answers, "since": self._since}
            self.commands |= {"hint": lambda rest: self._hint()}
        if people is not None:
            self.commands |= people.commands
            self.commands |= {word: partial(self._link, make) for word, make in people.links.items()}
        self._lead_elsewhere()
        if self.seat is not None and not self.line_by_line:
            back = partial(self._take_back, self.commands.get("back"))
            self.commands |= {"back": back, "undo": back, "move": self._move, "sign": lambda rest: self._sign()}
            self.commands["pauses"] = self._turn_pauses

    def _lead_elsewhere(self) -> None:
        """Have words lead somewhere that people type who look for something, and ``say`` alone say what was refused."""
        commands = self.commands
        commands |= dict.fromkeys(("odds", "chances"), lambda rest: tr(ODDS))
        if "bot" in commands and "play" not in self.game.rules.notation.verbs:
            commands["play"] = lambda rest: commands["bot"]("")
        commands |= {word: partial(self._lead, line) for word, line in LEADS.items() if line}
        commands["chat"] = self._chat
        if self.session is not None and self.seat is not None:
            commands["save"] = lambda rest: tr(SAVED)
        if "resign" in commands:
            commands.setdefault("autopilot", lambda rest: tr(AUTOPILOT))
        if "say" in commands:
            commands["say"] = partial(self._say, commands["say"])

    def _lead(self, line: str, rest: str) -> str:
        """Do what a word stands for that people type for it."""
        word, _, topic = line.partition(" ")
        return self.commands[word](topic)

    def _say(self, say: Callable[[str], str], rest: str) -> str:
        """Say something to all; if nothing is named, what was refused last as it answers nothing."""
        text, self._signposts.unsaid = rest or self._signposts.unsaid, ""
        return say(text)

    def _chat(self, rest: str) -> str:
        """Say something to all; or show what has been said."""
        if rest and "say" in self.commands:
            return self.commands["say"](rest)
        return self.commands["talk"]("") if "talk" in self.commands else self.commands["log"]("talk")

    def _link(self, make: Callable[[], Link], rest: str) -> str:
        """Have a line shown that is to be passed on."""
        link = make()
        return self._display.pass_on(link) if link.line else link.told

    def rule(self, rest: str) -> str:
        """Return the rule behind the question, or the rules on a topic."""
        if not rest and not self.draft.is_asked:
            return tr("You are asked nothing now; “rule victory” or “rule 4.2” shows any rule.")
        return self.lookups.rule(rest, "" if rest else self.draft.question()[0].rule)

    def _answers(self, rest: str) -> str:
        if not self.draft.is_asked:
            return tr(NOT_ASKED)
        try:
            begun = self.view.answering.expand(self.draft.question()[1], rest)
        except Unclear as unclear:
            return str(unclear)
        return self.listing.listed(begun, MANY) or tr("No legal answer begins like that.")

    def _hint(self) -> str:
        """Return what a good player would consider now, and what that would lead to."""
        plan = self.draft.plan
        if not self.allows_hints:
            return tr(FORBIDDEN)
        if self.reports:
            return tr("Go on first; then there are hints.")
        if not self.draft.is_asked or plan is None or not plan.is_open:
            return tr(NOT_ASKED)
        hint = hint_of(self.view, plan)
        return f"{self.advice()}\n{hint}" if self.advice is not None else hint

    def _turn_pauses(self, rest: str) -> str:
        """Let what happened to the player wait for a key, or not; returns what to say about it."""
        if rest.lower() in ("on", "off"):
            self.pauses = rest.lower() == "on"
            self.keep_pauses(self.pauses)
        return tr(PAUSES if self.pauses else NO_PAUSES)


def _no_step(plan: Plan, number: str) -> str:
    steps = count(len(plan.steps), "step")
    return tr("There is no step {number}; {steps} staged.", number=number, steps=steps)
