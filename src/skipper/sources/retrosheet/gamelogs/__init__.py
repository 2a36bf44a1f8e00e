"""Retrosheet's game logs: one record of 161 fields per game."""
