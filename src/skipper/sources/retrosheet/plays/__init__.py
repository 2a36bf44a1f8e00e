"""Turn the plays of a batch of games into table rows: arrays in, Arrow tables out."""
