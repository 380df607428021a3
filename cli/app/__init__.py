"""What the program does about itself: reports of its own crashes, and its memory."""
