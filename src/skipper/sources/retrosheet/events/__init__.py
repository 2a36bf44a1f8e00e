"""Readers of Retrosheet event files: every play of every game."""
