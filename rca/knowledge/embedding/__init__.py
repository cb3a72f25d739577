"""Embeddings: text → vectors, and search over vectors."""
