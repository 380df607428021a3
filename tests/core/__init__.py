"""The rules, tested as rules."""

import pytest

# So that an assertion of the table that fails shows what it compared.
pytest.register_assert_rewrite("tests.core.positions")
