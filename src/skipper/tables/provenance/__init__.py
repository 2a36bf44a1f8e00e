"""What a build read, wrote and could not use."""
