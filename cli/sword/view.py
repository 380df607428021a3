"""The Sword of Rome on the console: one `GameView`."""

from __future__ import annotations

from cli.sword.answers import SwordAnswering
from cli.sword.map import MAP
from cli.sword.panes import SwordPanes
from cli.sword.words import NOTICE, WORDS
from cli.ui.view import GameView
from core.sword.edition import SWORD_EDITION

SWORD_VIEW = GameView(SWORD_EDITION.rulebook, WORDS, SwordAnswering(), SwordPanes(), MAP, notice=NOTICE)
