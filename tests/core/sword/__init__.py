"""Tests of The Sword of Rome."""
