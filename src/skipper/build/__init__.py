"""The build: sources to tables, tables to a published lake.

`graph` derives each table's inputs, `inputs` lists what to read and shares it out among seasons, `season` makes one
season's tables, `lake_tables` those over all seasons; `run` runs, checks and publishes them.
"""
