"""Skipper: the manager's file, from the games themselves."""
