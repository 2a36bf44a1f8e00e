"""Tables of the farm system: leagues, organizations, affiliates, and the managers of the clubs."""
