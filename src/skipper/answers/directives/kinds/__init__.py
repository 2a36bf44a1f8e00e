"""The kinds of directive: each module declares one as `KIND`, with its fields in a plan, rules, cost, price and words.

`kind.kinds` finds them by a walk.
"""
