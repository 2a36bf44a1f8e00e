"""Find, read and parse source files into Arrow tables, and quarantine unreadable records with the reason."""
