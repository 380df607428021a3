"""The full-screen console: pure functions from a scene to rows of styled text, and a thin shell that shows them."""
