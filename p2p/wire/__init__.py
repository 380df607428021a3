"""What goes over a connection: values, frames and their limits."""
