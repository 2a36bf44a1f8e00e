"""Event files as a source: listed, read with box scores in their place, and accounted for, a season at a time."""
