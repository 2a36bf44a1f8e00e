"""Tactics: managers' use of their chances."""
