"""The plays of a batch of games, made into the rows of the tables: arrays in, Arrow tables out."""
