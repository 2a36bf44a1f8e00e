"""The Lahman database: the record book."""
