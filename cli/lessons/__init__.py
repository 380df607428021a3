"""The lessons of ``mare learn``: scenarios with a teacher's words in their comments, and how they are taught."""
