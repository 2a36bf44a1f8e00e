"""Hand-compiled managers of the minor leagues, Skipper's and the user's."""
