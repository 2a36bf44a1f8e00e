"""Tactics: how managers use their chances."""
