"""Directives: what a development plan asks for, whether the games followed it, and what the misses cost."""
