"""Turn the plays of a batch of games into rows of the tables: arrays in, Arrow tables out."""
