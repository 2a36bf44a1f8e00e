"""Plays in the columns of Chadwick's cwevent, for those who switch from it."""
