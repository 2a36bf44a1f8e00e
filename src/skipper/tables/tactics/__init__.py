"""Tactics: what managers did with their chances."""
