"""Unusual lineup patterns without a plan: `comparisons` and `batting_order` find them, `significance` tests them."""
