"""Inputs read, tables written and records quarantined by each build."""
