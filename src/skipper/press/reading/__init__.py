"""A report as sentences of units: names, times, figures and listed phrases, and who is who in it."""
