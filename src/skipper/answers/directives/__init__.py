"""Directives: a development plan's requirements, whether games followed them, and what the misses cost."""
