"""The build: from sources to tables, and from tables to a published lake.

`graph` derives each table's inputs. `inputs` lists the files to read and distributes them among seasons. `season` makes
one season's tables, and `lake_tables` the tables over all seasons. `run` executes a build, checks its tables and
publishes them.
"""
