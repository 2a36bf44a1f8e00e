"""Fetching: download the sources' files from their public homes into a local cache, politely and verifiably."""
