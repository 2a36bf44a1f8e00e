"""The second pass: each figure of a text against the facts about the people whom the text names."""
