"""People: identities, names and careers."""
