"""Leagues and their levels by season, Skipper's and the user's."""
