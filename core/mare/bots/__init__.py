"""What built-in players of every edition share."""
