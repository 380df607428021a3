"""Mutants of the rules, and the scenarios and tests that notice them: ``python -m tests.mutants MODULE …``."""
