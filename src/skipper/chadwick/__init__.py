"""Plays in the columns of Chadwick's cwevent, for its users."""
