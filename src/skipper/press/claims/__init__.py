"""The types of claims, each a module or a package with its `TYPE`, beside a file of its frames."""
