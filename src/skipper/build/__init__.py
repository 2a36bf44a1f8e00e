"""The build: sources to tables, tables to a published lake.

`graph` says what is made of what, `inputs` what is read and how it is shared out among seasons, `season` makes one
season's tables, `lake_tables` those over all seasons; `run` runs, checks and publishes them.
"""
