"""Web search for threads and documentation, only on hosts that the user allowed."""
