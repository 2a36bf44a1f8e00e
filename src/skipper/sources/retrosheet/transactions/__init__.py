"""Retrosheet's transaction database."""
