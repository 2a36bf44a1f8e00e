"""The tables of the lake: a module for each, found by walking the package (`skipper.build.graph`)."""
