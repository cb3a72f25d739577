"""Text to vectors, and search over vectors."""
