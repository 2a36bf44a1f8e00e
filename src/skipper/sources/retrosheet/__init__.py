"""Retrosheet's files."""
