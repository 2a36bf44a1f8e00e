"""Games, clubs and lineups."""
