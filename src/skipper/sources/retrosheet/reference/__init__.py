"""Retrosheet's lists over all seasons: ejections, clubs and coaches."""
