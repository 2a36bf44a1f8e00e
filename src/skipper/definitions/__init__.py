"""Definitions shared by several packages: tendencies, record figures, and columns documented once."""
