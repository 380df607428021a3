"""Empires as the console sees it: one `GameView`."""

from __future__ import annotations

from importlib.resources import files

from cli.empires.answers import ANSWERING
from cli.empires.deals import EmpiresJudge
from cli.empires.map import MAP
from cli.empires.panes import EmpiresPanes
from cli.empires.words import WORDS, EmpiresChronicle
from cli.mare.talking import Deals
from cli.ui.view import GameView, Lessons
from core.empires.battle import LandBattle, SeaBattle
from core.empires.edition import RULEBOOK

LESSONS = Lessons([files(__package__) / "lessons"], [LandBattle, SeaBattle])

EMPIRES_VIEW = GameView(RULEBOOK, WORDS, ANSWERING, EmpiresPanes(), MAP, EmpiresChronicle, Deals(EmpiresJudge), LESSONS)
