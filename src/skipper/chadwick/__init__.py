"""Plays in the columns of Chadwick's cwevent, for cwevent users."""
