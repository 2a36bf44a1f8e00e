"""Skipper: the manager's file, from the games themselves."""

__version__ = "0.1.0"
