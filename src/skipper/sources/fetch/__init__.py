"""Download source files from their publishers into a local cache, with rate limits and checks."""
