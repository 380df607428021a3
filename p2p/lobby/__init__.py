"""How players come together before there is a charter."""
