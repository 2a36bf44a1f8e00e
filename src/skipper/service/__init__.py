"""Answers for other programs: a web service with pages and JSON, and a Model Context Protocol server."""
