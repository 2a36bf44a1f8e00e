"""Calculations that a SELECT cannot express, for the tables that are functions: Arrow tables in, rows out."""
