"""What a batting order is worth: rates, the chain of base-out states, games, all orders. Arrays only.

`rates` gives each batter's outcomes, `advancement` what runners do, `batting` joins both, `chain` plays innings,
`games` whole games, `orders` every order of nine batters, `nines` the best nine of a roster. See docs/lineup_model.md.
"""
