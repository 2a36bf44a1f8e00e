"""Won-lost records, and their comparison with the record book."""
