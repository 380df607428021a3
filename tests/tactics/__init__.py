"""The tactical suite: positions of each edition, each with the answers that solve it."""
