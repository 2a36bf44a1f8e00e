"""Plays from event files, of whatever source: `events` reads and scores them, and the modules here turn the plays of a
batch of games into rows of tables: arrays in, Arrow tables out.
"""
