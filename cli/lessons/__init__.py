"""The lessons of ``mare learn``: how scenarios with a teacher's words in their comments are taught."""
