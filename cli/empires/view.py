"""Empires as the console sees it: its modules, each as one part of a `GameView`."""

from __future__ import annotations

from cli.empires import answering, panes, telling
from cli.ui.view import GameView

EMPIRES_VIEW = GameView(telling, answering, panes)
