"""A mark for tests that extend classes of the rules, or replace parts of them: compiled rules allow neither."""

from __future__ import annotations

import pytest

from cli.command import rules_are_compiled

pure_only = pytest.mark.skipif(rules_are_compiled(), reason="compiled rules can't be extended or replaced")
