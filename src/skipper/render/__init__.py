"""Answers printed, each way in one module: terminal, CSV (flat), JSON (document), DataFrame (frame)."""
