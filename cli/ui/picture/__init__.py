"""Boards and games as SVG pictures and web pages."""
