"""Readers of event files: every play of every game, with the state before and after it."""
