"""People: who is who, under which name, with what career."""
