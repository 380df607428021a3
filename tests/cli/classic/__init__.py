"""Tests of the editions of 2003 on the console."""
