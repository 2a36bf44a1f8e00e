"""Tables of what lineups are worth: advances, batters before a game, lineup values."""
