"""Minor-league clubs and the organizations to which they belong."""
