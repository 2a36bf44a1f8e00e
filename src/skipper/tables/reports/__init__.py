"""Claims and verdicts that `skipper press --keep` stores."""
