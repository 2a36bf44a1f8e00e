"""What several rooms share: the tendencies, the figures of a record, and columns documented once."""
