"""Retrosheet's box-score event files: games, lineups and the figures of their line scores and statistics, no plays."""
