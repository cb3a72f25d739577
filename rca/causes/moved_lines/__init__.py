"""Lines of a trace that belong to another revision of a file: which they are, and where their code is now."""
