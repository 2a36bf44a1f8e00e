"""Lineups and playing time by manager."""
