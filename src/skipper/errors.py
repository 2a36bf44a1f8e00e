"""The root of the errors that a sentence explains."""


class SkipperError(Exception):
    """Raised for an input, a lake or an environment that cannot be used; the message says which and why.

    A command prints the message and ends with an exit status; any other error of Skipper's own is a defect.
    """
