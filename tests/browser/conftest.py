"""Fixtures of the tests of pages."""

from tests.browser.pages import chromium, table

__all__ = ["chromium", "table"]
