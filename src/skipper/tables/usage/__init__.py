"""How managers used their players."""
