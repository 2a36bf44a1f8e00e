"""The questions for programs: a web service of pages and JSON, and a server of the Model Context Protocol."""
