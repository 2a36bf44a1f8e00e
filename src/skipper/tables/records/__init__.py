"""Won-lost records, and the record book that they are compared with."""
