"""The version, defined once; the distribution takes it from here."""

__version__ = "0.1.0"
