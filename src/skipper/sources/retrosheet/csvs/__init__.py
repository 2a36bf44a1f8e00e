"""Retrosheet's CSV distribution, published since 2024: games, clubs' sides, lineups, managers and plays by column.

`files` lists the texts, `reading` reads the wanted columns of one text, `games` makes games, sides and lineups,
`event_records` writes a game's plays as the records of an event file, and `plays` scores these.
"""
