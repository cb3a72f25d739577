"""Contracts of frameworks: the app's calls whose order, pairing or argument an exception is about."""
