"""Names that baseball writers spell differently from all sources."""
