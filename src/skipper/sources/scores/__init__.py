"""Final scores of minor-league games, 1997 to 2004."""
