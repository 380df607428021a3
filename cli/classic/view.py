"""The editions of 2003 as the console sees them: a `GameView` for each."""

from __future__ import annotations

from importlib.resources import files

from cli.classic.answers import ANSWERING
from cli.classic.deals import ClassicJudge
from cli.classic.map import MAP
from cli.classic.panes import ClassicPanes
from cli.classic.words import WORDS, ClassicChronicle
from cli.mare.talking import Deals
from cli.ui.view import GameView, Lessons
from core.classic.battle import AfterLandBattle, AfterSeaBattle, LandBattle, LandDice, SeaDice
from core.classic.edition import ORIGINAL_RULEBOOK, REVISED_RULEBOOK
from core.classic.variant import ORIGINAL, REVISED, Variant
from core.engine.rulebook import Rulebook


def _view(variant: Variant, rulebook: Rulebook) -> GameView:
    """Return an edition's view; its lessons are those of both editions and its own."""
    folders = [files(__package__) / "lessons" / name for name in ("both", variant.id)]
    lessons = Lessons(folders, (LandBattle, LandDice, AfterLandBattle, SeaDice, AfterSeaBattle))
    return GameView(rulebook, WORDS, ANSWERING, ClassicPanes(), MAP, ClassicChronicle, Deals(ClassicJudge), lessons)


ORIGINAL_VIEW = _view(ORIGINAL, ORIGINAL_RULEBOOK)
REVISED_VIEW = _view(REVISED, REVISED_RULEBOOK)
