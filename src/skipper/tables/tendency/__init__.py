"""What a manager does in a game, counted from the plays: the tendencies, a module for each kind."""
