"""Whole tables of sessions in one process, on a simulated network, disk and clock; one seed decides everything.

python -m tests.sim --seeds A-B
"""
