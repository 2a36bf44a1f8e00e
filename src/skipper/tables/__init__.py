"""The tables of the lake, one module each; `skipper.build.graph` finds them by walking the package."""
