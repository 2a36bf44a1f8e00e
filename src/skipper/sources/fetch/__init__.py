"""Download source files from their public homes into a local cache, politely and verifiably."""
