"""Sharing solutions with a team through a ChromaDB server."""
