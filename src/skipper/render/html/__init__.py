"""HTML pages: answers, managers' files, plans, press checks, ledgers, and a whole site."""
