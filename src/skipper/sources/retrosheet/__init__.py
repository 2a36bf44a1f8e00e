"""Readers of Retrosheet files."""
