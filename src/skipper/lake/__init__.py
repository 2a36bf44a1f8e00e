"""The lake: table contracts, Delta files, and the manifest of the last complete build."""
