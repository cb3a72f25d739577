"""Exact lookups: where the texts of a message, and the library calls of frames, stand in the project."""
