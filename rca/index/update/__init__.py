"""Bringing the index up to date: listing, parsing in processes."""
