"""Team mode: solutions shared through a ChromaDB server."""
