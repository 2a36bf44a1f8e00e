"""The lake: contracts of tables, Delta files, and the manifest of the last complete build."""
