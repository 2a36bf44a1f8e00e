"""Retrosheet event files: every play of every game."""
