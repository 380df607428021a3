"""Fuzzing of everything that reads what others wrote; ``python -m tests.fuzz --help`` says how."""
