"""Value batting orders, with arrays in and out: rates, the chain of base-out states, games and all orders.

`rates` gives each batter's outcomes, `advancement` gives the runners' advances, `batting` joins rates and advances,
`chain` plays innings, `games` plays whole games, `orders` values every order of nine batters, and `nines` finds the
best nine players on a roster. See docs/lineup_model.md.
"""
