"""HTML pages: a manager's file as one page, and a site of files."""
