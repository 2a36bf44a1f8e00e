"""Sources: find, read and parse files into Arrow tables; quarantine unreadable records with the reason."""
