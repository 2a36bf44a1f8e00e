"""Output of answers, one module per format: terminal, CSV (flat), DataFrame (frame), HTML pages."""
