"""Empires as the console sees it: its modules, each as one part of a `GameView`."""

from __future__ import annotations

from cli.empires import answering, facts, panes, telling
from cli.empires.chronicle import Chronicle
from cli.empires.deals import talk
from cli.empires.map import view as map_view
from cli.ui.view import GameView
from core.empires.rulebook import RULEBOOK

EMPIRES_VIEW = GameView(RULEBOOK, telling, answering, panes, map_view, facts, Chronicle, talk)
