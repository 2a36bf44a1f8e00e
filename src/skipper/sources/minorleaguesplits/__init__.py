"""Minor League Splits: play-by-play of the minor leagues, 2005 to 2010, and its players."""
