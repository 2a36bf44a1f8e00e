"""Tables of the farm system: leagues, organizations, affiliates, and who managed them."""
