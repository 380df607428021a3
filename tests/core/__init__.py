"""The rules, tested as rules.

Scenarios say the rules. Tests in Python have what a scenario can't say: what is told, in which words something is
refused, which answers are listed and drawn, what always holds, and files that are wrong.
"""

import pytest

# So that an assertion of the table that fails shows what it compared.
pytest.register_assert_rewrite("tests.core.positions")
