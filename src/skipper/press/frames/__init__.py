"""Claims from frames over a dependency parse: verbs and nouns with the roles of their arguments, kept as data."""
