"""What people see and type: texts, the full screen, maps and pictures."""
