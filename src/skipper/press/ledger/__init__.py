"""The career ledger: a man's stints and events, from a hand-kept file of facts, and what holds of them."""
