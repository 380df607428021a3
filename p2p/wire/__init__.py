"""What goes over a connection: values and frames, and their limits."""
