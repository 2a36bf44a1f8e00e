"""What `skipper press` keeps of reports."""
