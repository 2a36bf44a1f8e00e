"""Directives: a development plan's requirements, whether games followed them, and the cost of misses."""
