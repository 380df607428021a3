"""The final page of a game: how it was won, the standings, the turning points, and what the player can do next."""

from __future__ import annotations

from collections.abc import Iterator

from cli.editions import view_of
from cli.i18n.texts import tr, translated
from cli.play.game_session import GameSession
from cli.storage.games import short
from cli.ui.replay.replay import Replay, lines_of, of_log, turning_points
from cli.ui.text.names import names_of
from p2p.session.events import Finished

LAST_TOLD = 4
"""The most sentences that tell how the game ended; all are of the phase that ended it."""


def final_page(game: GameSession) -> list[str]:
    """Return the lines of the page; nothing for a game that is not finished."""
    if not isinstance(game.end, Finished):
        return []
    view, session, state = view_of(game.rules), game.session, game.rules.state
    replay = of_log(session.log, view, state.board.map)
    names = names_of(session.charter)
    cause = bool(game.end.winners)
    lines = [game.ending(), "", _last_step(replay, game.ending(), told=cause), "", tr("How all stand:")]
    lines += view.words.player_table(state, [names[seat] for seat in sorted(names)])
    lines.append(tr("  * leads this track; > has won"))
    if points := turning_points(replay):
        lines += [
            "",
            tr("Turning points: what changed the race most."),
            *lines_of(points, game.ending()),
        ]
    return [*lines, "", *_with_it(short(session.charter))] if game.is_kept else lines


def _last_step(replay: Replay, ending: str, *, told: bool) -> str:
    """Return when the game ended, and by what, if ``told`` asks for it: a limit of rounds has no cause."""
    last = replay.moments[-1]
    _, lines = last.by_phase()[-1]
    texts = [translated(line.text) for line in lines[-LAST_TOLD:]]
    said = " ".join(dict.fromkeys(text for text in texts if text != ending))
    if not (said and told):
        return tr("It ended in round {round}, step {step}.", round=last.state.round, step=last.step)
    return tr("It ended in round {round}, step {step}: {told}", round=last.state.round, step=last.step, told=said)


def _with_it(game: str) -> Iterator[str]:
    yield tr("  mare verify {game}    checks every signature, die and rule", game=game)
    yield tr("  mare show {game}      steps through it; with `--html {game}.html` as a web page", game=game)
