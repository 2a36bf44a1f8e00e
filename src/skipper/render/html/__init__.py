"""HTML pages: answers, managers' files, plans, press checks, ledgers, and a site of files."""
