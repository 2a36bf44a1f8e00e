"""The commands of `skipper`: options, question to answer to output, and exit statuses."""
