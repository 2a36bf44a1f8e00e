"""Play by play."""
