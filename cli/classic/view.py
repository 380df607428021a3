"""The editions of 2003 as the console sees them: their modules, each as one part of a `GameView`."""

from __future__ import annotations

from cli.classic import answering, facts, panes, telling
from cli.classic.chronicle import Chronicle
from cli.classic.map import view as map_view
from cli.ui.view import GameView
from core.classic.rulebook import ORIGINAL_RULEBOOK, REVISED_RULEBOOK

ORIGINAL_VIEW = GameView(ORIGINAL_RULEBOOK, telling, answering, panes, map_view, facts, Chronicle)
REVISED_VIEW = GameView(REVISED_RULEBOOK, telling, answering, panes, map_view, facts, Chronicle)
