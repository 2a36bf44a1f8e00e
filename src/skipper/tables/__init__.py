"""Tables: one module each, with its contract and one function from DataFrames to a DataFrame."""
