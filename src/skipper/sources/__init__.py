"""Sources: files found, read and parsed into Arrow tables; what cannot be read is quarantined with its reason."""
