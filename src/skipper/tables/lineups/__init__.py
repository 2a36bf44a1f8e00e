"""Tables of the lineup model: advances, batters before a game, and lineup values."""
