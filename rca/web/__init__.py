"""Threads and documentation on the web, asked only where the user allowed it."""
